import { sql } from 'kysely'
import type { Member } from '../../../../contract/member.ts'
import type { BookableSlot } from '../../../../domain/booking.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { ReservationKind } from '../../../../domain/reservation.ts'
import type { TierFlags } from '../../../../domain/tier.ts'
import type { Db } from '../../../database/transaction.ts'
import type { Settings } from '../../settings/queries.ts'

type SlotFacts = BookableSlot & { date: string; duration: number; ends_at: Instant }
/** A docent or room: `size` is a room's. */
type PlaceFacts = TierFlags & { id: number; name: string; size: number }

/** Everything that a booking is judged by and written from, as one reading of the database has found it. */
export type Facts = {
  member: Member
  /** Null when it is gone, or was never there. */
  place: PlaceFacts | null
  /** Those of the wanted slots that are there, in the order of their start. */
  slots: SlotFacts[]
  event: Settings
}

const PLACES = {
  VIP_TOUR: {
    id: sql.ref('docent_id'),
    all: sql`select id, name, language, start_point, is_vip, is_vvip from docents`,
  },
  GROUP_MEETING: {
    id: sql.ref('room_id'),
    all: sql`select id, name, floor, size, is_vip, is_vvip from rooms`,
  },
}

/**
 * By what a booking of any slot of a docent or room on a date is judged, but for its member; undefined where the slot by which
 * they are named is not there. As `judge_bookings` of schema.sql reads it.
 */
export async function findFactsAround(
  db: Db,
  kind: ReservationKind,
  slot_id: number,
): Promise<Omit<Facts, 'member'> | undefined> {
  const place = PLACES[kind]
  const { rows } = await sql<{ facts: Omit<Facts, 'member'> }>`
    select json_build_object(
      'place', (select p from (${place.all}) p where p.id = wanted.${place.id}),
      'slots', (
        select json_agg(s order by s.starts_at) from (
          select id, ${place.id} as place_id, event_date_id, d.date, time, end_time, duration,
            extract(epoch from starts_at) * 1000 as starts_at, extract(epoch from ends_at) * 1000 as ends_at,
            is_locked, reservation_id is not null as is_held
          from slots where event_date_id = wanted.event_date_id and ${place.id} = wanted.${place.id}) s),
      'event', (select e from (select event_name, contact_email from settings) e)
    ) as facts
    from slots wanted join event_dates d on d.id = wanted.event_date_id
    where wanted.id = ${slot_id} and wanted.kind = ${kind}`.execute(db)
  return rows[0]?.facts
}

/**
 * Facts of before, kept so that a booking need not read them first. They may be old: a booking that they let pass is
 * written only if the database says the same, and none is refused by them.
 */
export type KeptFacts = {
  find(kind: ReservationKind, wanted: readonly number[], member: Member): Facts | undefined
  learn(facts: Omit<Facts, 'member'>): void
}

// A few megabytes: some days of a very large event.
const MAX_KEPT = 10_000

export function makeKeptFacts(): KeptFacts {
  const slots = new Map<number, SlotFacts>()
  const places = { VIP_TOUR: new Map<number, PlaceFacts>(), GROUP_MEETING: new Map<number, PlaceFacts>() }
  let event: Settings | undefined

  function keep(found: readonly SlotFacts[]) {
    for (const slot of found) {
      slots.delete(slot.id)
      slots.set(slot.id, slot)
    }
    // The first of a map is behind all that were taken out of it, and not looked for without need.
    while (slots.size > MAX_KEPT) slots.delete(slots.keys().next().value!)
  }

  return {
    find(kind, wanted, member) {
      const found = wanted.map((id) => slots.get(id))
      const place = places[kind].get(found[0]?.place_id ?? 0)
      if (!event || !place || found.includes(undefined)) return undefined
      const inOrder = (found as SlotFacts[]).toSorted((a, b) => a.starts_at - b.starts_at)
      return { member, place, slots: inOrder, event }
    },
    learn(facts) {
      const { place } = facts
      if (place) places['size' in place ? 'GROUP_MEETING' : 'VIP_TOUR'].set(place.id, place)
      keep(facts.slots)
      event = facts.event
    },
  }
}
