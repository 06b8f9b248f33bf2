import { sql } from 'kysely'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { moveReservation } from '../../../../contract/admin/moves.ts'
import { partySizeText } from '../../../../contract/admin/reservation-edits.ts'
import type { Docent, Room } from '../../../../contract/place.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import { movedChanges, movedText } from '../../../../contract/text/moved-text.ts'
import { keepsArrival } from '../../../../domain/arrival.ts'
import {
  type BookableSlot,
  type BookingRequest,
  checkPartySize,
  TOUR_MAX_VISITORS,
} from '../../../../domain/booking.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { checkMove, type Held, type MoveProblem } from '../../../../domain/moving.ts'
import { placeTextsOf } from '../../../../domain/place-texts.ts'
import { ACTIVE, displayedStatus } from '../../../../domain/reservation.ts'
import { hasTierFor } from '../../../../domain/tier.ts'
import type { CommandContext } from '../../../command-context.ts'
import { anyOf, idsOf, inTransaction, type Tx } from '../../../database/transaction.ts'
import { AppError, invalid } from '../../../http/app-error.ts'
import type { SignedInAdmin } from '../../../http/session.ts'
import { refuseEditConflict } from '../../audit/commands.ts'
import { followReservations } from '../../reminders/commands.ts'
import { isStale, refusalOf } from '../booking/commands.ts'
import { nextUpdate, serveWaitlist, wrongState } from '../commands.ts'
import { lockSlots } from '../locking/queries.ts'
import type { Freed } from '../serving/queries.ts'
import {
  lockReservation,
  type LockedReservation as Found,
  factsOf,
  selectReservations,
  toWire,
} from '../queries.ts'
import { findTargets, findTier, holdTarget, wantedIds, wantedSlots } from './queries.ts'

type Body = BodyOf<typeof moveReservation>
type Target = Awaited<ReturnType<typeof findTargets>>[number]
type Place = Docent | Room

export const moveToOtherSlots = (
  context: CommandContext,
  admin: SignedInAdmin,
  id: number,
  body: Body,
  now: Instant,
): Promise<{ message: string; reservation: Reservation }> =>
  inTransaction(context.db, async (tx) => {
    const place = await holdTarget(tx, body)
    const found = await lockReservation(tx, { id, kind: body.type })
    if (!found) throw new AppError('not_found')
    const before = toWire(found, 'admin', now)
    const held = heldBy(id, await lockSlots(tx, [id], wantedIds(body)))
    const slots = await findTargets(tx, body.type, wantedIds(body))
    if (!place || isStale(wantedSlots(body), slots)) throw new AppError('slot_taken')
    await refuseOtherMove(tx, before, { place, slots }, body, now)
    const tier = await findTier(tx, found.member_id)
    const request = { ...asked(body, found, place, slots), member: tier }
    const problem = checkMove({ ...factsOf(found), held }, request, now)
    if (problem) throw await refusal(tx, problem, found, request, admin, now)
    const freed = await writePlacesAndTimes(tx, [{ found, place, slots }], now)
    const reasons = [!hasTierFor(tier, place) && '등급 제한 예외 적용', body.message]
    const note = { admin, reason: reasons.filter(Boolean).join('\n') || null, message: body.message || null }
    const reservation = (await noteMoves(context, tx, [found], note, now)).get(id)!
    await serveWaitlist(context, tx, freed, now)
    const message = `${movedText(before, reservation)}.`
    return { message: found.email ? `${message} 변경 안내 메일을 보냅니다.` : message, reservation }
  })

const heldBy = (id: number, slots: Awaited<ReturnType<typeof lockSlots>>): Held =>
  slots
    .filter((slot) => slot.reservation_id === id)
    .map((slot) => ({ id: slot.id, starts_at: slot.starts_at.getTime() }))

const asBookable = (slot: Target): BookableSlot => ({
  ...slot,
  starts_at: slot.starts_at.getTime(),
  is_held: slot.reservation_id !== null,
})

type Destination = { place: Place; slots: Target[] }

const asked = (
  body: Body,
  { visitor }: Found,
  place: Place,
  slots: Target[],
): Omit<BookingRequest, 'member'> => ({
  wanted: wantedIds(body).length,
  slots: slots.map(asBookable),
  event_date_id: body.event_date_id,
  place_id: place.id,
  place_tier: place,
  overrules_tier: body.overrule_tier ?? false,
  count: (visitor as { count: number }).count,
  most_visitors: 'size' in place ? place.size : TOUR_MAX_VISITORS,
})

/** Refuses to undo a move if another one has followed. */
async function refuseOtherMove(
  tx: Tx,
  before: Reservation,
  { place, slots }: Destination,
  { expected }: Body,
  now: Instant,
) {
  const [first, last] = [slots[0], slots.at(-1)]
  // `checkBooking` explains what is wrong with missing slots.
  if (!first || !last) return
  const { id, name } = place
  const day = { date: first.date }
  const wanted =
    before.type === 'VIP_TOUR'
      ? { available_tour: { time: first.time, event_date: day, docent: { id, name } } }
      : { event_date: day, time_range: `${first.time} ~ ${last.end_time}`, room: { id, name } }
  const target = `reservation ${before.id}`
  await refuseEditConflict(tx, { by: moveReservation, target, expected, stored: before, wanted }, now)
}

const UNCHANGED_TEXT = '지금과 같은 시간과 장소입니다.'
const OVER_TEXT = '이미 지난 시간의 예약입니다.'

