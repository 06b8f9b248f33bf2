import { sql } from 'kysely'
import type { reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { chooseServed, type WaitlistOutcome } from '../../../../domain/waitlist.ts'
import type { CommandContext } from '../../../command-context.ts'
import { anyOf, idsOf, type Tx } from '../../../database/transaction.ts'
import { postPushes } from '../../../outbox/post-mail.ts'
import type { WaitlistNotice } from '../../../mail/mail.ts'
import { getSettings } from '../../settings/queries.ts'
import { bookMeeting, bookTour, type Approve } from '../booking/commands.ts'
import {
  findAddressed,
  findServing,
  findWaiting,
  HOLDS_OWN,
  lockWithoutWaiting,
  rowsOf,
  type Freed,
  type Waiting,
} from './queries.ts'

export async function serveWaiting(
  context: CommandContext,
  tx: Tx,
  freed: readonly Freed[],
  approve: Approve,
  now: Instant,
) {
  if (freed.length === 0) return
  const waiting = await findWaiting(tx, freed, now)
  if (waiting.length === 0) return
  const which = (gave_back: boolean) => idsOf(waiting.filter((each) => each.gave_back === gave_back))
  await endBooked(tx, which(true), now)
  for (;;) {
    const served = await lockServed(tx, which(false), now)
    if (served.length === 0) return
    for (const entry of served) await serve(context, tx, entry, approve, now)
  }
}

/** Locks all slots that waiting entries need, then chooses again until all chosen rows are locked. */
async function lockServed(tx: Tx, ids: readonly number[], now: Instant): Promise<Waiting[]> {
  const line = await findServing(tx, ids, now)
  await lockWithoutWaiting(tx, { slots: [...line.slots.keys()] })
  const locked = new Set<number>()
  for (;;) {
    const { entries, slots } = await findServing(tx, ids, now)
    const chosen = chooseServed(entries, slots, now)
    const others = chosen.filter(({ id }) => !locked.has(id))
    if (others.length === 0) return chosen
    await lockWithoutWaiting(tx, rowsOf(others))
    for (const { id } of others) locked.add(id)
  }
}

/** Stored with the fields of its kind. */
type Visitor = BodyOf<typeof reserveTour>['visitor'] & BodyOf<typeof reserveMeeting>['visitor']

async function serve(context: CommandContext, tx: Tx, entry: Waiting, approve: Approve, now: Instant) {
  const within = { ...context, db: tx }
  const booker = { who: { member_id: entry.member.id }, isServed: true, approve } as const
  const { event_date_id, note, slot_ids, place } = entry
  const asked = { event_date_id, note, visitor: entry.visitor as Visitor }
  const time_slots = slot_ids.map((available_room_id) => ({ available_room_id }))
  const { made } =
    entry.kind === 'VIP_TOUR'
      ? await bookTour(within, booker, { ...asked, available_tour_id: slot_ids[0]! }, now)
      : await bookMeeting(within, booker, { ...asked, room_id: place.id, time_slots }, now)
  await markEnded(tx, [entry.id], { outcome: 'served', reservation_id: made!.reservation.id }, now)
  if (made!.reservation.status === 'PENDING')
    await postPushes(tx, [{ kind: 'served', reservation: made!.reservation, version: 1 }], now)
}

type End = { outcome: WaitlistOutcome; reason?: string | null; reservation_id?: number }

/** Skips entries that have already ended. */
export const markEnded = (tx: Tx, ids: readonly number[], end: End, now: Instant) =>
  tx
    .updateTable('waitlist_entries')
    .set({ ...end, ended_at: new Date(now) })
    .where('id', '=', anyOf(ids))
    .where('live', '=', true)
    .execute()

/** Skips an entry that its member is just removing. */
async function endBooked(tx: Tx, ids: readonly number[], now: Instant) {
  if (ids.length === 0) return
  await sql`
    update waitlist_entries set ended_at = ${new Date(now)}, outcome = 'booked'
    where id in (select id from waitlist_entries where id = ${anyOf(ids)} and live order by id for update skip locked)`.execute(
    tx,
  )
}

/** Ends entries whose members have booked the time otherwise; returns those that still wait. */
export async function lockEntriesFor(tx: Tx, slot_ids: readonly number[], now: Instant) {
  const found = await tx
    .selectFrom('waitlist_slots')
    .select('entry_id')
    .distinct()
    .where('slot_id', '=', anyOf(slot_ids))
    .where('live', '=', true)
    .execute()
  const entries = found.map(({ entry_id }) => entry_id)
  await lockWithoutWaiting(tx, { entries })
  const live = await tx
    .selectFrom('waitlist_entries as e')
    .select(['id', HOLDS_OWN.as('is_booked')])
    .where('id', '=', anyOf(entries))
    .where('live', '=', true)
    .where('starts_at', '>', new Date(now))
    .execute()
  const which = (is_booked: boolean) => idsOf(live.filter((each) => each.is_booked === is_booked))
  await endBooked(tx, which(true), now)
  return which(false)
}

/** Call it before the slots are deleted and released. */
export async function endWaiting(
  context: CommandContext,
  tx: Tx,
  slot_ids: readonly number[],
  own_reason: string | undefined,
  now: Instant,
) {
  await endEntries(context, tx, await lockEntriesFor(tx, slot_ids, now), own_reason || null, now)
}

/** Locked entries whose time no longer exists. */
export async function endEntries(
  context: CommandContext,
  tx: Tx,
  ids: readonly number[],
  reason: string | null,
  now: Instant,
) {
  await markEnded(tx, ids, { outcome: 'time_deleted', reason }, now)
  await tellOfEntries(context, tx, ids, { kind: 'waitlist_ended', why: 'time_deleted', reason }, now)
}

type News = Pick<WaitlistNotice, 'why' | 'reason' | 'passed_over'> & {
  kind: 'waitlist_joined' | 'waitlist_moved' | 'waitlist_ended'
  former?: ReadonlyMap<number, string>
}

/** Mails the members of these entries, in the transaction that changes them. */
export async function tellOfEntries(
  { postMail, publicUrl }: CommandContext,
  tx: Tx,
  ids: readonly number[],
  { kind, former, ...news }: News,
  now: Instant,
) {
  if (ids.length === 0) return
  const about = { ...news, ...(await getSettings(tx)), public_url: publicUrl, now }
  const mails = (await findAddressed(tx, ids)).map(({ name, email, created_at, ...entry }) => {
    const shown = { ...entry, created_at: created_at.getTime() }
    const facts = { ...about, to: email, member_name: name, entry: shown, former: former?.get(entry.id) }
    return { kind, facts }
  })
  await postMail(tx, mails, now)
}
