import type { bookMeetingFor, bookTourFor } from '../../../../contract/admin/walk-ins.ts'
import { visitorCountText } from '../../../../contract/booking.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { Member } from '../../../../contract/member.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import { openingText } from '../../../../contract/text/opening-text.ts'
import {
  isTooLong,
  minutesOf,
  type BookableSlot,
  type BookingLimit,
  type BookingProblem,
  checkChange,
  checkMeetingBooking,
  checkTourBooking,
  TOUR_MAX_VISITORS,
  isAutoApproved,
} from '../../../../domain/booking.ts'
import { displayedStatus, type BookingWindow } from '../../../../domain/reservation.ts'
import { isoInMadrid, type Instant } from '../../../../domain/madrid-time.ts'
import { FLAGS_OF, hasTierFor, tierOf, type TierFlags } from '../../../../domain/tier.ts'
import type { JoiningProblem } from '../../../../domain/waitlist.ts'
import type { CommandContext } from '../../../command-context.ts'
import { makeBatches } from '../../../database/batches.ts'
import { inTransaction, type Db, type Tx } from '../../../database/transaction.ts'
import { AppError, invalid } from '../../../http/app-error.ts'
import type { RequestKey } from '../../../http/idempotency.ts'
import type { Rate } from '../../../http/gates.ts'
import type { SignedInAdmin } from '../../../http/session.ts'
import { NOTICES } from '../../../mail/mail.ts'
import { refusedAs, SERVICE, toWire, type NewReservation } from '../queries.ts'
import { lockAndRead, writeAnswers, writeBookings, type Asked, type Facts, type Booking } from './queries.ts'

/** The reservation is approved at once and may exceed the member's tier. */
type Desk = { admin: SignedInAdmin; overrules_tier: boolean }

/** Approves new requests in their transaction. */
export type Approve = (
  context: CommandContext,
  tx: Tx,
  ids: readonly number[],
  now: Instant,
) => Promise<ReadonlyMap<number, Reservation>>

/** A member with a session, or one by id when the desk or the waiting list books; null without account. */
export type Booker = {
  who: { member: Member; token: string } | { member_id: number | null }
  key?: RequestKey | undefined
  /** An own approved reservation, which the approval of this one cancels. */
  replaces?: number | undefined
  messages?: Readonly<Record<'PENDING' | 'APPROVED', string>>
  /** Approves what the settings approve at once; without it every request waits. */
  approve?: Approve
  /** Repeats of an answered request do not count. */
  rate?: Rate
  desk?: Desk
  /** Booked from the form of a waiting list entry. */
  isServed?: true
  /** Sends no mail: the sample event has no real visitors. */
  isSilent?: true
}

/** Rules for members, unless administrators or the waiting list ask. */
type Rules = { limit?: BookingLimit; window?: BookingWindow }

export type Wanted = Pick<Asked, 'kind' | 'slot_ids' | 'room_id'> & {
  visitor: { count: number; phone?: string | null | undefined }
  note: string | null
  judge: (facts: Judged, rules: Rules) => AppError | null
}
type Judged = {
  member: TierFlags
  place: (TierFlags & { id: number; size?: number }) | null
  slots: readonly BookableSlot[]
}

/** `made` is missing if the request repeats an earlier one. */
export type Booked = { answer: string; made?: { reservation: Reservation } }

type Attempt = { context: CommandContext; booker: Booker; wanted: Wanted; asked: Asked }
type Outcome = Booked | { refusal: AppError }
type Batch = (attempt: Attempt) => Promise<Outcome>

export type Counted<Body> = Body & { visitor: { count: number } }

type Shown = { id: number; time?: string | undefined }

/** A slot has been shifted since the screen showed it. */
export const isStale = (shown: readonly Shown[], slots: readonly { id: number; time: string }[]) =>
  shown.some(
    ({ id, time }) => time !== undefined && slots.some((slot) => slot.id === id && slot.time !== time),
  )

