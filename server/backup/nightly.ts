import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { addDays, madridDate, madridTime, type Instant } from '../../domain/madrid-time.ts'
import { isBackupDue } from '../../domain/nightly-backup.ts'
import { passingFailure } from '../database/failures.ts'
import { findBackupFate } from '../database/nightly-backup.ts'
import type { Db } from '../database/transaction.ts'
import type { KeyFor } from '../secret.ts'
import { connectAlone } from './connection.ts'
import { takeBackup } from './take-backup.ts'
import { tryRestore } from './try-restore.ts'
import { writeWholeFile } from './whole-file.ts'

/** `at` is a time of day in Madrid. */
export type NightlySettings = { dir: string; keep_days: number; at: string }

type Log = Record<'info' | 'error', (facts: object, message: string) => void>

export type NightlyParts = {
  settings: NightlySettings
  db: Db
  connection: pg.ClientConfig
  dataDir: string
  secret: string | undefined
  keyFor: KeyFor
  now: () => Instant
  log: Log
}

// Arbitrary, but the same in every server process.
const NIGHTLY_LOCK = 7_203_119
const FAILURE_MAX = 300

/** One process makes the backup. Failures are logged, stored, and retried after an hour. */
export async function backUpNightly(parts: NightlyParts, signal: AbortSignal, isFirst = false) {
  const { db, now, log } = parts
  try {
    if (!(await isDue(parts, isFirst))) return
    const file = await withLock(parts, signal, () => backUpOnce(parts, signal, isFirst))
    if (file) log.info({ file }, 'nightly backup written')
  } catch (error) {
    if (signal.aborted) return
    log.error({ err: error }, 'nightly backup failed, will be retried in an hour')
    const failure = (error as Error).message.slice(0, FAILURE_MAX)
    await note(db, { failed_at: new Date(now()), failure }).catch(() => {})
  }
}

/** A restart may have fixed the cause of the last failure. */
async function isDue({ settings, db, now }: NightlyParts, isFirst: boolean): Promise<boolean> {
  const fate = await findBackupFate(db)
  return isBackupDue(isFirst ? { ...fate, failed_at: null } : fate, settings.at, now())
}

async function withLock<Made>({ connection }: NightlyParts, signal: AbortSignal, work: () => Promise<Made>) {
  const client = await connectAlone(connection, 'fairslot nightly backup', signal)
  try {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      NIGHTLY_LOCK,
    ])
    return rows[0]!.taken ? await work() : undefined
  } finally {
    await client.end()
  }
}

async function backUpOnce(parts: NightlyParts, signal: AbortSignal, isFirst: boolean) {
  const { settings, db, connection, dataDir, secret, now } = parts
  const begun = now()
  // Another process may have been first.
  if (!(await isDue(parts, isFirst))) return undefined
  const name = `${prefixOf(parts)}${minuteOf(begun)}.tar.gz`
  const file = join(settings.dir, name)
  // A killed attempt may have filled the disk, or left a backup of this minute.
  await removeOld(parts, begun)
  await rm(file, { force: true })
  await writeWholeFile(file, (target) =>
    takeBackup({ connection, dataDir, secret, now: begun, signal }, target),
  )
  await tryRestore({ connection, file, signal }).catch(async (error: Error) => {
    // It would be taken for a good one, and each retry writes another.
    await rm(file, { force: true })
    throw passingFailure(error) === 'full'
      ? new Error('The disk of the database is full: the backup could not be tried.', { cause: error })
      : new Error(`the backup cannot be restored: ${error.message}`, { cause: error })
  })
  await note(db, { succeeded_at: new Date(begun), file: name })
  await removeOld(parts, begun)
  return file
}

/** Several installations may share a folder. */
const prefixOf = ({ keyFor }: Pick<NightlyParts, 'keyFor'>) =>
  `fairslot-${keyFor('names of nightly backups').toString('hex').slice(0, 8)}-`

/** A backup, or a draft of a killed attempt. */
const FORM = /^(?<date>\d{4}-\d{2}-\d{2})-(?<time>\d{4})\.tar\.gz(?<draft>\.\d+\.part)?$/

type BackupFolder = Pick<NightlyParts, 'settings' | 'keyFor'>

async function findOwn(folder: BackupFolder) {
  const prefix = prefixOf(folder)
  return (await readdir(folder.settings.dir)).sort().flatMap((name) => {
    const found = name.startsWith(prefix) && FORM.exec(name.slice(prefix.length))?.groups
    if (!found) return []
    const { date, time, draft } = found
    return [{ name, date: date!, minute: `${date}-${time}`, isDraft: draft !== undefined }]
  })
}

/** Keeps as many backups as days, so that a clock jumping ahead does not delete all. */
async function removeOld(parts: NightlyParts, now: Instant) {
  const { dir, keep_days } = parts.settings
  const oldest = addDays(madridDate(now), -keep_days)
  const own = await findOwn(parts)
  // The lock is held, so these are leftovers. This minute's is overwritten.
  const drafts = own.filter(({ isDraft, minute }) => isDraft && minute !== minuteOf(now))
  const surplus = own.filter(({ isDraft }) => !isDraft).slice(0, -keep_days)
  const old = surplus.filter(({ date }) => date <= oldest)
  for (const { name } of [...drafts, ...old]) await rm(join(dir, name), { force: true })
}

export async function findBackupsUntil(folder: BackupFolder, until: Instant): Promise<string[]> {
  const last = minuteOf(until)
  const own = await findOwn(folder)
  return own.filter(({ minute, isDraft }) => !isDraft && minute <= last).map(({ name }) => name)
}

export async function removeBackupsUntil(folder: BackupFolder, until: Instant): Promise<number> {
  const names = await findBackupsUntil(folder, until)
  for (const name of names) await rm(join(folder.settings.dir, name), { force: true })
  return names.length
}

const minuteOf = (instant: Instant) => `${madridDate(instant)}-${madridTime(instant).replace(':', '')}`

type Noted = { succeeded_at: Date; file: string } | { failed_at: Date; failure: string }

const note = (db: Db, noted: Noted) =>
  db
    .insertInto('nightly_backup')
    .values(noted)
    .onConflict((conflict) => conflict.constraint('nightly_backup_pkey').doUpdateSet(noted))
    .execute()

const LOOK_EVERY_MS = 60_000

/** Cancels a running backup and waits until its draft is deleted. */
export function startNightlyBackups(parts: NightlyParts): { stop: () => Promise<void> } {
  const stopped = new AbortController()
  let running: Promise<void> | undefined
  const look = (isFirst: boolean) => {
    running ??= backUpNightly(parts, stopped.signal, isFirst).finally(() => (running = undefined))
  }
  look(true)
  const timer = setInterval(look, LOOK_EVERY_MS, false)
  return {
    async stop() {
      clearInterval(timer)
      stopped.abort(new Error('the server is stopping'))
      await running
    },
  }
}
