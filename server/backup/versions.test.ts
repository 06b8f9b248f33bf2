import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import {
  backUp,
  contentsOf,
  findOlderPostgres,
  makeFolder,
  removeFolders,
  restoreInto,
  startOlderPostgres,
} from '../../test/backup.ts'
import { useTestApp } from '../../test/fixture.ts'
import { makeMember } from '../../test/make.ts'
import { createBareDatabase, databaseUrl, withClient } from '../../test/test-database.ts'
import { readMigrations } from '../database/migrate.ts'
import { clear } from './goal.ts'
import { LEFT_BEHIND, TABLES } from './tables.ts'

const app = useTestApp()
afterAll(removeFolders)

/** Everything in the schema that belongs to no table. */
async function madeBySchema(client: pg.Client) {
  const { rows } = await client.query<{ kind: string; name: string }>(`
    select case relkind when 'r' then 'table' else 'other' end as kind, relname as name
    from pg_class c where relnamespace = 'public'::regnamespace and relkind not in ('i', 'I', 't')
      and not exists (select from pg_depend where objid = c.oid and deptype in ('i', 'a') and relkind = 'S')
    union all select 'other', typname from pg_type t
      where typnamespace = 'public'::regnamespace and typtype <> 'c' and typelem = 0
    union all select 'other', nspname from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')`)
  const named = (kind: string) => rows.flatMap((row) => (row.kind === kind ? row.name : [])).sort()
  return { tables: named('table'), other: named('other') }
}

test('a backup knows every table, and nothing in the schema but tables and functions', async () => {
  const known = { tables: [...TABLES, ...LEFT_BEHIND].sort(), other: [] }
  await withClient(app.connectionString, async (client) => {
    expect(await madeBySchema(client)).toEqual(known)
    for (const drift of [
      'create table later (id integer)',
      'create sequence later',
      'create type later as enum ()',
      'create schema later',
    ]) {
      await client.query(`begin; ${drift}`)
      expect(await madeBySchema(client), drift).not.toEqual(known)
      await client.query('rollback')
    }
  })
})

test('tables are listed in an order in which each can be loaded', async () => {
  await withClient(app.connectionString, async (client) => {
    const { rows } = await client.query<{ from: string; to: string }>(
      `select conrelid::regclass::text as from, confrelid::regclass::text as to from pg_constraint
       where contype = 'f' and not condeferred and connamespace = 'public'::regnamespace`,
    )
    const order: readonly string[] = TABLES
    expect(rows.filter(({ from, to }) => order.indexOf(from) < order.indexOf(to))).toEqual([])
  })
})

test('a restore drops every function of the schema, and no other', async ({ onTestFinished }) => {
  const there = await createBareDatabase()
  onTestFinished(() => there.drop())
  const { file } = await backUp(app.connectionString)
  await restoreInto(there.connectionString, file)
  await withClient(there.connectionString, async (client) => {
    await client.query('create function mine() returns integer language sql as $$ select 1 $$; begin')
    await clear(client, await readMigrations())
    const { rows } = await client.query(
      `select proname from pg_proc where pronamespace = 'public'::regnamespace`,
    )
    expect(rows).toEqual([{ proname: 'mine' }])
    await client.query('rollback')
  })
})

// The result does not depend on the PostgreSQL version, so one run suffices.
const isSecondRun = process.env['TEST_DATABASE_URL'] !== undefined
const older = isSecondRun ? undefined : findOlderPostgres()

test.runIf(older)('a backup restores on an older PostgreSQL and back', async ({ onTestFinished }) => {
  await makeMember(app.db)
  const server = await startOlderPostgres(older!.bin)
  onTestFinished(() => server.stop())
  await withClient(server.url, (client) => client.query('create database event'))
  const elsewhere = databaseUrl(server.url, 'event')
  const { file } = await backUp(app.connectionString)
  await restoreInto(elsewhere, file)
  const back = await createBareDatabase()
  onTestFinished(() => back.drop())
  const { file: returning, manifest } = await backUp(elsewhere)
  expect(manifest.postgres).toMatch(new RegExp(`^${older!.version}\\.`))
  await restoreInto(back.connectionString, returning)
  expect(await contentsOf(back.connectionString)).toEqual(await contentsOf(app.connectionString))
})

const ROOT = join(import.meta.dirname, '../..')

test.skipIf(isSecondRun)(
  'a restore that is killed leaves the database unchanged',
  async ({ onTestFinished }) => {
    await app.pool.query(
      `insert into audit_log (at, admin_id, admin, action, summary, details)
     select '2026-11-20T08:00Z', 1, 'admin', 'POST /', 'long', jsonb_build_object('text', repeat('x', 1000))
     from generate_series(1, 20000)`,
    )
    const { file } = await backUp(app.connectionString)
    const there = await createBareDatabase()
    onTestFinished(() => there.drop())
    const restoring = spawn(join(ROOT, 'scripts/node'), [join(ROOT, 'server/cli/restore.ts'), file], {
      env: { DATABASE_URL: there.connectionString, DATA_DIR: makeFolder() },
    })
    let output = ''
    restoring.stdout.on('data', (chunk) => (output += String(chunk)))
    await withClient(there.connectionString, async (client) => {
      const restorer = async () =>
        (
          await client.query<{ query: string }>(
            `select query from pg_stat_activity where datname = current_database() and application_name = 'fairslot restore'`,
          )
        ).rows.map(({ query }) => query.slice(0, 16))
      await expect.poll(restorer, { interval: 1 }).toEqual(['copy "audit_log"'])
      restoring.kill('SIGKILL')
      await once(restoring, 'close')
      await expect.poll(restorer, { interval: 5 }).toEqual([])
      const { rows } = await client.query(
        `select relname from pg_class where relnamespace = 'public'::regnamespace`,
      )
      expect(rows).toEqual([])
    })
    expect(output).not.toContain('Restored')
  },
)
