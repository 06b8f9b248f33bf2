import { statfs } from 'node:fs/promises'
import type pg from 'pg'
import { findPending, readMigrations, refuseOldServer } from '../database/migrate.ts'
import type { Checks } from './examine.ts'
import { NotChecked, ok, problem, type Finding } from './finding.ts'
import type { Installation } from './installation.ts'

const ROOM = 1e9

export async function roomIn(folder: string, needed: number): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder)
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6).toLocaleString('en')} MB`
  const text = `${megabytes(bavail * bsize)} are free; ${megabytes(needed)} are needed.`
  return bavail * bsize >= needed ? ok(text) : problem(text, `Make room on the disk of ${folder}.`)
}

export async function row<Row extends pg.QueryResultRow>(at: Installation, text: string): Promise<Row> {
  return (await (await at.database()).pool.query<Row>(text)).rows[0]!
}

export const DATABASE_CHECKS: Checks = {
  async database({ opening }) {
    const { pool } = await opening
    await refuseOldServer(pool)
    const { rows } = await pool.query<{ version: string; is_standby: boolean }>(
      `select current_setting('server_version') as version, pg_is_in_recovery() as is_standby`,
    )
    const { version, is_standby } = rows[0]!
    if (!is_standby) return ok(`PostgreSQL ${version} answers.`)
    return problem('It is a standby, which takes no bookings.', 'Set DATABASE_URL to the primary.')
  },

  async rights(at) {
    const { may } = await row<{ may: boolean | null }>(
      at,
      `select has_database_privilege(current_database(), 'create')
        and has_schema_privilege(current_schema(), 'create') as may`,
    )
    if (may) return ok('The database user may create schemas and tables.')
    return problem('The database user may not create all it needs.', 'ALTER DATABASE name OWNER TO user')
  },

  async schema(at) {
    const pending = await findPending((await at.database()).pool, await readMigrations())
    return ok(pending.length === 0 ? 'The tables are of this version.' : 'The next start makes the tables.')
  },

  async 'database disk'(at) {
    if (at.env.database_url) throw new NotChecked('Run df -h on the machine of the database.')
    const { folder } = await row<{ folder: string }>(at, `select current_setting('data_directory') as folder`)
    return roomIn(folder, ROOM)
  },
}
