import { sql } from 'kysely'
import type { Tx } from '../../../database/transaction.ts'
import { approvalFacts } from '../../../push/outbox.ts'
import type { LockedReservation } from '../locking/queries.ts'

const MAILS = sql`kind = 'approved'`
const DELIVERIES = sql`type = 'reservation.decided'`
const isUnsent = (status: 'queued' | 'waiting') => sql<boolean>`(status = ${status} and attempts = 0)`

/** Pushes have no index on the reservation: those of an approval are found by the member's phones. */
const pushesOf = (rows: readonly LockedReservation[]) => sql`
  select p.id, told.reservation_id, ${isUnsent('queued')} as is_unsent
  from unnest(${rows.map(({ id }) => id)}::int[], ${rows.map(({ member_id }) => member_id)}::int[],
      ${rows.map(({ id, created_at }) => approvalFacts({ id, created_at: created_at.toISOString() }))}::text[])
      as told (reservation_id, member_id, facts)
    join push_subscriptions s on s.member_id = told.member_id
    join pushes p on p.subscription_id = s.id and p.fact like told.facts`

/**
 * Locks the notices of the approvals of these locked reservations against the workers that send them. Answers the
 * reservations of which a worker has taken one already: those approvals cannot be undone.
 */
export async function holdNotices(tx: Tx, rows: readonly LockedReservation[]): Promise<Set<number>> {
  const ids = rows.map(({ id }) => id)
  type Held = { reservation_id: number; is_unsent: boolean }
  const mails = await sql<Held>`
    select reservation_id, ${isUnsent('queued')} as is_unsent from mails
    where reservation_id = any(${ids}::int[]) and ${MAILS} order by id for update`.execute(tx)
  const pushes = await sql<Held>`${pushesOf(rows)} order by p.id for update of p`.execute(tx)
  const deliveries = await sql<Held>`
    select reservation_id, ${isUnsent('waiting')} as is_unsent from webhook_deliveries
    where reservation_id = any(${ids}::int[]) and ${DELIVERIES} order by id for update`.execute(tx)
  const held = [...mails.rows, ...pushes.rows, ...deliveries.rows]
  return new Set(held.filter(({ is_unsent }) => !is_unsent).map(({ reservation_id }) => reservation_id))
}

/** Deletes the held notices of these approvals, and counts the approvals no longer as decisions. */
export async function deleteNotices(tx: Tx, rows: readonly LockedReservation[]): Promise<void> {
  const ids = sql`any(${rows.map(({ id }) => id)}::int[])`
  await sql`
    with mails_gone as (delete from mails where reservation_id = ${ids} and ${MAILS}),
      pushes_gone as (delete from pushes where id in (select id from (${pushesOf(rows)}) as undone)),
      deliveries_gone as (delete from webhook_deliveries where reservation_id = ${ids} and ${DELIVERIES})
    update reservation_history set decided_kind = null, decided_minutes = null
    where reservation_id = ${ids} and action = 'approve'`.execute(tx)
}