export const wantedTour = (body: Counted<BodyOf<typeof bookTourFor>>, now: Instant, desk?: Desk): Wanted => ({
  kind: 'VIP_TOUR',
  slot_ids: [body.available_tour_id],
  room_id: null,
  visitor: body.visitor,
  note: body.note || null,
  judge({ member, place, slots: [slot] }, rules) {
    const { event_date_id, visitor, time } = body
    if (slot && isStale([{ id: slot.id, time }], [slot])) return new AppError('slot_taken')
    const docent_tier = place ?? FLAGS_OF.normal
    const overrules_tier = desk?.overrules_tier ?? false
    const asked = { slot, event_date_id, docent_tier, member, overrules_tier, count: visitor.count, ...rules }
    const problem = checkTourBooking(asked, now)
    const minutes = slot?.duration ?? 0
    const about = { ...rules, place: docent_tier, maxVisitors: TOUR_MAX_VISITORS, minutes, desk }
    return problem && refusalOf(problem, about)
  },
})

export function wantedMeeting(
  body: Counted<BodyOf<typeof bookMeetingFor>>,
  now: Instant,
  desk?: Desk,
): Wanted {
  const { event_date_id, visitor, room_id } = body
  const slot_ids = body.time_slots.map((slot) => slot.available_room_id)
  return {
    kind: 'GROUP_MEETING',
    slot_ids,
    room_id,
    visitor,
    note: body.note || null,
    judge({ member, place, slots }, rules) {
      if (place?.size === undefined) return invalid('room_id', '미팅룸을 선택해주세요.')
      const shown = body.time_slots.map(({ available_room_id: id, time }) => ({ id, time }))
      if (isStale(shown, slots)) return new AppError('slot_taken')
      const room = { ...place, size: place.size }
      const overrules_tier = desk?.overrules_tier ?? false
      const asked = { wanted: slot_ids.length, slots, event_date_id, room, count: visitor.count }
      const problem = checkMeetingBooking({ ...asked, member, overrules_tier, ...rules }, now)
      const about = { ...rules, place: room, maxVisitors: room.size, minutes: minutesOf(slots), desk }
      return problem && refusalOf(problem, about)
    },
  }
}

/** Holds the slot until an administrator decides. At the desk, the tour is approved at once. */
export const bookTour = (
  context: CommandContext,
  booker: Booker,
  body: Counted<BodyOf<typeof bookTourFor>>,
  now: Instant,
  batch?: Batch,
): Promise<Booked> => book(context, booker, now, batch, wantedTour(body, now, booker.desk))

/** Takes all of the consecutive slots or none. At the desk, the meeting is approved at once. */
export const bookMeeting = (
  context: CommandContext,
  booker: Booker,
  body: Counted<BodyOf<typeof bookMeetingFor>>,
  now: Instant,
  batch?: Batch,
): Promise<Booked> => book(context, booker, now, batch, wantedMeeting(body, now, booker.desk))

const tierText = (place?: TierFlags) => `${place ? tierOf(place) : 'VIP'} 회원만 예약할 수 있습니다.`

/** Facts for the texts of refusals. Visitors do not need to know about locks. */
type About = Rules & { place?: TierFlags; maxVisitors?: number; minutes?: number; desk?: Desk | undefined }

export function refusalOf(
  problem: BookingProblem | JoiningProblem,
  { place, maxVisitors = 0, minutes = 0, desk, limit, window }: About,
): AppError {
  switch (problem) {
    case 'unknown_slot':
      // Probably just deleted.
      return new AppError('slot_taken')
    case 'slot_locked':
      return new AppError('slot_taken', desk && { text: '잠긴 시간입니다. 잠금을 해제한 뒤 예약해주세요.' })
    case 'wrong_date':
      return invalid('event_date_id', '유효하지 않은 날짜입니다.')
    case 'wrong_place':
      return invalid('room_id', '선택한 미팅룸의 시간이 아닙니다.')
    case 'party_size':
      return invalid('visitor.count', visitorCountText(maxVisitors))
    case 'tier_required':
      return new AppError(problem, { text: tierText(place) })
    case 'not_open':
      return new AppError(problem, { text: openingText(isoInMadrid(window!.opens_at!)) })
    case 'too_many_reservations':
      return new AppError(problem, {
        text: `끝나지 않은 예약은 한 분당 ${limit!.most}건까지 가능합니다. 예약이 끝나거나 취소된 뒤 다시 신청해주세요.`,
      })
    case 'too_much_time':
      return new AppError(problem, {
        text: isTooLong(limit!, minutes)
          ? `한 번에 예약할 수 있는 시간은 ${limit!.most_at_once}분입니다.`
          : `하루에 예약할 수 있는 시간은 ${limit!.most_minutes}분입니다.`,
      })
    default:
      return new AppError(problem)
  }
}

