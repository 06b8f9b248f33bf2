import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readKeys } from './secret.ts'

let data_dir: string
beforeEach(() => (data_dir = mkdtempSync(join(tmpdir(), 'fairslot-secret-'))))
afterEach(() => rmSync(data_dir, { recursive: true }))

const keyOf = (secret?: string, purpose = 'codes') => readKeys({ secret, data_dir })(purpose).toString('hex')

test('an installation keeps its keys over restarts, in a file that only its user may read', () => {
  const first = keyOf()
  expect(keyOf()).toBe(first)
  expect(statSync(join(data_dir, 'secret')).mode & 0o777).toBe(0o600)
})

test('each purpose has a key of its own, and so has each installation', () => {
  const first = keyOf()
  expect(keyOf(undefined, 'second factors')).not.toBe(first)
  rmSync(join(data_dir, 'secret'))
  expect(keyOf()).not.toBe(first)
})

test('servers that are given one SECRET share their keys and write no file', () => {
  const shared = 'a secret that several servers are given'
  expect(keyOf(shared)).toBe(keyOf(shared))
  expect(() => statSync(join(data_dir, 'secret'))).toThrow('ENOENT')
})

test('a file that was emptied is not taken for a secret', () => {
  writeFileSync(join(data_dir, 'secret'), '\n')
  expect(() => keyOf()).toThrow('holds no secret')
})
