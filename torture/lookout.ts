import { setTimeout as sleep } from 'node:timers/promises'
import type { ReservationKind, Status } from '../domain/reservation.ts'
import type { Stand } from './stand.ts'

const EVERY = 200

type Tier = { is_vip: boolean; is_vvip: boolean }
export type Slot = {
  id: number
  docent_id: number | null
  room_id: number | null
  event_date_id: number
  time: string
  end_time: string
  reservation_id: number | null
  is_locked: boolean
}
type Reservation = {
  id: number
  kind: ReservationKind
  status: Status
  member_id: number | null
  room_id: number | null
  date: string
  visitor: { name: string; count: number }
  arrived_at: string | null
}
export type Member = Tier & {
  id: number
  name: string
  phone: string
  email: string
  company_name: string
  position: string
}

/** A recent view of the database, from which callers choose; sorted by id. */
export type View = {
  dates: { id: number; date: string }[]
  docents: (Tier & { id: number; name: string; language: string; start_point: string })[]
  rooms: (Tier & { id: number; name: string; floor: number; size: number })[]
  slots: Slot[]
  reservations: Reservation[]
  members: Member[]
  /** Waiting entries. */
  waits: { id: number; member_id: number; slots: number[] }[]
}

const SQL = `select json_build_object(
  'dates', (select coalesce(json_agg(d order by id), '[]') from event_dates d),
  'docents', (select coalesce(json_agg(d order by id), '[]') from docents d),
  'rooms', (select coalesce(json_agg(r order by id), '[]') from rooms r),
  'slots', (select coalesce(json_agg(s order by event_date_id, docent_id, room_id, starts_at), '[]') from slots s),
  'reservations', (select coalesce(json_agg(r order by id), '[]') from (
    select id, kind, status, member_id, room_id, date, visitor, arrived_at from reservations) r),
  'members', (select coalesce(json_agg(m order by id), '[]') from members m),
  'waits', (select coalesce(json_agg(w order by id), '[]') from (
    select id, member_id, (select coalesce(json_agg(slot_id), '[]') from waitlist_slots where entry_id = e.id) as slots
    from waitlist_entries e where live) w)) as view`

/** Refreshes until stopped; keeps the last view during an outage. */
export async function openLookout({ database }: Stand) {
  const look = async () => (await database.query<{ view: View }>(SQL))[0]!.view
  let view = await look()
  const closing = new AbortController()
  const looking = (async () => {
    while (!closing.signal.aborted) {
      await sleep(EVERY)
      view = await look().catch(() => view)
    }
  })()
  return {
    view: () => view,
    async close() {
      closing.abort()
      await looking
    },
  }
}
