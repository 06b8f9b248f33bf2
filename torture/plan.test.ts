import { expect, test } from 'vitest'
import { FAULTS, faultsOf, stepsOf } from './plan.ts'

const first = <T>(endless: Iterator<T>, count: number) =>
  Array.from({ length: count }, () => endless.next().value)

test('the same seed gives the same plan of calls and of faults, and another seed another one', () => {
  expect(first(stepsOf(7, 'visitor', 3), 200)).toEqual(first(stepsOf(7, 'visitor', 3), 200))
  expect(first(faultsOf(7, FAULTS), 200)).toEqual(first(faultsOf(7, FAULTS), 200))
  expect(first(stepsOf(8, 'visitor', 3), 200)).not.toEqual(first(stepsOf(7, 'visitor', 3), 200))
  expect(first(stepsOf(7, 'visitor', 4), 200)).not.toEqual(first(stepsOf(7, 'visitor', 3), 200))
})

test('a long plan has calls of every kind and every way of sending, and only the faults that were asked for', () => {
  const steps = first(stepsOf(1, 'administrator', 20), 5_000)
  expect(new Set(steps.map(({ kind }) => kind)).size).toBe(28)
  expect(new Set(steps.map(({ sending }) => sending)).size).toBe(5)
  expect(new Set(first(faultsOf(1, ['kill', 'smtp']), 100).map(({ kind }) => kind))).toEqual(
    new Set(['kill', 'smtp']),
  )
})
