import { sql } from 'kysely'
import type { Db } from './database/transaction.ts'
import { commandLine } from './env.ts'
import type { KeyFor } from './secret.ts'

export const OTHER_SECRET =
  'The secret (SECRET, or the file "secret" in DATA_DIR) differs from the one that this database was last used with: ' +
  'second factors and mailed sign-up codes cannot be checked. Several servers on one database ' +
  `need the same SECRET. If the old secret is lost: ${commandLine('admin', 'reset NAME --second-factor')}.`

/** Also true for the first secret. Stores it, so that a change is reported once. */
export async function isKnownSecret(db: Db, keyFor: KeyFor): Promise<boolean> {
  const mark = keyFor('secret mark')
  const { rows } = await sql<{ before: Buffer | null }>`
    update settings set secret_mark = ${mark}
    from (select secret_mark as before from settings for update) as old
    returning before`.execute(db)
  const before = rows[0]?.before
  return !before || before.equals(mark)
}

/** Changes nothing. */
export async function isOtherSecret(db: Db, keyFor: KeyFor): Promise<boolean> {
  const { secret_mark } = await db.selectFrom('settings').select('secret_mark').executeTakeFirstOrThrow()
  return secret_mark !== null && !secret_mark.equals(keyFor('secret mark'))
}
