import { sql } from 'kysely'
import type { Db } from './database/transaction.ts'
import { commandLine } from './env.ts'
import type { KeyFor } from './secret.ts'

export const OTHER_SECRET =
  'The secret (SECRET, or the file "secret" in DATA_DIR) differs from the one that this database was last used with: ' +
  'second factors and mailed sign-up codes cannot be checked. Several servers on one database ' +
  `need the same SECRET. If the old secret is lost: ${commandLine('admin', 'reset NAME --second-factor')}.`

/** Also true for the first secret, which is stored. Another one stays unknown at every start. */
export async function isKnownSecret(db: Db, keyFor: KeyFor): Promise<boolean> {
  // Only once: an erasure locks this row for long.
  await sql`update settings set secret_mark = ${keyFor('secret mark')} where secret_mark is null`.execute(db)
  return !(await isOtherSecret(db, keyFor))
}

/** Changes nothing. */
export async function isOtherSecret(db: Db, keyFor: KeyFor): Promise<boolean> {
  const { secret_mark } = await db.selectFrom('settings').select('secret_mark').executeTakeFirstOrThrow()
  return secret_mark !== null && !secret_mark.equals(keyFor('secret mark'))
}
