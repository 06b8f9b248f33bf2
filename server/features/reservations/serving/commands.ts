import { sql } from 'kysely'
import type { reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { PlaceTexts } from '../../../../domain/place-texts.ts'
import { chooseServed } from '../../../../domain/waitlist.ts'
import type { CommandContext } from '../../../command-context.ts'
import type { Tx } from '../../../database/transaction.ts'
import { getSettings } from '../../settings/queries.ts'
import { bookMeeting, bookTour } from '../booking/commands.ts'
import {
  findServing,
  findWaiting,
  lockEntriesFor,
  lockWithoutWaiting,
  rowsOf,
  type Freed,
  type Waiting,
} from './queries.ts'

/**
 * Gives times that have just become free to those who wait for them, in the transaction that frees them and has locked
 * their slots: each as a request like any other. Every path that gives back or unlocks a slot ends with it. Who gave a time
 * back does not get it again: their own entry for it has ended.
 */
export async function serveWaitlist(
  context: CommandContext,
  tx: Tx,
  freed: readonly Freed[],
  now: Instant,
): Promise<void> {
  if (freed.length === 0) return
  const waiting = await findWaiting(tx, freed, now)
  if (waiting.length === 0) return
  const idsOf = (gave_back: boolean) =>
    waiting.filter((each) => each.gave_back === gave_back).map(({ id }) => id)
  await endBooked(tx, idsOf(true), now)
  for (const entry of await lockServed(tx, idsOf(false), now)) await serve(context, tx, entry, now)
}

/**
 * Chooses the entries that are served, with everything locked by which that was judged. First all slots that anybody in line
 * needs: somebody else may just be freeing another one, and one of the two has to see both. Then it chooses anew until
 * nobody is chosen whose rows are not locked.
 */
async function lockServed(tx: Tx, ids: readonly number[], now: Instant): Promise<Waiting[]> {
  const line = await findServing(tx, ids, now)
  await lockWithoutWaiting(tx, { slots: [...line.slots.keys()] })
  const locked = new Set<number>()
  for (;;) {
    const { entries, ...serving } = await findServing(tx, ids, now)
    const chosen = chooseServed(entries, serving, now)
    const others = chosen.filter(({ id }) => !locked.has(id))
    if (others.length === 0) return chosen
    await lockWithoutWaiting(tx, rowsOf(others))
    for (const { id } of others) locked.add(id)
  }
}

/** Sends the form that was kept, and says so in the entry. */
async function serve(context: CommandContext, tx: Tx, entry: Waiting, now: Instant): Promise<void> {
  const within = { ...context, db: tx }
  const booker = { who: { member_id: entry.member.id }, isServed: true } as const
  const { event_date_id, note, slot_ids, place } = entry
  const { made } =
    entry.kind === 'VIP_TOUR'
      ? await bookTour(
          within,
          booker,
          {
            event_date_id,
            note,
            visitor: entry.visitor as BodyOf<typeof reserveTour>['visitor'],
            available_tour_id: slot_ids[0]!,
          },
          now,
        )
      : await bookMeeting(
          within,
          booker,
          {
            event_date_id,
            note,
            visitor: entry.visitor as BodyOf<typeof reserveMeeting>['visitor'],
            room_id: place.id,
            time_slots: slot_ids.map((available_room_id) => ({ available_room_id })),
          },
          now,
        )
  await tx
    .updateTable('waitlist_entries')
    .set({ ended_at: new Date(now), outcome: 'served', reservation_id: made!.reservation.id })
    .where('id', '=', entry.id)
    .where('live', '=', true)
    .execute()
}

/** Entries for times that their members had meanwhile got otherwise. One that is just being left is left alone. */
async function endBooked(tx: Tx, ids: readonly number[], now: Instant): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update waitlist_entries set ended_at = ${new Date(now)}, outcome = 'booked'
    where id in (select id from waitlist_entries where id = any(${ids}::int[]) and live order by id for update skip locked)`.execute(
    tx,
  )
}

/**
 * Ends the entries that need any of these slots, before the slots are deleted and before anything that the deletion gives
 * back is served, and mails their members, who may count on it.
 */
export async function endWaiting(
  { postMail, publicUrl }: CommandContext,
  tx: Tx,
  slot_ids: readonly number[],
  own_reason: string | undefined,
  now: Instant,
): Promise<void> {
  const found = await lockEntriesFor(tx, slot_ids, now)
  if (found.length === 0) return
  const reason = own_reason || null
  await tx
    .updateTable('waitlist_entries')
    .set({ ended_at: new Date(now), outcome: 'time_deleted', reason })
    .where('id', '=', sql<number>`any(${found.map(({ id }) => id)}::int[])`)
    .execute()
  const about = { reason, ...(await getSettings(tx)), public_url: publicUrl }
  const mails = found.map(({ name, email, place, created_at, ...entry }) => {
    const place_name = String((place as PlaceTexts)['name'])
    const facts = { ...about, to: email, member_name: name }
    return {
      kind: 'waitlist_ended' as const,
      facts: { ...facts, entry: { ...entry, place_name, created_at: created_at.getTime() } },
    }
  })
  await postMail(tx, mails, now)
}
