import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PATHS } from '../paths.ts'
import { MODULES, modulesOf } from '../screens.ts'
import { listFirstVisits } from './first-visits.ts'

const web = join(import.meta.dirname, '..')

const chunk = (module: string | null, imports: string[] = [], css: string[] = []) => ({
  isEntry: module === null,
  moduleIds: module === null ? [] : [join(web, module)],
  imports,
  viteMetadata: { importedCss: new Set(css) },
})

/** A build in which every screen has a file of its own. */
const build = () => ({
  'index.js': chunk(null, ['vendor.js']),
  'vendor.js': { ...chunk(null), isEntry: false },
  ...Object.fromEntries(
    MODULES.map((module) => [`${module}.js`, chunk(module, ['vendor.js'], [`${module}.css`])]),
  ),
})

test('every address has a first visit, of modules that draw something', () => {
  const visits = listFirstVisits(build())
  expect(Object.keys(visits).toSorted()).toEqual(Object.values(PATHS).toSorted())
  for (const path of Object.values(PATHS)) {
    expect(visits[path]).toEqual(expect.arrayContaining(modulesOf(path).map((module) => `${module}.js`)))
    for (const module of modulesOf(path))
      expect(readFileSync(join(web, module), 'utf8'), module).toContain('export default function')
  }
})

test('a first visit counts what the screen stands in, and the styles of all before the scripts', () => {
  const stands = [
    'api/reads/query-provider.tsx',
    'visitor/layout/visitor-layout.tsx',
    'visitor/dashboard/dashboard-screen.tsx',
  ]
  expect(listFirstVisits(build())['/dashboard']).toEqual([
    ...stands.map((module) => `${module}.css`),
    'index.js',
    'vendor.js',
    ...stands.map((module) => `${module}.js`),
  ])
})

test('a first visit counts the file that fetches what its folder holds', () => {
  const visits = listFirstVisits({ ...build(), 'loaders.js': chunk('admin/loaders.ts') })
  expect(visits['/admin/users']).toContain('loaders.js')
  expect(visits['/dashboard']).not.toContain('loaders.js')
})

test('a screen that is not fetched says so', () => {
  const { 'visitor/login/login-screen.tsx.js': _, ...others } = build()
  expect(() => listFirstVisits(others)).toThrow('visitor/login/login-screen.tsx')
})
