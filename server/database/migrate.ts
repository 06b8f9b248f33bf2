import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { SETTINGS } from './limits.ts'

const FOLDER = new URL('./', import.meta.url)
// Arbitrary, but the same in every server process.
export const MIGRATION_LOCK = 7_203_114

/** Version 0 is the schema; `0001_what.sql` is the first migration. */
export type Migration = { version: number; name: string; sql: string; checksum: string }

const SCHEMA_MIGRATIONS = `create table if not exists schema_migrations (
  version integer constraint schema_migrations_pkey primary key,
  name text not null,
  checksum text not null
)`

function checksumOf(sql: string) {
  const withoutComments = sql.replaceAll(/^ *--.*$/gm, '')
  return createHash('sha256').update(withoutComments.replaceAll(/\s+/g, ' ').trim()).digest('hex')
}

export async function readMigrations(folder = FOLDER): Promise<Migration[]> {
  const later = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).sort()
  return Promise.all(
    ['schema.sql', ...later].map(async (name, version) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { version, name, sql, checksum: checksumOf(sql) }
    }),
  )
}

/**
 * Each migration has its own transaction; concurrent starts wait for each other. Refuses databases of other
 * versions.
 */
export async function migrate(pool: pg.Pool, migrations?: Migration[]) {
  const steps = migrations ?? (await readMigrations())
  const client = await pool.connect()
  try {
    await client.query(SETTINGS.noLimits)
    await refuseOldServer(client)
    // Shared with backup and restore, so that neither sees half a migration.
    await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
    if ((await findPending(client, steps)).length === 0) return
    await client.query('select pg_advisory_unlock_shared($1)', [MIGRATION_LOCK])
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    for (const migration of await findPending(client, steps)) await apply(client, migration)
  } finally {
    // Close the connection: it holds the lock and has other limits.
    client.release(true)
  }
}

export async function refuseOldServer(client: Pick<pg.Pool, 'query'>) {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  if (rows[0]!.version < 15) throw new Error(`PostgreSQL 15 or newer is needed; this is ${rows[0]!.version}.`)
}

/** Throws if the program does not know one of the database's migrations. */
export async function findPending(
  client: Pick<pg.Pool, 'query'>,
  migrations: Migration[],
): Promise<Migration[]> {
  const { rowCount } = await client.query(`select from pg_class where oid = to_regclass('schema_migrations')`)
  if (rowCount === 0) return migrations
  const { rows } = await client.query<Record<string, unknown>>('select * from schema_migrations')
  const isKnown = ({ version, checksum }: Record<string, unknown>) =>
    migrations.some((each) => each.version === version && each.checksum === checksum)
  if (!rows.every(isKnown))
    throw new Error(
      'Another version of Fairslot made this database: start that version, or give this one an empty database.',
    )
  return migrations.filter(({ version }) => !rows.some((row) => row['version'] === version))
}

/** Runs in the caller's transaction. */
export async function applyWithin(client: pg.ClientBase, { version, name, sql, checksum }: Migration) {
  try {
    await client.query(SCHEMA_MIGRATIONS)
    await client.query(sql)
    await client.query('insert into schema_migrations values ($1, $2, $3)', [version, name, checksum])
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
