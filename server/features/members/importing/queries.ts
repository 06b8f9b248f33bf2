import { sql } from 'kysely'
import type { KnownMember, ReadRow } from '../../../../domain/member-import.ts'
import type { Db } from '../../../database/transaction.ts'
import { MEMBER_COLUMNS } from '../../sign-in/queries.ts'

/** The members with a phone or e-mail of the rows, locked if they are about to change. */
export function findKnown(db: Db, rows: readonly ReadRow[], isLocked = false): Promise<KnownMember[]> {
  const [phones, emails] = [rows.map(({ values }) => values.phone), rows.map(({ values }) => values.email)]
  return db
    .selectFrom('members')
    .select(MEMBER_COLUMNS)
    .where(sql<boolean>`phone = any(${phones}::text[]) or email = any(${emails}::text[])`)
    .orderBy('id')
    .$if(isLocked, (query) => query.forNoKeyUpdate())
    .execute()
}