const UNKNOWN_MEMBER = invalid('user_id', '등록되지 않은 회원입니다. 다시 선택해주세요.')

async function book(
  context: CommandContext,
  booker: Booker,
  now: Instant,
  batch: Batch | undefined,
  wanted: Wanted,
): Promise<Booked> {
  const { who, key, rate, replaces } = booker
  if (rate?.refusal && !key) throw rate.refusal
  const { kind, slot_ids, room_id } = wanted
  const whose = 'token' in who ? { member_id: who.member.id, token: who.token } : { ...who, token: undefined }
  const asked = { kind, slot_ids, room_id, replaces, ...whose, key, now }
  const attempt = { context, booker, wanted, asked }
  // A time change also locks the reservation that it replaces, which batches do not.
  const isBatched = batch && replaces === undefined
  const outcome = await (isBatched ? batch(attempt) : bookAlone(context.db, attempt))
  if ('refusal' in outcome) throw outcome.refusal
  if (!outcome.made) rate?.giveBack()
  return outcome
}

async function bookAlone(db: Db, attempt: Attempt): Promise<Outcome> {
  const [outcome] = await inTransaction(db, (tx) => decideBookings(tx, [attempt], true))
  return outcome as Outcome
}

export const makeBookingBatch = (db: Db): Batch =>
  makeBatches({
    ownerOf: ({ asked }) => asked.member_id!,
    together: (attempts) => inTransaction(db, (tx) => decideBookings(tx, attempts, false)),
    alone: (attempt) => bookAlone(db, attempt),
  })

/** In order; writes what is accepted. Without `waits`, skips bookings with locked rows. */
async function decideBookings(
  tx: Tx,
  attempts: readonly Attempt[],
  waits: boolean,
): Promise<(Outcome | 'skipped')[]> {
  const { locked, facts } = await lockAndRead(
    tx,
    attempts.map(({ asked }) => asked),
    waits,
  )
  const taken = new Set<number>()
  const decided = attempts.map((attempt, n) => {
    const found = facts[n]!
    const slots = found.slots.map((slot) => ({ ...slot, is_held: slot.is_held || taken.has(slot.id) }))
    const outcome = decide(attempt, { ...found, slots }, locked.has(n))
    if (isMade(outcome)) for (const { id } of slots) taken.add(id)
    return outcome
  })
  const made = decided.filter(isMade)
  await writeBookings(tx, made)
  const approved = await approveAtOnce(tx, attempts[0]!, made)
  const answered = new Map(made.map((one) => [one, { ...one, ...answerOf(one, approved) }]))
  await writeAnswers(tx, [...answered.values()])
  return decided.map((outcome) => (isMade(outcome) ? answered.get(outcome)! : outcome))
}

type Made = Exclude<ReturnType<typeof decide>, Outcome | 'skipped'>
const isMade = (outcome: ReturnType<typeof decide>): outcome is Made =>
  typeof outcome === 'object' && 'slot_ids' in outcome

/** Attempts of one batch have the same `approve`, and almost the same `now`. */
async function approveAtOnce(
  tx: Tx,
  { context, booker, asked }: Attempt,
  made: readonly Made[],
): Promise<ReadonlyMap<number, Reservation>> {
  const ids = made.filter(({ isApproved }) => isApproved).map(({ shown }) => shown.id)
  return ids.length === 0 ? new Map() : booker.approve!(context, tx, ids, asked.now)
}

function answerOf({ shown, messages }: Made, approved: ReadonlyMap<number, Reservation>) {
  const reservation = approved.get(shown.id) ?? shown
  const message = messages?.[approved.has(shown.id) ? 'APPROVED' : 'PENDING']
  return { answer: JSON.stringify({ message, reservation }), made: { reservation } }
}

