import { expect, test } from 'vitest'
import { useTestApp } from '../test/fixture.ts'
import { isKnownSecret } from './known-secret.ts'
import { readKeys } from './secret.ts'

const app = useTestApp()

const keysOf = (name: string) => readKeys({ secret: `the secret of ${name}, which is long`, data_dir: '' })

test('a start with another secret than before is told of, once, and so is the return of the old one', async () => {
  const known = async (name: string) => isKnownSecret(app.db, keysOf(name))
  expect([await known('one'), await known('one')]).toEqual([true, true])
  expect([await known('another'), await known('another')]).toEqual([false, true])
  expect(await known('one')).toBe(false)
})
