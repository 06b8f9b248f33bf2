import { sql } from 'kysely'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { ReservationKind } from '../../../../domain/reservation.ts'
import { undecidedSpan } from '../../../../domain/waiting-request.ts'
import type { Db, Tx } from '../../../database/transaction.ts'
import { selectReservations, WAITS_SINCE } from '../../reservations/queries.ts'

export type WaitingRequest = {
  id: number
  kind: ReservationKind
  is_cancellation: boolean
  place: string
  starts_at: Date
  since: Date
}

/** Oldest first, without past requests and the sample event. */
export async function findWaitingRequests(db: Db, now: Instant): Promise<WaitingRequest[]> {
  const { rows } = await sql<WaitingRequest>`
    select r.id, r.kind, r.status = 'CANCEL_REQUESTED' as is_cancellation, r.place ->> 'name' as place, r.starts_at,
      ${WAITS_SINCE} as since
    from reservations r join members m on m.id = r.member_id
    where r.status in ('PENDING', 'CANCEL_REQUESTED') and r.ends_at > ${new Date(now)} and not m.is_sample
    order by since, r.id`.execute(db)
  return rows
}

const AT_ONCE = 50

/** Locks them against decisions. Skips those with a mail, of the sample event, or locked elsewhere. */
export function holdUndecided(tx: Tx, now: Instant) {
  const { from, until } = undecidedSpan(now)
  return selectReservations(tx)
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .select('m.email')
    .where('r.status', '=', 'PENDING')
    .where('r.ends_at', '>', new Date(from))
    .where('r.ends_at', '<=', new Date(until))
    .where('m.is_sample', '=', false)
    .where(sql<boolean>`not exists (select from mails where reservation_id = r.id and kind = 'undecided')`)
    .orderBy('r.id')
    .limit(AT_ONCE)
    .forUpdate('r')
    .skipLocked()
    .execute()
}
