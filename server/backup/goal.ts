import type pg from 'pg'
import { SERVER_NAME } from '../database/connect.ts'
import type { Migration } from '../database/migrate.ts'
import { identifier, LEFT_BEHIND, TABLES } from './tables.ts'

/** It would go on serving cached answers. */
export async function refuseWhileServed(client: pg.Client) {
  const { rows } = await client.query<{ connections: number }>(
    `select count(*)::int as connections from pg_stat_activity
     where datname = current_database() and application_name = $1`,
    [SERVER_NAME],
  )
  if (rows[0]!.connections > 0)
    throw new Error('A Fairslot server is connected to this database: stop this and any other server first.')
}

async function ownTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = any($1)`,
    [[...TABLES, ...LEFT_BEHIND]],
  )
  return rows.map(({ name }) => name)
}

export const countRows = async (client: pg.Client, table: string): Promise<number> =>
  (await client.query<{ rows: number }>(`select count(*)::int as rows from ${identifier(table)}`)).rows[0]!
    .rows

/** Empty for a database without contents. */
export async function describeContents(client: pg.Client): Promise<string> {
  const there = await ownTables(client)
  const counts: string[] = []
  // A new database has settings.
  for (const table of TABLES.filter((name) => name !== 'settings' && there.includes(name))) {
    const rows = await countRows(client, table)
    if (rows > 0) counts.push(`${rows} ${table}`)
  }
  return counts.join(', ')
}

/** Others may share the database. */
export async function clear(client: pg.Client, migrations: Migration[]) {
  const there = await ownTables(client)
  if (there.length > 0) await client.query(`drop table ${there.map(identifier).join(', ')}`)
  for (const { sql } of migrations)
    for (const [, name] of sql.matchAll(/^create (?:or replace )?function (\w+)/gm))
      await client.query(`drop function if exists ${identifier(name!)}`)
}
