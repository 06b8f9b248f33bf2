import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

const read = (...args: string[]) => readOptions(args, () => 4711)

test('without a word all faults are played for a minute on two servers, with a seed of chance', () => {
  expect(read()).toMatchObject({ seed: 4711, minutes: 1, processes: 2, isWeakened: false })
  expect(read().faults).toHaveLength(4)
  expect(read('--seed', '3', '--minutes', '0.5', '--faults', 'kill,smtp')).toMatchObject({
    seed: 3,
    minutes: 0.5,
    faults: ['kill', 'smtp'],
  })
  expect(read('--faults', 'none').faults).toEqual([])
})

test('the database of somebody else is not restarted', () => {
  expect(read('--database', 'postgres:///x', '--faults', 'kill').database_url).toBe('postgres:///x')
  expect(() => read('--database', 'postgres:///x')).toThrow('--faults postgres')
})

test.each([
  ['--seed', 'abc'],
  ['--minutes', '0'],
  ['--minutes', '151'],
  ['--faults', 'kil'],
  ['--processes', '0'],
])('%s %s is refused by name', (name, value) => {
  expect(() => read(name, value)).toThrow(name)
})