async function refusal(
  tx: Tx,
  problem: MoveProblem,
  found: Found,
  { place_tier, most_visitors, count }: BookingRequest,
  admin: SignedInAdmin,
  now: Instant,
): Promise<AppError> {
  const isTour = found.kind === 'VIP_TOUR'
  if (problem === 'over')
    return ACTIVE.includes(displayedStatus(factsOf(found), now))
      ? new AppError('past_time', { text: OVER_TEXT })
      : wrongState(tx, found, 'admin', now)
  const field = isTour ? 'available_tour_id' : 'time_slots'
  if (problem === 'unchanged') return invalid(field, UNCHANGED_TEXT)
  const size = isTour ? null : checkPartySize(count, most_visitors)
  if (problem === 'party_size' && size) return invalid('room_id', partySizeText(size, most_visitors))
  const desk = { admin, overrules_tier: true }
  return refusalOf(problem, { place: place_tier, maxVisitors: most_visitors, desk })
}

/** Writes locked reservations with a constant number of statements; returns the slots that they leave. */
export async function writePlacesAndTimes(
  tx: Tx,
  moves: readonly (Destination & { found: Found })[],
  now: Instant,
): Promise<Freed[]> {
  const rows = moves.map(({ found: { id, kind, date }, place, slots }) => ({
    ...slots[0]!,
    id,
    ends_at: slots.at(-1)!.ends_at,
    place_id: place.id,
    place: placeTextsOf(kind, place),
    keeps_arrival: keepsArrival(date, slots[0]!.date),
  }))
  await sql`
    update reservations r
    set docent_id = case when r.kind = 'VIP_TOUR' then n.place_id end,
      room_id = case when r.kind = 'GROUP_MEETING' then n.place_id end,
      event_date_id = n.event_date_id, date = n.date, starts_at = n.starts_at, ends_at = n.ends_at, place = n.place,
      version = version + 1, updated_at = ${nextUpdate(new Date(now))},
      arrived_at = case when n.keeps_arrival then arrived_at end
    from json_to_recordset(${JSON.stringify(rows)}::json) as n (id int, event_date_id int, date date,
      starts_at timestamptz, ends_at timestamptz, place_id int, place jsonb, keeps_arrival boolean)
    where r.id = n.id`.execute(tx)
  const times = moves.flatMap(({ found: { id: reservation_id, kind }, slots }) =>
    slots.map(({ id: slot_id, ...slot }, n) => ({ ...slot, reservation_id, kind, position: n + 1, slot_id })),
  )
  const former = await tx
    .deleteFrom('reservation_slots')
    .where('reservation_id', '=', anyOf(idsOf(rows)))
    .returning(['reservation_id', 'slot_id'])
    .execute()
  const wanted = new Set(times.map(({ slot_id }) => slot_id))
  const members = new Map(moves.map(({ found }) => [found.id, found.member_id]))
  const left = former
    .filter(({ slot_id }) => !wanted.has(slot_id!))
    .map(({ slot_id, reservation_id }) => ({ slot_id: slot_id!, member_id: members.get(reservation_id)! }))
  // Release first: a tour may hold only one slot at a time.
  await tx
    .updateTable('slots')
    .set({ reservation_id: null })
    .where('id', '=', anyOf(left.map(({ slot_id }) => slot_id)))
    .execute()
  const json = JSON.stringify(times)
  const { numAffectedRows } = await sql`
    update slots s set reservation_id = n.reservation_id
    from json_to_recordset(${json}::json) as n (slot_id int, reservation_id int)
    where s.id = n.slot_id and coalesce(s.reservation_id, n.reservation_id) = n.reservation_id`.execute(tx)
  if (Number(numAffectedRows) !== times.length) throw new AppError('slot_taken')
  // Last: the constraints require that an active reservation holds the slots of its times.
  await sql`
    insert into reservation_slots (reservation_id, kind, position, slot_id, time, end_time, duration)
    select * from json_to_recordset(${json}::json) as n (reservation_id int, kind text, position int, slot_id int,
      time text, end_time text, duration int)`.execute(tx)
  return left
}

type Note = { admin: SignedInAdmin; reason: string | null; message: string | null }

/** Reminders, history and mails of locked reservations whose place or time has just been written. */
export async function noteMoves(
  { publicUrl: public_url, postMail }: CommandContext,
  tx: Tx,
  found: readonly Found[],
  { admin, reason, message }: Note,
  now: Instant,
): Promise<Map<number, Reservation>> {
  const rows = await selectReservations(tx)
    .where('r.id', '=', anyOf(idsOf(found)))
    .execute()
  await followReservations(tx, found, rows, now)
  const moved = new Map(rows.map((row) => [row.id, toWire(row, 'admin', now)]))
  const moves = found.map((row) => ({
    ...row,
    before: toWire(row, 'admin', now),
    reservation: moved.get(row.id)!,
  }))
  if (moves.length > 0)
    await tx
      .insertInto('reservation_history')
      .values(
        moves.map(({ id, status, before, reservation }) => ({
          reservation_id: id,
          at: reservation.updated_at,
          actor_kind: 'admin' as const,
          actor: admin.name,
          action: 'move',
          from_status: status,
          to_status: status,
          reason,
          changes: JSON.stringify(movedChanges(before, reservation)),
        })),
      )
      .execute()
  const mails = moves.flatMap(({ email, version, event_name, contact_email, before, reservation }) => {
    if (!email) return []
    const facts = { event_name, contact_email, public_url, now, before, reservation, to: email, message }
    return [{ kind: 'moved' as const, facts: { ...facts, version: version + 1 } }]
  })
  await postMail(tx, mails, now)
  return moved
}
