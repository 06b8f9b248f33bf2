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

/** A folder that is there until `removeFolders`. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-backup-'))
  made.push(folder)
  return folder
}

export function removeFolders(): void {
  // A test may have taken one away itself.
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
}

/** A backup of a database in a new file. */
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

/** Brings a backup into a database; answers the secret that came with it. */
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

/** Every row of every table that a backup carries, as text; of those that `where` finds, if it is given. */
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

/** The same backup with a manifest that says something else, in a new file. */
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

/** The same file with some bits of its middle turned over. */
export function withFlippedBits(file: string): string {
  const bytes = readFileSync(file)
  // More than the head of a compressed part has, in which a date or a name may be another one and nothing is lost.
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
