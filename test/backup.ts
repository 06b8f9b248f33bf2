import { createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { readArchive, writeArchive } from '../server/backup/archive.ts'
import { MANIFEST, parseManifest, type Manifest } from '../server/backup/manifest.ts'
import { checkRestorable, restoreBackup, type Restore } from '../server/backup/restore-backup.ts'
import { TABLES } from '../server/backup/tables.ts'
import { takeBackup, type BackupSource } from '../server/backup/take-backup.ts'
import { writeWholeFile } from '../server/backup/whole-file.ts'

export { findOlderPostgres, startOlderPostgres } from '../scripts/older-postgres.mjs'

const made: string[] = []

/** Deleted by `removeFolders`. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-backup-'))
  made.push(folder)
  return folder
}

export function removeFolders(): void {
  // A test may have deleted one itself.
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export async function backUp(connectionString: string, given: Partial<BackupSource> = {}) {
  const file = join(makeFolder(), 'event.tar.gz')
  const source = {
    connection: { connectionString },
    dataDir: makeFolder(),
    secret: 'the secret of an installation in tests',
    now: Date.parse('2026-11-20T08:00:00Z'),
    ...given,
  }
  const manifest = await writeWholeFile(file, (target) => takeBackup(source, target))
  return { file, manifest }
}

export async function restoreInto(connectionString: string, file: string, given: Partial<Restore> = {}) {
  let secret: string | undefined
  const takeSecret = (taken: string) => (secret = taken)
  const connection = { connectionString }
  const dataDir = makeFolder()
  const manifest = await checkRestorable(file, () => {})
  const asked = { connection, file, manifest, dataDir, replace: false, log: () => {}, takeSecret }
  await restoreBackup({ ...asked, ...given })
  return { secret, dataDir }
}

/** Every row of every table in a backup as text, or those that match `where`. */
export async function contentsOf(connectionString: string, where = 'true') {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    const contents: Record<string, string[]> = {}
    for (const table of TABLES) {
      const text = `select t::text as row from ${table} t where ${where} order by 1`
      contents[table] = (await client.query<{ row: string }>(text)).rows.map(({ row }) => row)
    }
    return contents
  } finally {
    await client.end()
  }
}

export async function withManifest(file: string, change: (manifest: Manifest) => Manifest): Promise<string> {
  const other = join(makeFolder(), 'other.tar.gz')
  await writeArchive(createWriteStream(other), new Date(0), async ({ add }) => {
    for await (const { name, content } of readArchive(file)) {
      const bytes = Buffer.concat(await Array.fromAsync(content))
      const isManifest = name === MANIFEST
      await add(name, isManifest ? Buffer.from(JSON.stringify(change(parseManifest(String(bytes))))) : bytes)
    }
  })
  return other
}

export function withFlippedBits(file: string): string {
  const bytes = readFileSync(file)
  // More than the header of a compressed part, where flipped bits may do no harm.
  for (let i = 0; i < 32; i += 1) bytes[(bytes.length >> 1) + i]! ^= 1
  const other = join(makeFolder(), 'damaged.tar.gz')
  writeFileSync(other, bytes)
  return other
}

export function cutShort(file: string): string {
  const other = join(makeFolder(), 'cut.tar.gz')
  writeFileSync(other, readFileSync(file).subarray(0, -64))
  return other
}
