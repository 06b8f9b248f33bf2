import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createBareDatabase, type TestDatabase } from '../../test/test-database.ts'
import { makePool } from './connect.ts'
import { migrate, MIGRATION_LOCK, readMigrations, type Migration } from './migrate.ts'
import { readableFailure } from './readable-failure.ts'

const THIS = await readMigrations()
const NAMES = THIS.map(({ name }) => name)
/** The next release. */
const LATER: Migration[] = [
  ...THIS,
  { version: THIS.length, name: 'later.sql', sql: 'create table later ()', checksum: 'later' },
]
const OTHER =
  'Another version of Fairslot made this database: start that version, or give this one an empty database.'

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

test('servers that start together on an empty database create the schema once', async () => {
  await Promise.all(servers.map((server) => migrate(server)))
  expect(await appliedIn(servers[0]!)).toEqual(NAMES)
  await servers[0]!.query('select from members, slots, reservations, mails')
})

test('a later start finds everything done and changes nothing', async () => {
  await migrate(servers[0]!)
  await servers[0]!.query(`update settings set event_name = '우리 행사'`)
  await migrate(servers[1]!)
  const { rows } = await servers[1]!.query('select event_name from settings')
  expect(rows).toEqual([{ event_name: '우리 행사' }])
})

test('a start waits for a backup only if it has to migrate', async () => {
  await migrate(servers[0]!)
  const backup = await servers[1]!.connect()
  await backup.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
  await migrate(servers[2]!)
  const starting = migrate(servers[2]!, LATER)
  const isWaiting = async () =>
    (
      await backup.query(`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`)
    ).rows.length
  await expect.poll(isWaiting, { interval: 5 }).toBe(1)
  backup.release(true)
  await starting
  expect(await appliedIn(servers[0]!)).toEqual([...NAMES, 'later.sql'])
})

test('a later release migrates the database, and the previous release then refuses it unchanged', async () => {
  await migrate(servers[0]!)
  await servers[0]!.query(`update settings set event_name = '우리 행사'`)
  await Promise.all(servers.map((server) => migrate(server, LATER)))
  const { rows } = await servers[0]!.query('select event_name from settings')
  expect(rows).toEqual([{ event_name: '우리 행사' }])
  expect(await migrate(servers[1]!).catch(readableFailure)).toBe(OTHER)
  expect(await appliedIn(servers[0]!)).toEqual([...NAMES, 'later.sql'])
})

test('a database whose schema differs from schema.sql is refused, and the lock is released', async () => {
  await migrate(servers[0]!)
  await servers[0]!.query(`update schema_migrations set checksum = 'edited' where version = 0`)
  expect(await migrate(servers[1]!).catch(readableFailure)).toBe(OTHER)
  await servers[0]!.query('update schema_migrations set checksum = $1 where version = 0', [THIS[0]!.checksum])
  await Promise.all(servers.map((server) => migrate(server)))
})

test('a database that earlier programs migrated in many steps is refused', async () => {
  await servers[0]!
    .query(`create table schema_migrations (version integer, name text, compatible_from integer);
    insert into schema_migrations values (1, '0001_foundation.sql', 1)`)
  expect(await migrate(servers[1]!).catch(readableFailure)).toBe(OTHER)
})

test('a failed migration is named and rolled back', async () => {
  await servers[0]!.query('create table settings (mine text)')
  const failure = await migrate(servers[0]!).catch((error: unknown) => readableFailure(error))
  expect(failure).toBe('Migration schema.sql failed: relation "settings" already exists')
  const { rows } = await servers[0]!.query(
    `select from pg_tables where tablename in ('members', 'schema_migrations')`,
  )
  expect(rows).toEqual([])
  await servers[0]!.query('drop table settings')
  await migrate(servers[1]!)
})

test('comments and spaces do not change the version of schema.sql', async ({ onTestFinished }) => {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-schema-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const checksumOf = async (sql: string) => {
    writeFileSync(join(folder, 'schema.sql'), sql)
    return (await readMigrations(pathToFileURL(`${folder}/`)))[0]!.checksum
  }
  const checksum = await checksumOf('create table a (\n  b integer\n);\n')
  expect(await checksumOf('-- About a.\ncreate table a (\n    -- About b.\n    b integer\n);\n')).toBe(
    checksum,
  )
  expect(await checksumOf('create table a (\n  b text\n);\n')).not.toBe(checksum)
})
