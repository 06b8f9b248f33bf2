import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readFirstVisits } from './first-visits.ts'
import { PATHS } from '../paths.ts'

const read = () => readFirstVisits(readFileSync(`${import.meta.dirname}/../routes.tsx`, 'utf8'))

test('every address has a first visit, of modules that exist', () => {
  const visits = read()
  expect([...visits.keys()].toSorted()).toEqual(Object.values(PATHS).toSorted())
  for (const modules of visits.values()) {
    expect(modules).not.toEqual([])
    for (const module of modules) expect(existsSync(`${import.meta.dirname}/../${module}`), module).toBe(true)
  }
})

test('a first visit counts what the screen stands in', () => {
  expect(read().get('/dashboard')).toEqual([
    'api/reads/query-provider.tsx',
    'visitor/layout/visitor-layout.tsx',
    'visitor/dashboard/dashboard-screen.tsx',
  ])
})

test('a first visit of something that is not fetched says so', () => {
  const routes = `const loadA = () => import('./a.tsx')\n  [PATHS.login]: [loadA, loadB],`
  expect(() => readFirstVisits(routes)).toThrow('loadB')
})
