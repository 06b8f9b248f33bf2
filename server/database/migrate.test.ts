import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBareDatabase, type TestDatabase } from '../../test/test-database.ts'
import { makePool } from './connect.ts'
import { migrate } from './migrate.ts'
import { readableFailure } from './readable-failure.ts'

const migrations = readdirSync(join(import.meta.dirname, 'migrations')).sort()

let database: TestDatabase
let servers: pg.Pool[]

beforeEach(async () => {
  database = await createBareDatabase()
  servers = Array.from({ length: 4 }, () =>
    makePool({ connectionString: database.connectionString }, () => {}),
  )
})
afterEach(async () => {
  for (const server of servers) await server.end()
  await database.drop()
})

const appliedIn = async (server: pg.Pool) =>
  (await server.query<{ name: string }>('select name from schema_migrations order by version')).rows.map(
    (row) => row.name,
  )

test('servers that start at once on an empty database migrate it once', async () => {
  await Promise.all(servers.map((server) => migrate(server)))
  expect(await appliedIn(servers[0]!)).toEqual(migrations)
  await servers[0]!.query('select from members, slots, reservations, mails')
})

test('a later start finds everything done and changes nothing', async () => {
  await migrate(servers[0]!)
  await servers[0]!.query(`update settings set event_name = '우리 행사'`)
  await migrate(servers[1]!)
  const { rows } = await servers[1]!.query('select event_name from settings')
  expect(rows).toEqual([{ event_name: '우리 행사' }])
})

test('a database of a newer program stops the start with one clear line, and is left as it is', async () => {
  await migrate(servers[0]!)
  await servers[0]!.query(`insert into schema_migrations (version, name) values (9999, '9999_future.sql')`)
  const failure = await migrate(servers[1]!).catch((error: unknown) => readableFailure(error))
  expect(failure).toBe(
    `The database has version 9999, newer than this program's ${migrations.length}. Start the newer program, or restore a backup.`,
  )
  expect(await appliedIn(servers[0]!)).toEqual([...migrations, '9999_future.sql'])
})

test('a start that failed keeps nobody waiting', async () => {
  await migrate(servers[0]!)
  await servers[0]!.query(`insert into schema_migrations (version, name) values (9999, '9999_future.sql')`)
  await expect(migrate(servers[1]!)).rejects.toThrow('9999')
  await servers[0]!.query('delete from schema_migrations where version = 9999')
  await Promise.all(servers.map((server) => migrate(server)))
})

test('a migration that cannot be applied names itself, and nothing of it stays', async () => {
  await servers[0]!.query('create table settings (mine text)')
  const failure = await migrate(servers[0]!).catch((error: unknown) => readableFailure(error))
  expect(failure).toBe('Migration 0001_foundation.sql failed: relation "settings" already exists')
  const { rows } = await servers[0]!.query(`select from pg_tables where tablename = 'members'`)
  expect(rows).toEqual([])
  await servers[0]!.query('drop table settings')
  await migrate(servers[1]!)
})
