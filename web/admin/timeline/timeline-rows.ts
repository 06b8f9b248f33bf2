import type { Docent, Room } from '../../../contract/place.ts'
import type { Reservation, ReservationLists } from '../../../contract/reservation.ts'
import type { RoomSlot, TourSlot } from '../../../contract/slot.ts'
import { placeIdOf } from '../components/place.ts'
import { groupBy } from '../../../domain/group-by.ts'
import { placeName } from '../../components/reservation/reservation-text.ts'
import { isDrawn, lanesOf, placed, reservationSpan, slotSpan, type Span } from './timeline-span.ts'
import type { TypeFilter } from '../components/type-filter.ts'

export type Block = Span & { reservation: Reservation; lane: number }

type Slot = TourSlot | RoomSlot

/** `place` is null for a deleted one that still has reservations. */
export type Row = {
  key: string
  kind: 'tour' | 'room'
  name: string
  place: Docent | Room | null
  blocks: Block[]
  lanes: number
  /** Also those that are not drawn. */
  slots: Slot[]
}

export type Day = {
  docents: readonly Docent[]
  rooms: readonly Room[]
  /** In order of start. */
  reservations: ReservationLists
  tourSlots: readonly TourSlot[]
  roomSlots: readonly RoomSlot[]
}

export const rowsOf = (day: Day): Row[] => [
  ...rowsOfKind('tour', day.docents, day.reservations.tours, groupBy(day.tourSlots, docentOf)),
  ...rowsOfKind('room', day.rooms, day.reservations.meetings, groupBy(day.roomSlots, roomOf)),
]

export const rowsIn = (rows: readonly Row[], view: TypeFilter): Row[] =>
  rows.filter(({ kind }) => view === 'all' || (view === 'tour') === (kind === 'tour'))

/** Reservations that start outside the drawn hours. */
export const countHidden = (reservations: ReservationLists, view: TypeFilter): number =>
  [
    ...(view === 'meeting' ? [] : reservations.tours),
    ...(view === 'tour' ? [] : reservations.meetings),
  ].filter((reservation) => !isDrawn(reservationSpan(reservation))).length

const docentOf = (slot: TourSlot) => slot.docent.id
const roomOf = (slot: RoomSlot) => slot.room.id

function rowsOfKind(
  kind: Row['kind'],
  places: readonly (Docent | Room)[],
  reservations: readonly Reservation[],
  slots: ReadonlyMap<number, Slot[]>,
): Row[] {
  const known = new Set(places.map(({ id }) => id))
  const isKnown = (reservation: Reservation) => known.has(placeIdOf(reservation) ?? 0)
  const byPlace = groupBy(reservations.filter(isKnown), placeIdOf)
  const gone = groupBy(
    reservations.filter((reservation) => !isKnown(reservation)),
    placeName,
  )
  return [
    ...places.map((place) => ({
      key: `${kind}-${place.id}`,
      kind,
      name: place.name,
      place,
      slots: slots.get(place.id) ?? [],
      ...blocksOf(byPlace.get(place.id) ?? []),
    })),
    ...[...gone].map(([name, left]) => ({
      // Used as an id, which can't contain spaces.
      key: `${kind}-gone-${encodeURIComponent(name)}`,
      kind,
      name,
      place: null,
      slots: [],
      ...blocksOf(left),
    })),
  ]
}

function blocksOf(reservations: readonly Reservation[]): { blocks: Block[]; lanes: number } {
  const drawn = reservations
    .map((reservation) => ({ reservation, ...reservationSpan(reservation) }))
    .filter(isDrawn)
    .sort((a, b) => a.from - b.from)
  const lanes = lanesOf(drawn)
  return {
    blocks: drawn.map((block, i) => ({ ...block, lane: lanes[i]! })),
    lanes: Math.max(1, ...lanes.map((lane) => lane + 1)),
  }
}

/** Null for an empty day. */
export function firstColumn(rows: readonly Row[]): number | null {
  const begins = rows.flatMap(({ blocks, slots }) => [
    ...blocks.slice(0, 1),
    ...slots.map(slotSpan).filter(isDrawn).slice(0, 1),
  ])
  return begins.length === 0 ? null : Math.min(...begins.map((span) => placed(span).at))
}

/** Free slots one by one; past and locked ones merged. */
export type Ground = Span & ({ kind: 'free'; slot: Slot } | { kind: 'past' | 'locked' })

/** Times up to and including `past` (`HH:MM`) have begun. Booked slots have no ground. */
export function groundOf(slots: readonly Slot[], past: string): Ground[] {
  const ground: Ground[] = []
  for (const slot of slots) {
    const span = slotSpan(slot)
    if (!isDrawn(span)) continue
    const isPast = slot.time <= past
    if (slot.available && !isPast) ground.push({ kind: 'free', slot, ...span })
    else if (slot.available || slot.is_locked) {
      const kind = isPast ? 'past' : 'locked'
      const last = ground.at(-1)
      if (last?.kind === kind && last.until === span.from) last.until = span.until
      else ground.push({ kind, ...span })
    }
  }
  return ground
}