function decide({ context, booker, wanted, asked }: Attempt, facts: Facts, isLocked: boolean) {
  const { desk, rate, key } = booker
  const { member, repeated, replaced } = facts
  if (!member && asked.member_id !== null)
    return { refusal: desk ? UNKNOWN_MEMBER : new AppError('not_authenticated') }
  // A repeat gets the first answer, although its slot is taken now.
  if (repeated) {
    const isSame = key!.request_hash.equals(Buffer.from(repeated.request_hash, 'hex'))
    return isSame ? { answer: repeated.answer } : { refusal: new AppError('idempotency_mismatch') }
  }
  const judged = { ...facts, member: member ?? FLAGS_OF.normal }
  const problem = asked.replaces === undefined ? null : checkChange(replaced, wanted.kind, asked.now)
  const refusal =
    rate?.refusal ??
    (problem === 'invalid_transition'
      ? refusedAs(displayedStatus(replaced!, asked.now))
      : problem && new AppError(problem)) ??
    wanted.judge(judged, rulesFor(booker, facts))
  if (refusal) return { refusal }
  return isLocked ? makeBooking(context, booker, wanted, facts, asked) : 'skipped'
}

const rulesFor = ({ desk, isServed }: Booker, { limit, window }: Facts): Rules =>
  desk ? {} : isServed ? { limit } : { limit, window }

function makeBooking(
  context: CommandContext,
  booker: Booker,
  { kind, slot_ids, visitor, note }: Wanted,
  { id, member, place, slots, event, replaced, auto_approve }: Facts,
  { key, now }: Asked,
): Booking & { shown: Reservation; messages: Booker['messages']; isApproved: boolean } {
  const { desk, messages, approve, isSilent } = booker
  const [first, last] = [slots[0]!, slots.at(-1)!]
  const { status, ...begun } = firstHistoryOf(booker, member, place!)
  const row: NewReservation = {
    id,
    kind,
    status,
    version: 1,
    member_id: member?.id ?? null,
    docent_id: kind === 'VIP_TOUR' ? place!.id : null,
    room_id: kind === 'VIP_TOUR' ? null : place!.id,
    event_date_id: first.event_date_id,
    date: first.date,
    starts_at: new Date(first.starts_at),
    ends_at: new Date(last.ends_at),
    ended_at: null,
    place: place!.texts,
    visitor: { ...visitor, phone: visitor.phone ?? null },
    member: member && ownFacts(member),
    note,
    replaces_id: replaced?.id ?? null,
    feedback: null,
    cancel_note: null,
    created_at: new Date(now),
    updated_at: new Date(now),
  }
  const times = slots.map(({ id: slot_id, time, end_time, duration }) => ({
    slot_id,
    time,
    end_time,
    duration,
  }))
  // The desk adds the code to the mail, because the database assigns it.
  const unset = {
    cancel_requested_at: null,
    cancellation_refused: null,
    shown_code: null,
    arrived_at: null,
    replaces: replaced,
  }
  const shown = toWire({ ...row, times, ...unset }, desk ? 'admin' : 'member', now)
  const notice = {
    ...event,
    ...(booker.isServed && { is_served: true as const }),
    reservation: shown,
    version: 1,
    to: member?.email ?? '',
    public_url: context.publicUrl,
    now,
  }
  // Its mail follows with the approval.
  const isApproved = approve !== undefined && isAutoApproved(auto_approve, member ?? FLAGS_OF.normal)
  return {
    slot_ids,
    reservation: row,
    history: { ...begun, to_status: status },
    mail:
      isSilent || isApproved || !member
        ? undefined
        : { kind: NOTICES[desk ? 'approve' : 'create'], facts: notice },
    key,
    now,
    shown,
    messages,
    isApproved,
  }
}

const ownFacts = ({ name, company_name, position, phone }: Member) => ({
  name,
  company_name,
  position,
  phone,
})

const SERVED = '자리 대기 중이던 시간에 자리가 나서 접수되었습니다.'

function firstHistoryOf({ desk, isServed }: Booker, member: Member | null, place: TierFlags) {
  if (isServed)
    return { status: 'PENDING', actor_kind: SERVICE.kind, actor: SERVICE.name, reason: SERVED } as const
  if (!desk) return { status: 'PENDING', actor_kind: 'member', actor: member!.name, reason: null } as const
  const reason = hasTierFor(member ?? FLAGS_OF.normal, place)
    ? '현장 예약'
    : '현장 예약 (등급 제한 예외 적용)'
  return { status: 'APPROVED', actor_kind: 'admin', actor: desk.admin.name, reason } as const
}
