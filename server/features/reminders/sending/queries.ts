import { sql } from 'kysely'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { ReminderKind } from '../../../../domain/notice.ts'
import { anyOf, type Tx } from '../../../database/transaction.ts'
import { selectReservations, toWire } from '../../reservations/queries.ts'

export type DueReminder = {
  kind: ReminderKind
  lapses_at: Instant
  starts_at: Instant
  version: number
  to: string | null
  reservation: ReturnType<typeof toWire>
}

type Taken = { reservation_id: number; kind: ReminderKind; starts_at: Date; lapses_at: Date }

const isWaiting = sql<boolean>`m.ended_at is null`

/** Ends and returns due reminders of locked, approved reservations. Skips rows locked elsewhere. */
export async function takeDue(tx: Tx, limit: number, now: Instant): Promise<DueReminder[]> {
  const at = new Date(now)
  const { rows: taken } = await sql<Taken>`
    with due as (
      select m.reservation_id, m.kind, m.starts_at from reminders m join reservations r on r.id = m.reservation_id
      where ${isWaiting} and m.due_at <= ${at} and m.lapses_at > ${at}
        and r.status = 'APPROVED' and r.starts_at = m.starts_at
      order by m.due_at, m.reservation_id limit ${limit}
      for update of m skip locked for share of r skip locked
    )
    update reminders m set ended_at = ${at}, outcome = 'due' from due
    where (m.reservation_id, m.kind, m.starts_at) = (due.reservation_id, due.kind, due.starts_at)
    returning m.reservation_id, m.kind, m.starts_at, m.lapses_at`.execute(tx)
  if (taken.length === 0) return []
  const ids = taken.map(({ reservation_id }) => reservation_id)
  const rows = await selectReservations(tx)
    .leftJoin('members as m', 'm.id', 'r.member_id')
    .select('m.email')
    .where('r.id', '=', anyOf(ids))
    .execute()
  const found = new Map(rows.map((row) => [row.id, row]))
  return taken.map(({ reservation_id, kind, starts_at, lapses_at }) => {
    const row = found.get(reservation_id)!
    return {
      kind,
      starts_at: starts_at.getTime(),
      lapses_at: lapses_at.getTime(),
      version: row.version,
      to: row.email,
      reservation: toWire(row, 'member', now),
    }
  })
}

/** Such as after a night without a server. */
export const endLapsed = (tx: Tx, now: Instant): Promise<unknown> =>
  sql`
    with lapsed as (
      select m.reservation_id, m.kind, m.starts_at from reminders m
      where ${isWaiting} and m.lapses_at <= ${new Date(now)} for update skip locked
    )
    update reminders m set ended_at = ${new Date(now)}, outcome = 'lapsed' from lapsed
    where (m.reservation_id, m.kind, m.starts_at) = (lapsed.reservation_id, lapsed.kind, lapsed.starts_at)`.execute(
    tx,
  )
