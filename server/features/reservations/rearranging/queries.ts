import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Rearranged, rearrangeReservations } from '../../../../contract/admin/rearrange.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { whereAndWhen } from '../../../../contract/text/moved-text.ts'
import { TOUR_MAX_VISITORS } from '../../../../domain/booking.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import {
  isAffected,
  judgeMoves,
  shiftSlots,
  type Judged,
  type Outcome,
  type Move,
  type ShiftProblem,
  type Shifted,
} from '../../../../domain/rearranging.ts'
import type { ReservationKind } from '../../../../domain/reservation.ts'
import { FLAGS_OF } from '../../../../domain/tier.ts'
import { anyOf, idsOf, type Db, type Tx } from '../../../database/transaction.ts'
import { findDocents, findRooms } from '../../places/queries.ts'
import { selectWanted } from '../../slots/queries.ts'
import { selectTargets } from '../moving/queries.ts'
import { factsOf, selectReservations, toWire } from '../queries.ts'

export type Body = BodyOf<typeof rearrangeReservations>

/** One docent, one room, or all places of a date. */
type Spot = { date: string; docent_id?: number | undefined; room_id?: number | undefined }

/** By start. */
export async function findAffected(db: Db, scope: Body['scope'], now: Instant) {
  const { date, docent_id, room_id } = scope
  const rows = await selectReservations(db)
    .leftJoin('members as m', 'm.id', 'r.member_id')
    .select(['m.is_vip', 'm.is_vvip'])
    .where('r.live', '=', true)
    .where('r.date', '=', date)
    .$if(docent_id !== undefined, (query) => query.where('r.docent_id', '=', docent_id!))
    .$if(room_id !== undefined, (query) => query.where('r.room_id', '=', room_id!))
    .orderBy('r.starts_at')
    .orderBy('r.id')
    .execute()
  return rows.filter((row) => isAffected({ ...factsOf(row), time: row.times[0]!.time }, scope, now))
}

