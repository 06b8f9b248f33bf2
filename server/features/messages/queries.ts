import { sql, type RawBuilder } from 'kysely'
import type { Audience } from '../../../contract/admin/messages.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { latestPast } from '../../../domain/ahead.ts'
import { MESSAGE_PAUSE_MS } from '../../../domain/message.ts'
import type { Db } from '../../database/transaction.ts'
import { isMeant } from '../members/queries.ts'
import { selectFiltered } from '../reservations/listing/queries.ts'

/** A condition for `members`: nobody is in it twice. */
export function isAddressed(db: Db, { members, reservations }: Audience, now: Instant): RawBuilder<boolean> {
  if (!reservations) return sql<boolean>`(${isMeant(members!)} and members.email <> '')`
  const { docent_id, room_id, reservation_ids: ids, ...filters } = reservations
  const found = selectFiltered(db, { ...filters, ids }, now)
    .clearSelect()
    .select('r.member_id')
    .$if(docent_id !== undefined, (query) => query.where('r.docent_id', '=', docent_id!))
    .$if(room_id !== undefined, (query) => query.where('r.room_id', '=', room_id!))
  return sql<boolean>`(members.id in (${found}) and members.email <> '')`
}

const NAMED = 3

/** The newest members first, like their list. */
export async function findAddressed(
  db: Db,
  audience: Audience,
  now: Instant,
): Promise<{ count: number; first: { id: number; name: string; email: string }[] }> {
  const { rows } = await sql<{ count: number; first: { id: number; name: string; email: string }[] }>`
    with found as materialized (select id, name, email from members where ${isAddressed(db, audience, now)})
    select (select count(*)::int from found) as count,
      coalesce((select json_agg(f) from (select * from found order by id desc limit ${NAMED}) as f), '[]') as first`.execute(
    db,
  )
  return rows[0]!
}

/** Of any administrator, unless it is long ago. */
export async function findLastMessage(db: Db, now: Instant): Promise<Instant | null> {
  const last = await db
    .selectFrom('mails')
    .select('created_at')
    .where('kind', '=', 'message')
    .where('created_at', '>', new Date(now - MESSAGE_PAUSE_MS))
    .where('created_at', '<=', new Date(latestPast(now)))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.created_at.getTime() ?? null
}
