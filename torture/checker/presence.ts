import type { Call, Evidence, HistoryRow, ReservationRow, Violation } from '../history.ts'
import { beginOf, doneAt } from './waits.ts'
import { historiesOf, mayHaveActed, type Wish } from './wishes.ts'

/** Whether visitors are present after these changes; undefined for erased histories. */
function presenceAfter(rows: readonly HistoryRow[]): boolean | undefined {
  let isThere: boolean | undefined = false
  for (const { action, changes } of rows) {
    if (action === 'arrive') isThere = true
    if (action === 'undo_arrival') isThere = false
    if (action !== 'move' || isThere === false) continue
    if (changes === null) isThere = undefined
    else if (changes.some(({ field }) => field === 'date')) isThere = false
  }
  return isThere
}

/**
 * Arrivals need a reservation that was approved when they were pressed, are never repeated, and can only be
 * undone afterwards.
 */
function checkSteps(
  reservation: ReservationRow,
  rows: readonly HistoryRow[],
  mine: readonly Wish[],
): Violation[] {
  const wasInTime = mine.some(({ first }) => first.does === 'arrive' && momentOf(first) < reservation.over_at)
  return rows.flatMap(({ action, from_status }, i) => {
    const isThere = presenceAfter(rows.slice(0, i))
    const text = `${action} of ${reservation.id}`
    const isOpen = from_status === 'APPROVED' || (from_status === 'COMPLETED' && wasInTime)
    if (action === 'arrive' && !isOpen)
      return [{ law: 'only what is approved is arrived for', text: `${text}, ${from_status}` }]
    const isWrong = (action === 'arrive' && isThere) || (action === 'undo_arrival' && isThere === false)
    return isWrong ? [{ law: 'an arrival is marked once', text }] : []
  })
}

const momentOf = ({ body }: Call): number => Date.parse((JSON.parse(body) as { at: string }).at)

/** Arrival calls that no later call certainly replaced. */
const lastOf = (wishes: readonly Wish[]) =>
  wishes.filter((wish) => !wishes.some((other) => other.outcome === 'ok' && beginOf(other) > doneAt(wish)))

/** The last answered arrival decides the time; an undone one has none. */
export function checkPresence(wishes: ReadonlyMap<string, Wish>, evidence: Evidence): Violation[] {
  const histories = historiesOf(evidence)
  const desk = [...wishes.values()].filter(
    ({ first, ...wish }) => mayHaveActed(wish) && ['arrive', 'undo_arrival'].includes(first.does ?? ''),
  )
  const byReservation = Map.groupBy(desk, ({ first }) => first.on[0]!)
  return evidence.reservations.flatMap((reservation) => {
    const rows = histories.get(reservation.id) ?? []
    const mine = byReservation.get(reservation.id) ?? []
    const text = momentText(reservation, rows, mine)
    const wrong = text === null ? [] : [{ law: 'an arrival is of the moment that was answered last', text }]
    return [...checkSteps(reservation, rows, mine), ...wrong, ...checkCounts(reservation, rows, mine)]
  })
}

function momentText({ id, arrived_at }: ReservationRow, rows: readonly HistoryRow[], mine: readonly Wish[]) {
  const isThere = presenceAfter(rows)
  if (isThere !== undefined && isThere !== (arrived_at !== null))
    return `${id} is ${arrived_at === null ? 'not there' : 'there'}, its history says otherwise`
  const last = lastOf(mine)
  if (arrived_at === null) {
    const mayBeBack = last.some(({ first }) => first.does === 'undo_arrival')
    const hasLeft = rows.some(({ action, changes }) => action === 'move' && isOtherDay(changes))
    const isAnswered = last.some(({ outcome }) => outcome === 'ok')
    return isAnswered && !mayBeBack && !hasLeft ? `${id} is not there, though answered so` : null
  }
  const moments = last.filter(({ first }) => first.does === 'arrive').map(({ first }) => momentOf(first))
  return moments.includes(arrived_at)
    ? null
    : `${id} arrived at ${arrived_at}, and not at ${moments.join(' or ')}`
}

const isOtherDay = (changes: HistoryRow['changes']) =>
  changes === null || changes.some(({ field }) => field === 'date')

/** These changes have no marks, so only their number is checked. */
function checkCounts(
  { id }: ReservationRow,
  rows: readonly HistoryRow[],
  mine: readonly Wish[],
): Violation[] {
  return ['arrive', 'undo_arrival'].flatMap((does) => {
    const written = rows.filter(({ action }) => action === does).length
    const asked = mine.filter(({ first }) => first.does === does).length
    if (written <= asked) return []
    return [
      { law: 'a wish is fulfilled once', text: `${written} times ${does} of ${id} for ${asked} wishes` },
    ]
  })
}