/** An unsent notice about them becomes untrue. Their reminders are deleted. */
export async function findAnnounced(tx: Tx, reservation_ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select reservation_id as id
    from (select reservation_id, status, kind from mails union all select reservation_id, status, fact from pushes) notices
    where kind not like 'reminder%' and reservation_id = ${anyOf(reservation_ids)} and status = 'queued'`.execute(
    tx,
  )
  return idsOf(rows)
}

type Affected = Awaited<ReturnType<typeof findAffected>>[number]

/** By start. */
export async function findSlots(db: Db, { date, docent_id, room_id }: Spot) {
  const wanted = selectWanted(db, {
    dates: [date],
    docent_ids: docent_id === undefined ? undefined : [docent_id],
    room_ids: room_id === undefined ? undefined : [room_id],
  })
  const rows = await selectTargets(db).where('s.id', 'in', wanted.select('s.id')).execute()
  return rows.map((stored) => ({
    ...stored,
    stored,
    starts_at: stored.starts_at.getTime(),
    ends_at: stored.ends_at.getTime(),
    is_held: stored.reservation_id !== null,
  }))
}
export type Slot = Awaited<ReturnType<typeof findSlots>>[number]

const findPlaces = async (db: Db) => ({ VIP_TOUR: await findDocents(db), GROUP_MEETING: await findRooms(db) })
type Places = Awaited<ReturnType<typeof findPlaces>>

/** Entries that need one of these slots, and whether they need only these. */
export async function findEntries(tx: Tx, entry_ids: readonly number[], slot_ids: readonly number[]) {
  const { rows } = await sql<{ id: number; former: string; is_whole: boolean }>`
    select e.id, e.time || ' ~ ' || e.end_time as former, bool_and(n.slot_id = ${anyOf(slot_ids)}) as is_whole
    from waitlist_entries e join waitlist_slots n on n.entry_id = e.id
    where e.id = ${anyOf(entry_ids)} group by e.id`.execute(tx)
  return rows
}

/** Where the slots are that the reservations get. */
export const targetOf = ({ scope, to_date, to_docent_id, to_room_id }: Body): Spot => ({
  date: to_date ?? scope.date,
  docent_id: to_docent_id ?? scope.docent_id,
  room_id: to_room_id ?? scope.room_id,
})

export type Plan = {
  state: string
  results: Rearranged[]
  /** Why a shift is refused as a whole. */
  refusal: string | null
  /** By reservation. */
  judged: ReadonlyMap<number, Judged<Slot>>
  places: Places
  shifted: readonly Shifted<Slot>[]
}

export const placeOf = (places: Places, kind: ReservationKind, id: number | null) =>
  places[kind].find((place) => place.id === id)

/** Only reads. */
export async function makePlan(tx: Tx, body: Body, now: Instant): Promise<Plan> {
  const { scope, act, minutes = 0 } = body
  const target = targetOf(body)
  const places = await findPlaces(tx)
  const rows = await findAffected(tx, scope, now)
  const slots = act === 'cancel' ? [] : await findSlots(tx, target)
  const ids = idsOf(rows)
  const shift = { date: scope.date, from: scope.from, minutes, holders: new Set(ids) }
  const shifted = act === 'shift' ? shiftSlots(slots, shift, now) : []
  const moves = act === 'move' ? rows.map((row) => moveOf(row, target, places)) : []
  const judged = judgeMoves(moves, slots, now)
  const shiftedOf = Map.groupBy(shifted, ({ slot }) => slot.reservation_id)
  const decisionOf = ({ id }: Affected): Decision => {
    if (act === 'shift') return decisionOfShift(shiftedOf.get(id) ?? [])
    return judged.get(id) ?? { outcome: 'ok', slots: [] }
  }
  const results = rows.map((row) => resultOf(row, decisionOf(row), { target, places }, now))
  const shown = results.map(({ id, outcome, from, to }) => [id, outcome, from, to])
  const times = shifted.map(({ slot }) => [slot.id, slot.starts_at])
  return {
    results,
    state: createHash('sha256')
      .update(JSON.stringify([shown, times]))
      .digest('base64url'),
    refusal: refusalOf(shifted, places),
    judged,
    places,
    shifted,
  }
}

const NOWHERE = { id: 0, size: 0, ...FLAGS_OF.normal }

function moveOf({ visitor, is_vip, is_vvip, times, ...row }: Affected, target: Spot, places: Places): Move {
  const own = row.kind === 'VIP_TOUR' ? (target.docent_id ?? row.docent_id) : (target.room_id ?? row.room_id)
  const place = placeOf(places, row.kind, own) ?? NOWHERE
  return {
    ...row,
    requested_at: row.created_at.getTime(),
    time: times[0]!.time,
    end_time: times.at(-1)!.end_time,
    member: { is_vip: is_vip ?? false, is_vvip: is_vvip ?? false },
    count: (visitor as { count: number }).count,
    place: { ...place, most_visitors: 'size' in place ? place.size : TOUR_MAX_VISITORS },
  }
}

type Decision = { outcome: Outcome; slots: readonly { place_id: number; time: string; end_time: string }[] }

function decisionOfShift(shifted: readonly Shifted<Slot>[]): Decision {
  const problem = shifted.find((each) => each.problem)?.problem
  return {
    outcome: problem ? (problem === 'overlap' ? 'taken' : 'outside') : 'ok',
    slots: shifted.flatMap(({ slot, to }) => (to ? [{ ...slot, ...to }] : [])),
  }
}

function resultOf(
  row: Affected,
  { outcome, slots }: Decision,
  { target, places }: { target: Spot; places: Places },
  now: Instant,
): Rearranged {
  const shown = toWire(row, 'admin', now)
  const { date, time, place } = whereAndWhen(shown)
  const [first, last] = [slots[0], slots.at(-1)]
  const at = first && { date: target.date, time: `${first.time} ~ ${last!.end_time}` }
  return {
    id: row.id,
    type: row.kind,
    outcome,
    status: shown.status,
    visitor: shown.visitor.name,
    company: shown.visitor.company,
    count: shown.visitor.count,
    is_vip: row.is_vip ?? false,
    is_vvip: row.is_vvip ?? false,
    from: { date, time, place: String(place['name']) },
    to: at ? { ...at, place: placeOf(places, row.kind, first.place_id)!.name } : null,
  }
}

const WHY: Readonly<Record<ShiftProblem, string>> = {
  outside: '그날 없거나 자정을 넘는 시간으로 옮길 수 없습니다.',
  past: '지난 시간으로 옮길 수 없습니다.',
  overlap: '다른 시간과 겹쳐 옮길 수 없습니다.',
}

function refusalOf(shifted: readonly Shifted<Slot>[], places: Places): string | null {
  const refused = shifted.find(({ problem }) => problem)
  if (!refused) return null
  const { kind, place_id, time } = refused.slot
  return `${placeOf(places, kind, place_id)!.name} ${time}: ${WHY[refused.problem!]}`
}
