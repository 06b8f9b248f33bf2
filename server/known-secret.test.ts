import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../test/fixture.ts'
import { makeAdmin } from '../test/make.ts'
import { resetAdmin } from './features/admins/reset/commands.ts'
import { isKnownSecret } from './known-secret.ts'
import { readKeys } from './secret.ts'

const app = useTestApp()

const keysOf = (name: string) => readKeys({ secret: `the secret of ${name}, which is long`, data_dir: '' })

const known = async (name: string) => isKnownSecret(app.db, keysOf(name))

test('every start with another secret is warned of, until the old one is back', async () => {
  expect([await known('one'), await known('one')]).toEqual([true, true])
  expect([await known('another'), await known('another')]).toEqual([false, false])
  expect([await known('one'), await known('one')]).toEqual([true, true])
})

test('a lost secret is replaced once no account has a second factor that needs it', async () => {
  const admins = [await makeAdmin(app, 'First'), await makeAdmin(app, 'Second')]
  for (const { name } of admins)
    await sql`insert into second_factors (admin_id, sealed_key, last_step)
      select id, '', 0 from admins where name = ${name}`.execute(app.db)
  const reset = (name: string) => resetAdmin(app.db, name, { secondFactorOnly: true }, app.now())
  await reset('First')
  expect(await known('another')).toBe(false)
  await reset('Second')
  expect([await known('another'), await known('another')]).toEqual([true, true])
})

test('an erasure that is under way holds up no start with the known secret', async () => {
  await sql`update settings set secret_mark = null`.execute(app.db)
  expect(await known('one')).toBe(true)
  await app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('settings').select('only_row').forNoKeyUpdate().execute()
    expect(await known('one')).toBe(true)
  })
})
