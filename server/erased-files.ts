import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Instant } from '../domain/madrid-time.ts'
import { removeBackupsUntil } from './backup/nightly.ts'
import type { Db } from './database/transaction.ts'

type Parts = {
  db: Db
  mailFolder: string
  /** The folder of nightly backups. */
  shelf?: Parameters<typeof removeBackupsUntil>[0] | undefined
}

/**
 * Deletes mail files and, if chosen, nightly backups of erased data. Repeated, so that files written
 * meanwhile are deleted next time.
 */
export async function eraseFiles({ db, mailFolder, shelf }: Parts, now: Instant): Promise<number> {
  // A later one was made with another clock.
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

/** File names begin with the time of posting. */
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
