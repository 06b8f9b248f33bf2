import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Member } from '../../../contract/member.ts'
import { reservationFacts, STATUS_TEXT, type Reservation } from '../../../contract/reservation.ts'
import { PAST_REQUEST_TEXT, type requestCancellation } from '../../../contract/reservation-action.ts'
import { doneText, type Change } from '../../../contract/reservation-history.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import {
  canAddToCalendar,
  checkAction,
  displayedStatus,
  HOLDING,
  isPastRequest,
  nextStatus,
  takesPlace,
  type Action,
  type Actor,
  type ReservationKind,
  type Status,
} from '../../../domain/reservation.ts'
import { inTransaction, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { CommandContext } from '../../command-context.ts'
import type { ReservationNotice } from '../../mail/mail.ts'
import { sendNotice } from './notice.ts'
import { getSettings } from '../settings/queries.ts'
import { factsOf, lockReservation, findLastMove, findOwnReservation, getReservation } from './queries.ts'

/**
 * A member asks for the cancellation of an own approved reservation that has not begun. Somebody else's is `not_found`.
 */
export const askForCancellation = (
  context: CommandContext,
  member: Member,
  id: number,
  body: BodyOf<typeof requestCancellation>,
  now: Instant,
): Promise<Reservation> =>
  moveReservation(
    context,
    { id, kind: body.reservation_type, member_id: member.id },
    { action: 'request_cancellation', reason: body.cancel_note, by: 'member', actor: member.name },
    now,
  )

/**
 * A member ends an own meeting of today before its time; the slots that have not begun become free. A tour's id, or
 * somebody else's, is `not_found`.
 */
export const endMeetingEarly = (
  context: CommandContext,
  member: Member,
  id: number,
  now: Instant,
): Promise<Reservation> =>
  moveReservation(
    context,
    { id, kind: 'GROUP_MEETING', member_id: member.id },
    { action: 'end_early', reason: null, by: 'member', actor: member.name },
    now,
  )

type Which = { id: number; kind?: ReservationKind; member_id?: number }
/** An action; with `notify` the member of a past request hears of it too. */
type Move = { action: Action; reason: string | null; notify?: boolean; by: Actor; actor: string }

/**
 * Does one action of the transition table: status, slots, history and mail in one transaction. Refuses with `not_found`,
 * `invalid_transition` naming the current status, or `past_time` for the approval of what is over.
 */
export function moveReservation(
  context: CommandContext,
  which: Which,
  move: Move,
  now: Instant,
): Promise<Reservation> {
  return inTransaction(context.db, async (tx) => {
    const found = await lockReservation(tx, which)
    if (!found) throw new AppError('not_found')
    const facts = factsOf(found)
    const { action } = move
    if (checkAction(facts, action, move.by, now) === 'past_time')
      throw new AppError('past_time', { text: PAST_REQUEST_TEXT })
    const to = nextStatus(facts, action, move.by, now)
    if (!to || !(await writeMove(tx, found, to, move, now))) throw await wrongState(tx, which, move.by, now)
    const reservation = await getReservation(tx, found.id, move.by, now)
    const isQuiet = action === 'complete' || (isPastRequest(facts, now) && !move.notify)
    if (found.email && !isQuiet) {
      const addressed = { reservation, version: found.version + 1, to: found.email }
      const told = { ...addressed, reason: move.reason, was_agreed: takesPlace(found.status) }
      await sendNotice(context, tx, action, told, now)
    }
    return reservation
  })
}

/**
 * Moves a reservation on, if it still is as it was read, gives its slots back where the new status does not hold them,
 * and writes history: one statement. False when somebody else was faster.
 */
export async function writeMove(
  tx: Tx,
  from: { id: number; status: Status; version: number },
  to: Status,
  { action, reason, by, actor }: Move,
  now: Instant,
): Promise<boolean> {
  const at = new Date(now)
  // A completed reservation keeps the slots that have begun and gives back the rest.
  const keepsUntil = HOLDING.includes(to) ? (to === 'COMPLETED' ? at : 'infinity') : '-infinity'
  const { rows } = await sql`
    with moved as (
      update reservations set status = ${to}, version = version + 1, updated_at = ${nextUpdate(at)},
        cancel_note = coalesce(${reason}::text, cancel_note),
        ended_at = ${to === 'COMPLETED' ? at : null}::timestamptz
      where id = ${from.id} and status = ${from.status} and version = ${from.version}
      returning id, updated_at
    ), released as (
      update slots set reservation_id = null
      from moved where slots.reservation_id = moved.id and slots.starts_at > ${keepsUntil}::timestamptz
    ), history as (
      insert into reservation_history (reservation_id, at, actor_kind, actor, action, from_status, to_status, reason)
      select id, updated_at, ${by}, ${actor}, ${action}, ${from.status}, ${to}, ${reason} from moved
    )
    select id from moved`.execute(tx)
  return rows.length === 1
}

/** No two states of a reservation have one time: a list that was read before one of them is known to be older. */
export const nextUpdate = (at: Date) =>
  sql<Date>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')`

/** A change that leaves the status as it is, and what the history calls it. */
type Edit = {
  set: { visitor: string } | { note: string | null } | { feedback: string }
  action: 'edit_visitor' | 'edit_note' | 'feedback'
  by: Actor
  actor: string
  changes?: readonly Change[]
}

/**
 * Changes a reservation that is still as it was read and writes history. Refuses with `invalid_transition` when somebody
 * else was faster, since what was judged may no longer hold.
 */
export async function writeEdit(
  tx: Tx,
  from: { id: number; kind: ReservationKind; status: Status; version: number },
  { set, action, by, actor, changes }: Edit,
  now: Instant,
): Promise<void> {
  const written = await tx
    .updateTable('reservations')
    .set({ ...set, version: from.version + 1, updated_at: nextUpdate(new Date(now)) })
    .where('id', '=', from.id)
    .where('version', '=', from.version)
    .returning('updated_at')
    .executeTakeFirst()
  if (!written) throw await wrongState(tx, { id: from.id, kind: from.kind }, by, now)
  await tx
    .insertInto('reservation_history')
    .values({
      reservation_id: from.id,
      at: written.updated_at,
      actor_kind: by,
      actor,
      action,
      from_status: from.status,
      to_status: from.status,
      reason: null,
      changes: changes ? JSON.stringify(changes) : null,
    })
    .execute()
}

/** The refusal of what a reservation's present status does not allow, naming it; to administrators, by whom it came. */
export async function wrongState(tx: Tx, which: Which, viewer: Actor, now: Instant) {
  const current = await lockReservation(tx, which)
  if (!current) return new AppError('not_found')
  const status = displayedStatus(factsOf(current), now)
  const last = viewer === 'admin' ? await findLastMove(tx, current.id) : undefined
  // Nobody did what the clock alone has done.
  return refusedAs(status, last?.to_status === status ? ` ${doneText(last, now)}` : '')
}

/** The refusal of what this status does not allow, naming it, and `by` whom it came. */
const refusedAs = (status: Status, by = '') =>
  new AppError('invalid_transition', {
    text: `현재 상태(${STATUS_TEXT[status]})에서는 처리할 수 없습니다.${by}`,
  })

/**
 * The data of a member's calendar entry. Somebody else's reservation is `not_found`; one that is not approved, or is
 * over, is `invalid_transition`.
 */
export async function getCalendarNotice(
  { db, publicUrl }: CommandContext,
  member: Member,
  id: number,
  now: Instant,
): Promise<ReservationNotice> {
  const found = await findOwnReservation(db, { id, member_id: member.id }, now)
  if (!found) throw new AppError('not_found')
  const { status } = found.reservation
  if (!canAddToCalendar(reservationFacts(found.reservation), now)) throw refusedAs(status)
  return { ...found, to: member.email, ...(await getSettings(db)), public_url: publicUrl, now }
}
