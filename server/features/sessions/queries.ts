import { sql } from 'kysely'
import type { Session } from '../../../contract/sessions.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { isoRow } from '../../database/iso-row.ts'
import type { Db } from '../../database/transaction.ts'
import { isOf, type Account, hashOf } from '../../http/session.ts'

export async function findSessions(
  db: Db,
  account: Account,
  token: string,
  now: Instant,
): Promise<Session[]> {
  const current = sql<boolean>`token_hash = ${hashOf(token)}`
  const rows = await db
    .selectFrom('sessions')
    .select(['id', 'device', 'last_seen_at', current.as('current')])
    .where(isOf(account))
    .where('expires_at', '>', new Date(now))
    .orderBy(current, 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(isoRow)
}
