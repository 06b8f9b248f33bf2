import { expect, test } from 'vitest'
import { findHoles, findRefused } from '../scripts/packages.mjs'

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0)', true],
  ['MIT AND ISC', true],
  ['GPL-3.0', false],
  ['MIT AND GPL-3.0', false],
  ['SEE LICENSE IN LICENSE.md', false],
  [undefined, false],
])('a package under %s may come with the product: %s', (license, may) => {
  const packages = { '': { license: 'none' }, 'node_modules/a/node_modules/@b/c': { license } }
  expect(findRefused(packages)).toEqual(may ? [] : [{ name: '@b/c', licence: license ?? 'none' }])
  expect(findRefused({ 'node_modules/tool': { license, dev: true } })).toEqual([])
})

const hole = (severity: string) => ({
  vulnerabilities: {
    lib: {
      name: 'lib',
      via: ['other', { severity, title: 'Anybody gets in', url: 'https://example.com/GHSA-1' }],
    },
  },
})

test('a high or critical hole fails the check unless it is explained, and an audit without an answer is none', () => {
  const found = [{ name: 'lib', title: 'Anybody gets in', id: 'GHSA-1' }]
  expect(findHoles(hole('high'), {})).toEqual(found)
  expect(findHoles(hole('critical'), {})).toEqual(found)
  expect(findHoles(hole('moderate'), {})).toEqual([])
  expect(findHoles(hole('high'), { 'GHSA-1': 'The function is not called.' })).toEqual([])
  for (const nothing of [undefined, { message: '405 Method Not Allowed' }])
    expect(findHoles(nothing, {})).toBeUndefined()
})
