import type { Docent, Room } from '../../../contract/place.ts'
import { reservationFacts, type Reservation, type ReservationLists } from '../../../contract/reservation.ts'
import type { RoomSlot, TourSlot } from '../../../contract/slot.ts'
import { columnsTo, HOURS, isDrawn } from '../components/drawn-hours.ts'
import { placeIdOf } from '../components/place.ts'
import { groupBy } from '../../../domain/group-by.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { statusesIn } from '../../../domain/reservation-filter.ts'
import { displayedStatus, type Status } from '../../../domain/reservation.ts'
import { isPast, minutesOf } from '../../../domain/slot.ts'
import { placeName } from '../../components/reservation/reservation-text.ts'
import type { Filters } from './filters.ts'

export type Kind = 'tour' | 'room'
type Place = Docent | Room

/** `isOutside`: starts before the first column or after the last. */
export type Block = { reservation: Reservation; status: Status; time: string; isOutside: boolean }
/** `free`: bookable times in order. */
export type Cell = { blocks: readonly Block[]; free: readonly string[] }
/** `place` is null for a deleted one that still has reservations; `free` is the next bookable time. */
export type Row = {
  key: string
  name: string
  place: Place | null
  free: string | null
  cells: readonly Cell[]
  count: number
}
export type GridDay = { date: string; kind: Kind; rows: readonly Row[]; count: number }

export type Sources = {
  dates: readonly string[]
  docents: Docent[]
  rooms: Room[]
  /** In order of start. */
  reservations: ReservationLists
  tourSlots?: readonly TourSlot[] | undefined
  roomSlots?: readonly RoomSlot[] | undefined
}

/** Earlier and later times stand in the first and last column. */
export const columnOf = (time: string): number =>
  Math.min(Math.max(Math.floor(columnsTo(minutesOf(time))), 0), HOURS.length - 1)

const isOutside = (time: string) => !isDrawn(minutesOf(time))

/** Every place has a row, but a search keeps only rows with results. */
export function gridDaysOf(
  sources: Sources,
  filters: Omit<Filters, 'date' | 'ids'>,
  now: Instant,
): GridDay[] {
  const { docents, rooms, reservations } = sources
  const tours = groupBy(blocksOf(reservations.tours, filters, now), dateOf)
  const meetings = groupBy(blocksOf(reservations.meetings, filters, now), dateOf)
  const days: GridDay[] = []
  for (const date of sources.dates) {
    const put = (kind: Kind, places: readonly Place[], blocks: Block[], slots: readonly Slot[] = []) => {
      const free = freeTimes(slots, date, now)
      const all = rowsOf(kind, places, blocks, free)
      const rows = filters.search ? all.filter(({ count }) => count > 0) : all
      if (rows.length > 0 || !filters.search) days.push({ date, kind, rows, count: blocks.length })
    }
    if (filters.type !== 'meeting') put('tour', docents, tours.get(date) ?? [], sources.tourSlots)
    if (filters.type !== 'tour') put('room', rooms, meetings.get(date) ?? [], sources.roomSlots)
  }
  return days
}

type Slot = TourSlot | RoomSlot

const dateOf = ({ reservation }: Block) =>
  (reservation.type === 'VIP_TOUR' ? reservation.available_tour : reservation).event_date.date
const startOf = (reservation: Reservation) =>
  reservation.type === 'VIP_TOUR' ? reservation.available_tour.time : reservation.time_slots[0]!.start_time

function blocksOf(
  reservations: readonly Reservation[],
  { status: wanted }: Pick<Filters, 'status'>,
  now: Instant,
): Block[] {
  const statuses = statusesIn(wanted)
  return reservations.flatMap((reservation) => {
    const status = displayedStatus(reservationFacts(reservation), now)
    const time = startOf(reservation)
    return statuses.includes(status) ? [{ reservation, status, time, isOutside: isOutside(time) }] : []
  })
}

type FreeTimes = ReadonlyMap<string, readonly string[]>

/** By place id and column. */
function freeTimes(slots: readonly Slot[], date: string, now: Instant): FreeTimes {
  const free = slots.filter(
    (slot) =>
      slot.available &&
      slot.event_date.date === date &&
      !isOutside(slot.time) &&
      !isPast(date, slot.time, now),
  )
  const byCell = groupBy(free, (slot) => {
    const place = 'docent' in slot ? slot.docent : slot.room
    return cellKey(place.id, columnOf(slot.time))
  })
  return new Map([...byCell].map(([key, own]) => [key, own.map(({ time }) => time).sort()]))
}

const cellKey = (placeId: number, column: number) => `${placeId} ${column}`

function rowsOf(kind: Kind, places: readonly Place[], blocks: readonly Block[], free: FreeTimes): Row[] {
  const known = new Set(places.map(({ id }) => id))
  const isKnown = ({ reservation }: Block) => known.has(placeIdOf(reservation) ?? 0)
  const byPlace = groupBy(blocks.filter(isKnown), ({ reservation }) => placeIdOf(reservation))
  const gone = groupBy(
    blocks.filter((block) => !isKnown(block)),
    ({ reservation }) => placeName(reservation),
  )
  const row = (key: string | number, name: string, place: Place | null, own: readonly Block[]): Row => {
    const times = HOURS.map((_, column) => (place && free.get(cellKey(place.id, column))) ?? [])
    return {
      key: `${kind} ${key}`,
      name,
      place,
      free: times.flat()[0] ?? null,
      count: own.length,
      cells: times.map((free, column) => ({
        blocks: own.filter((block) => columnOf(block.time) === column),
        free,
      })),
    }
  }
  return [
    ...places.map((place) => row(place.id, place.name, place, byPlace.get(place.id) ?? [])),
    ...[...gone].map(([name, left]) => row(name, name, null, left)),
  ]
}

/** Limits a poll's re-render to changed rows. */
export const sameRow = (a: Row, b: Row): boolean =>
  a === b ||
  (a.key === b.key && a.name === b.name && a.place === b.place && sameLists(a.cells, b.cells, sameCell))

const sameCell = (a: Cell, b: Cell) =>
  sameLists(a.free, b.free, Object.is) && sameLists(a.blocks, b.blocks, sameBlock)
const sameBlock = (a: Block, b: Block) => a.reservation === b.reservation && a.status === b.status

const sameLists = <Item>(a: readonly Item[], b: readonly Item[], same: (a: Item, b: Item) => boolean) =>
  a.length === b.length && a.every((item, i) => same(item, b[i]!))
