import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Member } from '../../../contract/my-account.ts'
import {
  STATUS_TEXT,
  type actOnReservation,
  type requestCancellation,
  type Reservation,
} from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import {
  displayedStatus,
  HOLDING,
  nextStatus,
  type Action,
  type Actor,
  type ReservationKind,
  type Status,
} from '../../../domain/reservation.ts'
import { inTransaction, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { Office } from '../../http/route.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import { tellMember } from '../../mail/notice.ts'
import { factsOf, findForDecision, getReservation } from './queries.ts'

/**
 * An administrator's decision. Refuses with `not_found`, or `invalid_transition` naming the current status: also when
 * another administrator was faster.
 */
export const decideReservation = (
  office: Office,
  admin: SignedInAdmin,
  id: number,
  body: BodyOf<typeof actOnReservation>,
  now: Instant,
): Promise<Reservation> =>
  moveReservation(
    office,
    { id, kind: body.type },
    { action: body.action, reason: body.reason || null, by: 'admin', actor: admin.name },
    now,
  )

/**
 * A member asks for the cancellation of an own approved reservation that has not begun. Somebody else's is `not_found`.
 */
export const askForCancellation = (
  office: Office,
  member: Member,
  id: number,
  body: BodyOf<typeof requestCancellation>,
  now: Instant,
): Promise<Reservation> =>
  moveReservation(
    office,
    { id, kind: body.reservation_type, member_id: member.id },
    { action: 'request_cancellation', reason: body.cancel_note, by: 'member', actor: member.name },
    now,
  )

type Which = { id: number; kind: ReservationKind; member_id?: number }
type Move = { action: Action; reason: string | null; by: Actor; actor: string }

/** Does one action of the transition table: status, slots, history and mail in one transaction. */
function moveReservation(office: Office, which: Which, move: Move, now: Instant): Promise<Reservation> {
  return inTransaction(office.db, async (tx) => {
    const found = await findForDecision(tx, which)
    if (!found) throw new AppError('not_found')
    const to = nextStatus(factsOf(found), move.action, move.by, now)
    if (!to || !(await writeMove(tx, found, to, move, now))) throw await wrongState(tx, which, now)
    const reservation = await getReservation(tx, found.id, move.by, now)
    if (found.email && move.action !== 'complete') {
      const addressed = { reservation, version: found.version + 1, to: found.email, reason: move.reason }
      await tellMember(office, tx, move.action, addressed, now)
    }
    return reservation
  })
}

/**
 * Moves a reservation on, if it still is as it was read, gives its slots back where the new status does not hold them,
 * and writes history: one statement. False when somebody else was faster.
 */
async function writeMove(
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
      update reservations set status = ${to}, version = version + 1, updated_at = ${at},
        cancel_note = coalesce(${reason}::text, cancel_note)
      where id = ${from.id} and status = ${from.status} and version = ${from.version}
      returning id
    ), released as (
      update slots set reservation_id = null
      from moved where slots.reservation_id = moved.id and slots.starts_at > ${keepsUntil}::timestamptz
    ), history as (
      insert into reservation_history (reservation_id, at, actor_kind, actor, action, from_status, to_status, reason)
      select id, ${at}, ${by}, ${actor}, ${action}, ${from.status}, ${to}, ${reason} from moved
    )
    select id from moved`.execute(tx)
  return rows.length === 1
}

async function wrongState(tx: Tx, which: Which, now: Instant) {
  const current = await findForDecision(tx, which)
  if (!current) return new AppError('not_found')
  const status = STATUS_TEXT[displayedStatus(factsOf(current), now)]
  return new AppError('invalid_transition', { text: `현재 상태(${status})에서는 처리할 수 없습니다.` })
}
