import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'

const FOLDER = new URL('./migrations/', import.meta.url)
// Any number, as long as every server process uses the same.
const MIGRATION_LOCK = 7_203_114

type Migration = { version: number; name: string; sql: string }

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => ({
      version: Number(name.slice(0, 4)),
      name,
      sql: await readFile(new URL(name, FOLDER), 'utf8'),
    })),
  )
}

/**
 * Brings the database to the code's version, each migration in its own transaction. Servers that start at once wait
 * for each other. Throws one clear line when the database is newer than the code or older than PostgreSQL 15.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const migrations = await readMigrations()
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await refuseOldServer(client)
    for (const migration of await pending(client, migrations)) await apply(client, migration)
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK])
    client.release()
  } catch (error) {
    // Closing the connection is what surely gives the lock back.
    client.release(true)
    throw error
  }
}

async function refuseOldServer(client: pg.PoolClient) {
  const { rows } = await client.query<{ version: number }>(
    `select current_setting('server_version_num')::int / 10000 as version`,
  )
  if (rows[0]!.version < 15) throw new Error(`PostgreSQL 15 or newer is needed; this is ${rows[0]!.version}.`)
}

async function pending(client: pg.PoolClient, migrations: Migration[]): Promise<Migration[]> {
  await client.query(`create table if not exists schema_migrations (
    version integer constraint schema_migrations_pkey primary key,
    name text not null
  )`)
  const { rows } = await client.query<{ version: number }>('select version from schema_migrations')
  const applied = new Set(rows.map((row) => row.version))
  const newest = migrations.at(-1)?.version ?? 0
  const beyond = Math.max(0, ...applied)
  if (beyond > newest)
    throw new Error(
      `The database has version ${beyond}, newer than this program's ${newest}. Start the newer program, or restore a backup.`,
    )
  return migrations.filter((migration) => !applied.has(migration.version))
}

async function apply(client: pg.PoolClient, { version, name, sql }: Migration) {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (version, name) values ($1, $2)', [version, name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
