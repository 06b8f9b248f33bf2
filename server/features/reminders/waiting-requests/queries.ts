import { sql } from 'kysely'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { ReservationKind } from '../../../../domain/reservation.ts'
import type { Db } from '../../../database/transaction.ts'

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
      coalesce(case when r.status = 'CANCEL_REQUESTED' then (
        select h.at from reservation_history h where h.reservation_id = r.id and h.action = 'request_cancellation'
        order by h.id desc limit 1) end, r.created_at) as since
    from reservations r join members m on m.id = r.member_id
    where r.status in ('PENDING', 'CANCEL_REQUESTED') and r.ends_at > ${new Date(now)} and not m.is_sample
    order by since, r.id`.execute(db)
  return rows
}
