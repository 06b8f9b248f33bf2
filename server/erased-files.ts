import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
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
export async function eraseFiles(parts: Parts, now: Instant): Promise<number> {
  const { db, shelf } = parts
  // A later one was made with another clock.
  const { rows } = await sql<Record<'last' | 'thorough', Date | null>>`
    select max(at) as last, max(at) filter (where with_backups) as thorough from erasures
    where at <= ${new Date(now)}`.execute(db)
  const { last, thorough } = rows[0]!
  const backups = thorough && shelf ? await removeBackupsUntil(shelf, thorough.getTime()) : 0
  return backups + (await eraseMailFiles(parts, last, now))
}

/** File names begin with the time of posting. A mail to a deleted member stays for a day. */
async function eraseMailFiles({ db, mailFolder }: Parts, until: Date | null, now: Instant) {
  const names = await readdir(mailFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const { rows: old } = await sql<{ name: string }>`select name from unnest(${names}::text[]) as name
    where name ~ '^\\d{8}T\\d{6}-.*\\.eml(\\.part)?$' and (
      left(name, 15) <= to_char(${until}::timestamptz at time zone 'UTC', 'YYYYMMDD"T"HH24MISS')
      or substr(name, 17) in (select format('%s-%s.eml', id, kind) from mails where erase_when_done
        and status <> 'queued' and created_at <= ${new Date(now)}::timestamptz - interval '1 day')
    )`.execute(db)
  for (const { name } of old) await rm(join(mailFolder, name), { force: true })
  return old.length
}
