import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createBareDatabase, type TestDatabase } from '../../test/test-database.ts'
import { makePool } from './connect.ts'
import { migrate, MIGRATION_LOCK } from './migrate.ts'
import { readableFailure } from './readable-failure.ts'

const FOLDER = join(import.meta.dirname, 'migrations')
const migrations = readdirSync(FOLDER).sort()

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

test('a later start does not wait for a backup, and one that has to migrate does', async () => {
  await migrate(servers[0]!)
  const backup = await servers[1]!.connect()
  await backup.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
  await migrate(servers[2]!)
  await backup.query(`delete from schema_migrations where name = '0022_nightly_backup.sql'`)
  await backup.query('drop table nightly_backup')
  const starting = migrate(servers[2]!)
  const isWaiting = async () =>
    (
      await backup.query(`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`)
    ).rows.length
  await expect.poll(isWaiting, { interval: 5 }).toBe(1)
  backup.release(true)
  await starting
  expect(await appliedIn(servers[0]!)).toEqual(migrations)
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

test('a database of a newer program is good enough for the one before it where every migration says so', async () => {
  await migrate(servers[0]!)
  const add = (version: number, compatible_from: number) =>
    servers[0]!.query('insert into schema_migrations values ($1, $2, $3)', [
      version,
      'newer',
      compatible_from,
    ])
  const own = migrations.length
  await add(own + 1, own)
  await migrate(servers[1]!)
  expect(await appliedIn(servers[0]!)).toEqual([...migrations, 'newer'])
  // A rollback of one more release would meet a schema that it does not know.
  await add(own + 2, own + 1)
  await expect(migrate(servers[1]!)).rejects.toThrow(`The database has version ${own + 2}`)
})

test('a database of before programs noted what works with it is taken further', async () => {
  await migrate(servers[0]!)
  await servers[0]!.query('alter table schema_migrations drop column compatible_from')
  await migrate(servers[1]!)
  const { rows } = await servers[0]!.query(
    'select count(*)::int, count(compatible_from)::int as noted from schema_migrations',
  )
  expect(rows).toEqual([{ count: migrations.length, noted: 0 }])
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

/** A database as the release before this migration left it. */
async function migrateUntil(pool: pg.Pool, migration: string) {
  await pool.query('create table schema_migrations (version integer primary key, name text not null)')
  const until = migrations.findIndex((name) => name.endsWith(migration))
  for (const name of migrations.slice(0, until)) {
    await pool.query(readFileSync(join(FOLDER, name), 'utf8'))
    await pool.query('insert into schema_migrations values ($1, $2)', [Number(name.slice(0, 4)), name])
  }
}

test('how long a request had waited is known of those that were decided before it was noted', async () => {
  const [pool] = servers
  await migrateUntil(pool!, '_figures_from_indexes.sql')
  await pool!.query(`
    insert into reservations (kind, status, date, starts_at, ends_at, place, visitor, member, created_at, updated_at)
    select 'GROUP_MEETING', 'REJECTED', '2026-11-20', '2026-11-20T09:00Z', '2026-11-20T09:10Z', '{}', '{"count":1}', '{}',
      '2026-11-19T09:00Z', '2026-11-19T09:00Z';
    insert into reservation_history (reservation_id, at, actor_kind, actor, action, from_status, to_status) values
      (1, '2026-11-19T09:00Z', 'member', '방문자', 'create', null, 'PENDING'),
      (1, '2026-11-19T10:30Z', 'admin', '운영자', 'reject', 'PENDING', 'REJECTED')`)
  await migrate(pool!)
  const { rows } = await pool!.query(
    'select decided_kind as kind, decided_minutes as minutes from reservation_history order by id',
  )
  expect(rows).toEqual([
    { kind: null, minutes: null },
    { kind: 'GROUP_MEETING', minutes: 90 },
  ])
})

describe('live reservations that do not hold their times', () => {
  /** A database as the release before left it, with what a hand has done to it: by number, 1 to 4. */
  async function makeEarlier(pool: pg.Pool) {
    await migrateUntil(pool, '_live_reservations_keep_their_times.sql')
    await pool.query(`
      insert into rooms (name, floor, size) values ('미팅룸', 1, 8);
      insert into event_dates (date) values ('2026-11-20');
      insert into slots (room_id, event_date_id, time, end_time, duration, starts_at, ends_at)
      select 1, 1, '10:00', '10:10', 10, at, at + interval '10 minutes'
      from generate_series(timestamptz '2026-11-20T09:00Z', '2026-11-20T09:40Z', interval '10 minutes') as at;
      insert into reservations (kind, status, date, starts_at, ends_at, place, visitor, member, created_at, updated_at)
      select 'GROUP_MEETING', status, '2026-11-20', '2026-11-20T09:00Z', '2026-11-20T09:10Z', '{}', '{"count":1}', '{}',
        '2026-11-19T09:00Z', '2026-11-19T09:00Z'
      from unnest('{PENDING,APPROVED,APPROVED,PENDING}'::text[]) as status;
      insert into reservation_slots values (1, 1, 1, '10:00', '10:10', 10), (2, 1, null, '10:00', '10:10', 10),
        (3, 1, 3, '10:00', '10:10', 10), (4, 1, 4, '10:00', '10:10', 10);
      update slots set reservation_id = 1 where id in (1, 4)`)
  }

  test('are put right: what is free is held again, what was taken given back, what is over completed', async () => {
    const [pool] = servers
    await makeEarlier(pool!)
    await migrate(pool!)
    const { rows } = await pool!.query('select id, status from reservations order by id')
    const statuses = rows.map(({ status }: { status: string }) => status)
    expect(statuses).toEqual(['PENDING', 'COMPLETED', 'APPROVED', 'PENDING'])
    const slots = await pool!.query('select reservation_id as by from slots order by id')
    expect(slots.rows.map(({ by }: { by: number | null }) => by)).toEqual([1, null, 3, 4, null])
  })

  test('of which two want one time stop the start, by number', async () => {
    const [pool] = servers
    await makeEarlier(pool!)
    await pool!.query(`update reservation_slots set slot_id = 1 where reservation_id = 3`)
    await expect(migrate(pool!)).rejects.toThrow('live without holding their times: 3.')
  })
})
