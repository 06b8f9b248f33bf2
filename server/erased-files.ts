import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '../domain/madrid-time.ts'
import { removeBackupsUntil } from './backup/nightly.ts'
import type { Db } from './database/transaction.ts'

type Parts = {
  db: Db
  mailFolder: string
  /** The shelf of nightly backups; absent where none are made. */
  shelf?: Parameters<typeof removeBackupsUntil>[0] | undefined
}

/**
 * Deletes the files that hold what was erased from the database: mails that were written as files and, where that was
 * wanted, nightly backups. Each process does so with its own, now and again: whatever was interrupted is done then, and a
 * mail that was under way, or a backup that was being written, goes the next time. Answers how many files went.
 */
export async function eraseFiles({ db, mailFolder, shelf }: Parts, now: Instant): Promise<number> {
  // An erasure ahead of the clock was made on another one.
  const last = (withBackups: boolean) =>
    db
      .selectFrom('erasures')
      .select('at')
      .where('at', '<=', new Date(now))
      .$if(withBackups, (query) => query.where('with_backups', '=', true))
      .orderBy('at', 'desc')
      .limit(1)
      .executeTakeFirst()
  const [erasure, withBackups] = [await last(false), await last(true)]
  const mails = erasure ? await eraseMailFiles(mailFolder, erasure.at) : 0
  return mails + (withBackups && shelf ? await removeBackupsUntil(shelf, withBackups.at.getTime()) : 0)
}

/** The name of a mail's file begins with the moment at which it was posted. */
const POSTED = /^(\d{8}T\d{6})-.*\.eml(\.part)?$/

async function eraseMailFiles(folder: string, until: Date): Promise<number> {
  const last = until.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const old = names.filter((name) => (POSTED.exec(name)?.[1] ?? last + 1) <= last)
  for (const name of old) await rm(join(folder, name), { force: true })
  return old.length
}
