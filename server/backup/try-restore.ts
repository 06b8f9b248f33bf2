import type pg from 'pg'
import { applyWithin, readMigrations } from '../database/migrate.ts'
import { readArchive } from './archive.ts'
import { checkBackup } from './check-backup.ts'
import { connectAlone } from './connection.ts'
import { loadTables } from './load-tables.ts'

type Trial = { connection: pg.ClientConfig; file: string; signal: AbortSignal }

/** Restores a backup of this version beside the real tables, counts its rows, and rolls back. Throws what fails. */
export async function tryRestore({ connection, file, signal }: Trial) {
  const manifest = await checkBackup(file)
  const client = await connectAlone(connection, 'fairslot backup trial', signal)
  try {
    await client.query('begin')
    await client.query('create schema fairslot_trial')
    // No name reaches the real tables.
    await client.query('set local search_path to fairslot_trial')
    for (const migration of await readMigrations()) await applyWithin(client, migration)
    await loadTables(client, manifest, readArchive(file), () => {})
    await client.query('rollback')
  } finally {
    await client.end()
  }
}
