import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { ArchiveFile } from './archive.ts'
import { subjectOf } from './check-backup.ts'
import { countRows } from './goal.ts'
import { Tally, type Manifest } from './manifest.ts'
import { identifier } from './tables.ts'

type Table = Manifest['tables'][number]

/** Triggers are disabled: a restored row is no new event. Keys and checks still apply. */
export async function loadTables(
  client: pg.Client,
  manifest: Manifest,
  files: AsyncIterable<ArchiveFile>,
  log: (line: string) => void,
) {
  const names = manifest.tables.map(({ name }) => identifier(name))
  await client.query(`truncate ${names.join(', ')}`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await copyAll(client, manifest, files)
  // A table with pending deferred checks cannot be altered.
  await client.query('set constraints all immediate')
  for (const name of names) await client.query(`alter table ${name} enable trigger user`)
  for (const { table, column, last, is_called } of manifest.sequences)
    await client.query('select setval(pg_get_serial_sequence($1, $2), $3::bigint, $4)', [
      identifier(table),
      column,
      last,
      is_called,
    ])
  for (const { name, rows } of manifest.tables) {
    const found = await countRows(client, name)
    if (found !== rows) throw new Error(`${name} has ${found} rows after loading, and ${rows} in the backup.`)
    log(`  ${name.padEnd(20)} ${String(rows).padStart(9)}`)
  }
}

async function copyAll(client: pg.Client, manifest: Manifest, files: AsyncIterable<ArchiveFile>) {
  const tables = new Map(manifest.tables.map((table) => [table.name, table]))
  let loading: Loading | undefined
  for await (const { name, content } of files) {
    const table = name.startsWith('tables/') ? tables.get(subjectOf(name)) : undefined
    if (loading && loading.table !== table) {
      await loading.end()
      loading = undefined
    }
    if (table) loading ??= startLoading(client, table)
    for await (const piece of content) await loading?.add(piece)
  }
}

type Loading = ReturnType<typeof startLoading>

function startLoading(client: pg.Client, table: Table) {
  const columns = table.columns.map(identifier).join(', ')
  const copy = client.query(copyFrom(`copy ${identifier(table.name)} (${columns}) from stdin`))
  const loaded = finished(copy)
  // Awaited at the end; an earlier failure is thrown by the next write.
  loaded.catch(() => {})
  const tally = new Tally()
  return {
    table,
    async add(piece: Uint8Array) {
      tally.add(piece)
      if (!copy.write(piece)) await Promise.race([once(copy, 'drain'), loaded])
    },
    async end() {
      copy.end()
      await loaded
      // The file may have changed since its check.
      if (tally.sum().sha256 !== table.sha256)
        throw new Error(`${table.name} has changed since it was checked.`)
    },
  }
}
