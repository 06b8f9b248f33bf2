import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { exactIsoInMadrid, type Instant } from '../../domain/madrid-time.ts'
import { findPending, MIGRATION_LOCK, readMigrations } from '../database/migrate.ts'
import { writeArchive, type ArchiveWriter } from './archive.ts'
import { connectAlone } from './connection.ts'
import { emptyManifest, MANIFEST, Tally, type Manifest } from './manifest.ts'
import { identifier, TABLES } from './tables.ts'

export type BackupSource = {
  connection: pg.ClientConfig
  dataDir: string
  /** Absent if none was created yet. */
  secret: string | undefined
  now: Instant
  signal?: AbortSignal
}

const PART_BYTES = 1 << 20

/** Reads one database snapshot while the service runs. */
export async function takeBackup(source: BackupSource, target: Writable): Promise<Manifest> {
  const client = await connectAlone(source.connection, 'fairslot backup', source.signal)
  try {
    // Makes migrations wait: a table must not change before it is copied.
    await client.query('select pg_advisory_lock_shared($1)', [MIGRATION_LOCK])
    await client.query('begin isolation level repeatable read, read only')
    const manifest = emptyManifest(await describe(client, source.now))
    const tables = await findTables(client)
    await writeArchive(
      target,
      new Date(source.now),
      async (archive) => {
        for (const table of tables) manifest.tables.push(await addTable(client, archive, table))
        await addFiles(archive, manifest, source)
        await archive.add(MANIFEST, Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`))
      },
      source.signal,
    )
    return manifest
  } catch (error) {
    // After an abort, its reason explains more than the failed query.
    source.signal?.throwIfAborted()
    throw error
  } finally {
    await client.end()
  }
}

async function describe(client: pg.Client, now: Instant) {
  const { rows: there } = await client.query<{ empty: boolean }>(
    `select to_regclass('schema_migrations') is null as empty`,
  )
  if (there[0]!.empty) throw new Error('This database is empty.')
  await findPending(client, await readMigrations())
  const { rows: applied } = await client.query<Manifest['schema']>(
    'select version, checksum from schema_migrations order by version desc limit 1',
  )
  const { rows } = await client.query<{ postgres: string; snapshot: string }>(
    `select split_part(current_setting('server_version'), ' ', 1) as postgres, pg_current_snapshot()::text as snapshot`,
  )
  return {
    ...rows[0]!,
    schema: applied[0]!,
    taken_at: exactIsoInMadrid(now),
    sequences: await findSequences(client),
  }
}

type Table = { name: string; columns: string[] }

/** The stored columns of existing tables. */
async function findTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select relname as name, array_agg(attname::text order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = any($1)
       and attnum > 0 and not attisdropped and attgenerated = ''
     group by relname order by array_position($1, relname::text)`,
    [TABLES],
  )
  return rows
}

/** Sequences are not transactional: a value read now is never behind the copied rows. */
async function findSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select relname as table, attname as column, pg_get_serial_sequence(quote_ident(relname), attname) as sequence
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = current_schema()::regnamespace and relname = any($1) and attidentity <> ''
     order by relname`,
    [TABLES],
  )
  const found: Manifest['sequences'] = []
  for (const { table, column, sequence } of rows) {
    const state = await client.query<{ last: string; is_called: boolean }>(
      `select last_value::text as last, is_called from ${sequence}`,
    )
    found.push({ table, column, ...state.rows[0]! })
  }
  return found
}

/** In parts, so that neither side holds a whole table. */
async function addTable(client: pg.Client, archive: ArchiveWriter, { name, columns }: Table) {
  const tally = new Tally()
  let parts = 0
  const add = async (part: Buffer) => {
    if (part.length === 0) return
    tally.add(part)
    parts += 1
    await archive.add(`tables/${name}/${String(parts).padStart(6, '0')}.tsv`, part)
  }
  const copy = client.query(
    copyTo(`copy ${identifier(name)} (${columns.map(identifier).join(', ')}) to stdout`),
  )
  let waiting: Buffer[] = []
  let size = 0
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    waiting.push(chunk)
    size += chunk.length
    if (size < PART_BYTES) continue
    const all = Buffer.concat(waiting)
    const end = all.lastIndexOf(10) + 1
    await add(all.subarray(0, end))
    // A slice would keep the whole buffer in memory.
    const rest = Buffer.from(all.subarray(end))
    waiting = [rest]
    size = rest.length
  }
  await add(Buffer.concat(waiting))
  return { name, columns, rows: tally.rows, ...tally.sum() }
}

async function addFiles(archive: ArchiveWriter, manifest: Manifest, { dataDir, secret }: BackupSource) {
  const add = async (name: string, content: Uint8Array) => {
    const tally = new Tally()
    tally.add(content)
    await archive.add(name, content)
    manifest.files.push({ name, ...tally.sum() })
  }
  if (secret !== undefined) await add('secret', Buffer.from(`${secret}\n`))
  const folder = join(dataDir, 'mail')
  for (const name of await filesIn(folder)) await add(`mail/${name}`, await readFile(join(folder, name)))
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    const found = await readdir(folder, { withFileTypes: true })
    return found.flatMap((each) => (each.isFile() && each.name.endsWith('.eml') ? each.name : [])).sort()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
