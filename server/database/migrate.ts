import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { SETTINGS } from './limits.ts'

const FOLDER = new URL('./migrations/', import.meta.url)
// Any number, as long as every server process uses the same.
export const MIGRATION_LOCK = 7_203_114

export type Migration = {
  version: number
  name: string
  sql: string
  /** The schema of the oldest program that works on once this has been applied. */
  compatible_from: number
}

/** The table in which migrations note themselves. */
export const SCHEMA_MIGRATIONS = `create table if not exists schema_migrations (
  version integer constraint schema_migrations_pkey primary key,
  name text not null,
  compatible_from integer
)`

/** Every step from an empty database to the code's version, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const version = Number(name.slice(0, 4))
      const sql = await readFile(new URL(name, FOLDER), 'utf8')
      const compatible_from = Number(/^-- Compatible from (\d{4})\b/m.exec(sql)?.[1] ?? version)
      return { version, name, sql, compatible_from }
    }),
  )
}

/** The version that the code works with. */
export const newestVersion = async (): Promise<number> => (await readMigrations()).at(-1)?.version ?? 0

/**
 * Brings the database to the code's version, each migration in its own transaction. Servers that start at once wait
 * for each other; one with nothing to do waits for no backup. A database of a newer program is left as it is, and good
 * enough where its migrations say so. Throws one clear line where they do not, and when PostgreSQL is older than 15.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const migrations = await readMigrations()
  const client = await pool.connect()
  try {
    await client.query(SETTINGS.noLimits)
    await refuseOldServer(client)
    // As a backup has it, so that neither meets a migration or a restore half done.
    await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
    if (await isUpToDate(client, migrations)) return
    await client.query('select pg_advisory_unlock_shared($1)', [MIGRATION_LOCK])
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await ensureRecord(client)
    for (const migration of await pending(client, migrations)) await apply(client, migration)
  } finally {
    // Closing the connection is what surely gives the lock back, and nobody else gets its limits.
    client.release(true)
  }
}

/** Throws one clear line when PostgreSQL itself is too old. */
export async function refuseOldServer(client: pg.ClientBase) {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  if (rows[0]!.version < 15) throw new Error(`PostgreSQL 15 or newer is needed; this is ${rows[0]!.version}.`)
}

async function isUpToDate(client: pg.PoolClient, migrations: Migration[]): Promise<boolean> {
  return (await hasRecord(client)) && (await pending(client, migrations)).length === 0
}

async function pending(client: pg.PoolClient, migrations: Migration[]): Promise<Migration[]> {
  const { rows } = await client.query<{ version: number; compatible_from: number | null }>(
    'select version, compatible_from from schema_migrations',
  )
  const applied = new Set(rows.map((row) => row.version))
  const newest = migrations.at(-1)?.version ?? 0
  // Programs of before there was this column have left it empty.
  const needed = Math.max(0, ...rows.map((row) => row.compatible_from ?? row.version))
  if (needed > newest)
    throw new Error(
      `The database has version ${Math.max(...applied)}, newer than this program's ${newest}. Start the newer program, or restore a backup.`,
    )
  return migrations.filter((migration) => !applied.has(migration.version))
}

async function ensureRecord(client: pg.PoolClient) {
  await client.query(SCHEMA_MIGRATIONS)
  // Only where it is missing: adding it waits for everybody who reads the table.
  if (!(await hasRecord(client)))
    await client.query('alter table schema_migrations add column compatible_from integer')
}

async function hasRecord(client: pg.PoolClient): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_attribute where attrelid = to_regclass('schema_migrations') and attname = 'compatible_from'`,
  )
  return rowCount === 1
}

/** One migration, within the transaction that the caller has begun. */
export async function applyWithin(
  client: pg.ClientBase,
  { version, name, sql, compatible_from }: Migration,
): Promise<void> {
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (version, name, compatible_from) values ($1, $2, $3)', [
      version,
      name,
      compatible_from,
    ])
  } catch (error) {
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

async function apply(client: pg.PoolClient, migration: Migration) {
  await client.query('begin')
  try {
    await applyWithin(client, migration)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
