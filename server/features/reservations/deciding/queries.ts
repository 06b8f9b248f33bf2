import { sql } from 'kysely'
import { anyOf, idsOf, type Tx } from '../../../database/transaction.ts'
import type { LockedReservation } from '../queries.ts'

const MAILS = sql`mails where kind = 'approved' and`
const PUSHES = sql`pushes where fact like 'approved.%' and`
const NOTICES = [MAILS, PUSHES, sql`webhook_deliveries where type = 'reservation.decided' and`]

const areOf = (rows: readonly LockedReservation[]) => sql`reservation_id = ${anyOf(idsOf(rows))}`

/** Reservations with a notice that a worker has taken: they cannot be undone. */
export async function holdNotices(tx: Tx, rows: readonly LockedReservation[]): Promise<Set<number>> {
  const taken = new Set<number>()
  for (const notices of NOTICES) {
    const held = await sql<{ reservation_id: number; is_unsent: boolean }>`
      select reservation_id, status = 'queued' and attempts = 0 as is_unsent from ${notices} ${areOf(rows)}
      order by id for update`.execute(tx)
    for (const { reservation_id, is_unsent } of held.rows) if (!is_unsent) taken.add(reservation_id)
  }
  return taken
}

/** The change's mail names both times. */
export async function dropWaitingNotices(tx: Tx, rows: readonly LockedReservation[]) {
  for (const notices of [MAILS, PUSHES])
    await sql`delete from ${notices} ${areOf(rows)} and attempts = 0 and not_before > created_at`.execute(tx)
}

export async function deleteNotices(tx: Tx, rows: readonly LockedReservation[]) {
  for (const notices of NOTICES) await sql`delete from ${notices} ${areOf(rows)}`.execute(tx)
  await sql`
    update reservation_history set decided_kind = null, decided_minutes = null
    where ${areOf(rows)} and action = 'approve'`.execute(tx)
}
