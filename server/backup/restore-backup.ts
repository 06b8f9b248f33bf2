import { access, constants, mkdir, rename, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type pg from 'pg'
import {
  applyWithin,
  findPending,
  MIGRATION_LOCK,
  readMigrations,
  refuseOldServer,
  type Migration,
} from '../database/migrate.ts'
import { readArchive } from './archive.ts'
import { checkBackup } from './check-backup.ts'
import { connectAlone } from './connection.ts'
import { clear, describeContents, refuseWhileServed } from './goal.ts'
import { loadTables } from './load-tables.ts'
import type { Manifest } from './manifest.ts'

export type Restore = {
  connection: pg.ClientConfig
  file: string
  manifest: Manifest
  dataDir: string
  /** Allows existing contents to be deleted. */
  replace: boolean
  log: (line: string) => void
  /** Runs in the same transaction after loading. */
  finish?: (client: pg.Client) => Promise<void>
  takeSecret: (secret: string) => void
}

/** The database is restored, but not its files. */
export class FilesMissing extends Error {}

/** Needs no database. */
export async function checkRestorable(file: string, log: (line: string) => void): Promise<Manifest> {
  const manifest = await checkBackup(file)
  log(`The backup is complete: taken at ${manifest.taken_at} with PostgreSQL ${manifest.postgres}.`)
  refuseOther(manifest, await readMigrations())
  return manifest
}

/** One transaction; files are written after its commit. */
export async function restoreBackup(restore: Restore) {
  const { connection } = restore
  const migrations = await readMigrations()
  // Fails early if the folder is not writable.
  await mkdir(restore.dataDir, { recursive: true })
  await access(restore.dataDir, constants.W_OK)
  const client = await connectAlone(connection, 'fairslot restore')
  try {
    await client.query('begin')
    await prepareDatabase(client, restore, migrations)
    await rebuild(client, restore, migrations)
    await restore.finish?.(client)
    await client.query('set local synchronous_commit = on')
    await client.query('commit')
    // Autovacuum analyzes later too.
    await client.query('analyze').catch(() => {})
  } finally {
    // Rolls back an open transaction.
    await client.end()
  }
  await restoreFiles(restore).catch((error: Error) => {
    throw new FilesMissing(
      `The database is restored, the secret or mail files in ${restore.dataDir} are not: ${error.message}. Restore once more with --replace.`,
      { cause: error },
    )
  })
}

function refuseOther({ schema, program }: Manifest, migrations: Migration[]) {
  if (migrations[schema.version]?.checksum !== schema.checksum)
    throw new Error(
      `Another version of Fairslot (program ${program}) made this backup: restore it with that version.`,
    )
}

async function prepareDatabase(client: pg.Client, { replace }: Restore, migrations: Migration[]) {
  await refuseOldServer(client)
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_xact_lock($1) as taken', [
    MIGRATION_LOCK,
  ])
  await refuseWhileServed(client)
  if (!rows[0]!.taken)
    throw new Error(
      'A starting server, a backup or another restore is using this database: wait until it ends.',
    )
  await findPending(client, migrations)
  const contents = await describeContents(client)
  if (contents !== '' && !replace)
    throw new Error(`The database is not empty: ${contents}. With --replace all of it is deleted.`)
  await clear(client, migrations)
}

async function rebuild(client: pg.Client, { file, log, manifest }: Restore, migrations: Migration[]) {
  const isInFile = ({ version }: Migration) => version <= manifest.schema.version
  for (const migration of migrations.filter(isInFile)) await applyWithin(client, migration)
  await loadTables(client, manifest, readArchive(file), log)
  for (const migration of migrations.filter((each) => !isInFile(each))) await applyWithin(client, migration)
}

async function restoreFiles({ file, dataDir, takeSecret }: Restore) {
  const folder = join(dataDir, 'mail')
  for await (const { name, content } of readArchive(file)) {
    const bytes = await buffer(content)
    if (name === 'secret') takeSecret(bytes.toString('utf8').trim())
    if (!name.startsWith('mail/')) continue
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const mail = join(folder, basename(name))
    await writeFile(`${mail}.part`, bytes, { mode: 0o600 })
    await rename(`${mail}.part`, mail)
  }
}
