import { sql } from 'kysely'
import type { Member } from '../../../contract/member.ts'
import type { WaitlistEntry } from '../../../contract/waitlist.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { closedUntil } from '../../../domain/reservation.ts'
import type { WaitlistOutcome } from '../../../domain/waitlist.ts'
import type { CommandContext } from '../../command-context.ts'
import { idsOf, inTransaction, type Db, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { markEnded, tellOfEntries } from '../reservations/serving/commands.ts'
import { HOLDS_OWN } from '../reservations/serving/queries.ts'
import { findBookingWindow } from '../settings/queries.ts'
import { findEntry, withPlace, type Found } from './queries.ts'

/** Waits for a transaction that serves or ends the entry. */
async function lockEntry(tx: Tx, which: { id: number; member_id?: number }, now: Instant): Promise<Found> {
  await sql`select from waitlist_entries where id = ${which.id} for update`.execute(tx)
  const found = await findEntry(tx, which, now)
  if (!found) throw new AppError('not_found')
  return found
}

const SERVED_TEXT = '이미 자리가 나서 예약이 신청되었습니다. 예약내역에서 확인해주세요.'
const refusalOfOver = ({ state }: Found) =>
  new AppError('waitlist_over', state === 'served' ? { text: SERVED_TEXT } : {})

/** Leaving twice succeeds; an entry that was served or ended otherwise is `waitlist_over`. */
export const leave = (
  { db }: CommandContext,
  { id: member_id }: Member,
  id: number,
  now: Instant,
): Promise<WaitlistEntry> =>
  inTransaction(db, async (tx) => {
    const entry = await lockEntry(tx, { id, member_id }, now)
    if (entry.state !== 'waiting' && entry.state !== 'left') throw refusalOfOver(entry)
    if (entry.state === 'waiting') await markEnded(tx, [id], { outcome: 'left' }, now)
    return withPlace(tx, (await findEntry(tx, { id }, now))!, now)
  })

export const removeEntry = (
  context: CommandContext,
  { id, reason }: { id: number; reason: string | null },
  now: Instant,
): Promise<void> =>
  inTransaction(context.db, async (tx) => {
    const entry = await lockEntry(tx, { id }, now)
    if (entry.state !== 'waiting') throw refusalOfOver(entry)
    await markEnded(tx, [id], { outcome: 'removed', reason }, now)
    await tellOfEntries(context, tx, [id], { kind: 'waitlist_ended', why: 'removed', reason }, now)
  })

/** Ends entries whose booking has closed, and mails members who have not booked it. Returns the number ended. */
export const endMissed = (context: CommandContext, now: Instant): Promise<number> =>
  inTransaction(context.db, async (tx) => {
    const until = closedUntil(await findBookingWindow(tx), now)
    const { rows } = await sql<{ id: number; outcome: WaitlistOutcome }>`
      with missed as (
        select id from waitlist_entries where live and starts_at <= ${new Date(until)}
        order by id limit 100 for update skip locked
      )
      update waitlist_entries e
      set ended_at = least(starts_at, ${new Date(now)}), outcome = case when ${HOLDS_OWN} then 'booked' else 'expired' end
      from missed where e.id = missed.id returning e.id, e.outcome`.execute(tx)
    const ids = idsOf(rows.filter(({ outcome }) => outcome === 'expired'))
    await tellOfEntries(context, tx, ids, { kind: 'waitlist_ended', why: 'expired', reason: null }, now)
    return rows.length
  })

/** A repeated request to join is refused once its entry has ended. */
export async function refuseOverEntry(db: Db, { entry: { id } }: { entry: { id: number } }, now: Instant) {
  const found = await findEntry(db, { id }, now)
  if (found?.state !== 'waiting') throw new AppError('request_over', { text: OVER_REQUEST_TEXT })
}

const OVER_REQUEST_TEXT = '같은 내용으로 앞서 신청한 자리 대기는 이미 끝났습니다. 예약내역에서 확인해주세요.'
