import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaTypes } from '../../test/schema-types.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'

const FILE = join(import.meta.dirname, 'schema.ts')

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('schema.ts declares the tables of schema.sql, column by column', async () => {
  const types = await schemaTypes(client)
  if (process.env['UPDATE_GOLDEN']) writeFileSync(FILE, types)
  expect(readFileSync(FILE, 'utf8')).toBe(types)
})

test.each([
  ['a table less', 'drop table idempotency_keys'],
  ['a column that may be empty', 'alter table docents alter column language drop not null'],
  ['a time without a zone', 'alter table admins alter column last_login_at type timestamp'],
  ['a default', `alter table docents alter column language set default 'ko'`],
  ['a column that is no longer generated', 'alter table reservations alter column holds drop expression'],
])('%s is a difference', async (_, statement) => {
  await client.query('begin')
  try {
    await client.query(statement)
    expect(await schemaTypes(client)).not.toBe(readFileSync(FILE, 'utf8'))
  } finally {
    await client.query('rollback')
  }
})
