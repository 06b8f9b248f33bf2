import { sql } from 'kysely'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { moveReservation } from '../../../../contract/admin/moves.ts'
import { partySizeText } from '../../../../contract/admin/reservation-edits.ts'
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
import { inTransaction, type Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import type { SignedInAdmin } from '../../../http/session.ts'
import { refuseEditConflict } from '../../audit/commands.ts'
import { followReservations } from '../../reminders/commands.ts'
import { refusalOf } from '../booking/commands.ts'
import { nextUpdate, serveWaitlist, wrongState } from '../commands.ts'
import { lockSlots } from '../locking/queries.ts'
import {
  lockReservation,
  type LockedReservation as Found,
  factsOf,
  getReservation,
  toWire,
} from '../queries.ts'
import { findTargets, findTier, holdTarget, wantedIds } from './queries.ts'

type Body = BodyOf<typeof moveReservation>
type Target = Awaited<ReturnType<typeof findTargets>>[number]
type Place = NonNullable<Awaited<ReturnType<typeof holdTarget>>>

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
    if (!place) throw new AppError('slot_taken')
    await refuseOtherMove(tx, before, { place, slots }, body, now)
    const tier = await findTier(tx, found.member_id)
    const request = { ...asked(body, found, place, slots), member: tier }
    const problem = checkMove({ ...factsOf(found), held }, request, now)
    if (problem) throw await refusal(tx, problem, found, request, admin, now)
    const left = await writePlaceAndTime(tx, found, { place, slots }, held, now)
    await followReservations(tx, [found], [{ ...found, ...startOf(slots) }], now)
    const reservation = await getReservation(tx, id, 'admin', now)
    const reason = [!hasTierFor(tier, place) && '등급 제한 예외 적용', body.message]
    await writeHistory(tx, found, before, reservation, admin, reason.filter(Boolean).join('\n') || null)
    const { member_id } = found
    await serveWaitlist(
      context,
      tx,
      left.map((slot_id) => ({ slot_id, member_id })),
      now,
    )
    const message = `${movedText(before, reservation)}.`
    const { email, event_name, contact_email } = found
    if (!email) return { message, reservation }
    const event = { event_name, contact_email, public_url: context.publicUrl, now }
    const told = {
      ...event,
      reservation,
      version: found.version + 1,
      to: email,
      message: body.message || null,
    }
    await context.postMail(tx, [{ kind: 'moved', facts: { before, ...told } }], now)
    return { message: `${message} 변경 안내 메일을 보냅니다.`, reservation }
  })

const heldBy = (id: number, slots: Awaited<ReturnType<typeof lockSlots>>): Held =>
  slots
    .filter((slot) => slot.reservation_id === id)
    .map((slot) => ({ id: slot.id, starts_at: slot.starts_at.getTime() }))

const startOf = (slots: readonly Target[]) => ({ date: slots[0]!.date, starts_at: slots[0]!.starts_at })

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
      : wrongState(tx, { id: found.id, kind: found.kind }, 'admin', now)
  const field = isTour ? 'available_tour_id' : 'time_slots'
  if (problem === 'unchanged') return new AppError('invalid_input', { fields: { [field]: UNCHANGED_TEXT } })
  const size = isTour ? null : checkPartySize(count, most_visitors)
  if (problem === 'party_size' && size)
    return new AppError('invalid_input', { fields: { room_id: partySizeText(size, most_visitors) } })
  return refusalOf(problem, place_tier, most_visitors, { admin, overrules_tier: true })
}

async function writePlaceAndTime(
  tx: Tx,
  { id, kind, version, date, arrived_at }: Found,
  { place, slots }: Destination,
  held: Held,
  now: Instant,
) {
  const ids = slots.map((slot) => slot.id)
  await tx
    .updateTable('reservations')
    .set({
      [kind === 'VIP_TOUR' ? 'docent_id' : 'room_id']: place.id,
      event_date_id: slots[0]!.event_date_id,
      date: slots[0]!.date,
      starts_at: slots[0]!.starts_at,
      ends_at: slots.at(-1)!.ends_at,
      place: JSON.stringify(placeTextsOf(kind, place)),
      version: version + 1,
      updated_at: nextUpdate(new Date(now)),
      arrived_at: keepsArrival(date, slots[0]!.date) ? arrived_at : null,
    })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('reservation_slots').where('reservation_id', '=', id).execute()
  // Release first: a tour may hold only one slot at a time.
  const left = held.map((own) => own.id).filter((own) => !ids.includes(own))
  await tx
    .updateTable('slots')
    .set({ reservation_id: null })
    .where('id', '=', sql<number>`any(${left}::int[])`)
    .execute()
  const { numUpdatedRows } = await tx
    .updateTable('slots')
    .set({ reservation_id: id })
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .where((eb) => eb.or([eb('reservation_id', 'is', null), eb('reservation_id', '=', id)]))
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) !== ids.length) throw new AppError('slot_taken')
  // Last: the constraints require that an active reservation holds the slots of its times.
  await writeTimes(tx, { id, kind }, slots)
  return left
}

const writeTimes = (tx: Tx, { id, kind }: Pick<Found, 'id' | 'kind'>, slots: readonly Target[]) =>
  tx
    .insertInto('reservation_slots')
    .values(
      slots.map(({ id: slot_id, time, end_time, duration }, i) => ({
        reservation_id: id,
        kind,
        position: i + 1,
        slot_id,
        time,
        end_time,
        duration,
      })),
    )
    .execute()

async function writeHistory(
  tx: Tx,
  { id, status }: Found,
  before: Reservation,
  after: Reservation,
  admin: SignedInAdmin,
  reason: string | null,
) {
  await tx
    .insertInto('reservation_history')
    .values({
      reservation_id: id,
      at: after.updated_at,
      actor_kind: 'admin',
      actor: admin.name,
      action: 'move',
      from_status: status,
      to_status: status,
      reason,
      changes: JSON.stringify(movedChanges(before, after)),
    })
    .execute()
}
