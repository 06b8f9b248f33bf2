import { sql } from 'kysely'
import type { Audience } from '../../../contract/admin/messages.ts'
import { latestPast } from '../../../domain/ahead.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { Db } from '../../database/transaction.ts'
import { isMeant } from '../members/queries.ts'
import { selectFiltered } from '../reservations/listing/queries.ts'

/** A condition for `members`. As with other mails, those of the sample event are not real. */
export function isAddressed(db: Db, { members, reservations = {} }: Audience, now: Instant) {
  const { docent_id, room_id, reservation_ids: ids, ...filters } = reservations
  const having = selectFiltered(db, { ...filters, ids }, now)
    .clearSelect()
    .select('r.member_id')
    .$if(docent_id !== undefined, (query) => query.where('r.docent_id', '=', docent_id!))
    .$if(room_id !== undefined, (query) => query.where('r.room_id', '=', room_id!))
  const isFound = members ? isMeant(members) : sql`members.id in (${having})`
  return sql<boolean>`(${isFound} and members.email <> '' and not members.is_sample)`
}

export type Recipient = { id: number; name: string; to: string }
type Counted = { count: number; first: Recipient | null }

export async function countAddressed(db: Db, audience: Audience, now: Instant): Promise<Counted> {
  const { rows } = await sql<Counted>`
    with found as materialized (select id, name, email as to from members where ${isAddressed(db, audience, now)})
    select (select count(*)::int from found) as count,
      (select to_json(f) from (select * from found order by id limit 1) as f) as first`.execute(db)
  return rows[0]!
}

/** When any administrator last sent a message. */
export async function findLastMessage(db: Db, now: Instant): Promise<Instant | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(created_at) as at from mails
    where kind = 'message' and created_at <= ${new Date(latestPast(now))}`.execute(db)
  return rows[0]!.at?.getTime() ?? null
}
