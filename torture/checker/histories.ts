import { ACTIVE, TRANSITIONS, type Action } from '../../domain/reservation.ts'
import type { Evidence, HistoryRow, ReservationRow, Violation } from '../history.ts'
import { changedBy, historiesOf, isErased, markOfRow, mayHaveActed, type Wish } from './wishes.ts'

const EDITS = ['edit_visitor', 'edit_note', 'edit_place', 'move', 'feedback', 'arrive', 'undo_arrival']
/** Each cancels dependent reservations. */
const DELETIONS = [
  'delete_slot',
  'delete_slots',
  'delete_docent',
  'delete_room',
  'delete_date',
  'delete_member',
]
/** Changes are copied to reservations. */
const PLACE_CHANGES = ['change_docent', 'change_room']

/** Statuses follow the transition table. */
export function checkTransitions(wishes: ReadonlyMap<string, Wish>, evidence: Evidence): Violation[] {
  const histories = historiesOf(evidence)
  return evidence.reservations.flatMap((reservation) => {
    const rows = histories.get(reservation.id) ?? []
    const isByDeletion = (row: HistoryRow) =>
      isErased(reservation) || DELETIONS.includes(wishes.get(markOfRow(row) ?? '')?.first.kind ?? '')
    const strange = rows.filter((row, i) => !isStep(row, rows[i - 1], isByDeletion(row))).map(stepText)
    const last = rows.at(-1)?.to_status
    if (last !== reservation.status)
      strange.push(`${reservation.id} is ${reservation.status}, its history ends with ${last}`)
    return strange.map((text) => ({ law: 'statuses walk along the table of transitions', text }))
  })
}

/** One version per change, and one for the member's deletion, which leaves no history. */
export function checkVersions(evidence: Evidence): Violation[] {
  const histories = historiesOf(evidence)
  return evidence.reservations.flatMap((reservation) => {
    const { id, version } = reservation
    const changes = histories.get(id)?.length ?? 0
    if (version === changes + (isErased(reservation) ? 1 : 0)) return []
    const text = `${id} has version ${version} after ${changes} changes`
    return [{ law: 'versions rise by one for each change', text }]
  })
}

const stepText = (row: HistoryRow) =>
  `${row.reservation_id}: ${row.action} from ${row.from_status} to ${row.to_status}`

function isStep(row: HistoryRow, before: HistoryRow | undefined, isByDeletion: boolean) {
  const { action, from_status, to_status, actor_kind } = row
  if (!before) return action === 'create' && from_status === null
  if (from_status !== before.to_status) return false
  if (EDITS.includes(action)) return from_status === to_status
  const transition = TRANSITIONS[action as Action]
  if (!transition) return false
  // A deletion also cancels undecided cancellation requests.
  const mayBeFrom = action === 'cancel' && isByDeletion ? ACTIVE : transition.from
  if (!mayBeFrom.includes(from_status)) return false
  return transition.to === to_status && transition.by === actor_kind
}

/** Each change has a call that may have caused it; each successful call has its change. */
export function checkDoings(wishes: ReadonlyMap<string, Wish>, evidence: Evidence): Violation[] {
  const reservations = new Map(evidence.reservations.map((each) => [each.id, each]))
  const rows = evidence.history.filter(({ action }) => action !== 'create')
  return [...checkRows(rows, wishes, reservations), ...checkDone(rows, wishes, reservations)]
}

function checkRows(
  rows: HistoryRow[],
  wishes: ReadonlyMap<string, Wish>,
  reservations: ReadonlyMap<number, ReservationRow>,
): Violation[] {
  const acting = [...wishes.values()].filter(mayHaveActed)
  const seen = new Set<string>()
  return rows.flatMap((row) => {
    const reservation = reservations.get(row.reservation_id)
    const erased = reservation !== undefined && isErased(reservation)
    const mark = markOfRow(row)
    const by = mark === undefined ? acting : acting.filter((wish) => wish.mark === mark)
    const known = by.some((wish) => mayHaveWritten(wish, row, erased))
    const once = mark === undefined || !seen.has(`${mark} ${row.reservation_id}`)
    seen.add(`${mark} ${row.reservation_id}`)
    return [
      ...(known ? [] : [{ law: 'nothing happens that nobody asked for', text: rowText(row, mark) }]),
      ...(once ? [] : [{ law: 'a wish is fulfilled once', text: rowText(row, mark) }]),
    ]
  })
}

const rowText = (row: HistoryRow, mark: string | undefined) =>
  `${row.action} of ${row.reservation_id} by ${row.actor}${mark ? ` for ${mark}` : ''}`

function mayHaveWritten({ first }: Wish, row: HistoryRow, erased: boolean): boolean {
  const isBy = first.by === row.actor_kind && (first.actor === row.actor || (erased && first.by === 'member'))
  if (!isBy) return false
  if (row.action === 'cancel' && DELETIONS.includes(first.kind)) return true
  if (row.action === 'edit_place') return PLACE_CHANGES.includes(first.kind)
  return first.does === row.action && first.on.includes(row.reservation_id)
}

/** Calls that store their mark in a new thing. */
const ASKING = ['create', 'wait']
/** These store no mark, so they are counted. */
const UNMARKED = ['end_early', 'feedback', 'arrive', 'undo_arrival']

function checkDone(
  rows: HistoryRow[],
  wishes: ReadonlyMap<string, Wish>,
  reservations: ReadonlyMap<number, ReservationRow>,
): Violation[] {
  const written = Map.groupBy(rows, ({ action, reservation_id }) => `${action} of ${reservation_id}`)
  const done = [...wishes.values()].flatMap(({ mark, calls, first }) => {
    const ids = first.does === undefined || ASKING.includes(first.does) ? [] : calls.flatMap(changedBy)
    return [...new Set(ids)].map((id) => ({ mark, id, what: `${first.does} of ${id}` }))
  })
  const wanted = Map.groupBy(done, ({ what }) => what)
  return done.flatMap(({ mark, id, what }) => {
    const these = written.get(what) ?? []
    const reservation = reservations.get(id)
    const isCounted = UNMARKED.includes(what.split(' ')[0]!) || (reservation && isErased(reservation))
    const isThere = isCounted
      ? these.length >= wanted.get(what)!.length
      : these.some((row) => markOfRow(row) === mark)
    return isThere ? [] : [{ law: 'what was answered has happened', text: `${what} for ${mark}` }]
  })
}
