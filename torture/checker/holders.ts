import type { Call, Evidence, ReservationRow, Violation } from '../history.ts'
import { answerOf, historiesOf, isErased, markOfRow, mayHaveActed, slotsIn, type Wish } from './wishes.ts'

const LIVE = ['PENDING', 'APPROVED', 'CANCEL_REQUESTED']
/** Changes that release slots. */
const ENDS = new Set(['reject', 'cancel', 'approve_cancellation', 'complete', 'end_early', 'move'])

/** The times blocked for others. */
const keptBy = ({ status, times }: ReservationRow) =>
  times.filter(({ is_kept }) => LIVE.includes(status) || (status === 'COMPLETED' && is_kept))

/** No slot has two live reservations, and no place two at one time. */
export function checkHolders({ reservations }: Evidence): Violation[] {
  const kept = reservations.flatMap((reservation) =>
    keptBy(reservation).map((time) => ({ ...time, reservation })),
  )
  const twice = [...Map.groupBy(kept, ({ slot_id }) => slot_id)].filter(
    ([slot, holders]) => slot !== null && holders.length > 1,
  )
  const placed = kept.filter(({ reservation: r }) => r.docent_id !== null || r.room_id !== null)
  const byPlace = Map.groupBy(
    placed,
    ({ reservation: r }) => `${r.docent_id ? `docent ${r.docent_id}` : `room ${r.room_id}`} on ${r.date}`,
  )
  const overlaps = [...byPlace].flatMap(([place, times]) => {
    const sorted = times.toSorted((a, b) => a.time.localeCompare(b.time))
    return sorted.flatMap((one, i) => {
      const next = sorted[i + 1]
      if (!next || next.time >= one.end_time || next.slot_id === one.slot_id) return []
      return [`${place} at ${next.time}: ${one.reservation.id} and ${next.reservation.id}`]
    })
  })
  return [
    ...twice.map(([slot, holders]) => ({
      law: 'no slot has two live holders',
      text: `slot ${slot}: ${holders.map(({ reservation }) => reservation.id).join(' and ')}`,
    })),
    ...overlaps.map((text) => ({ law: 'no docent and no room is booked twice at one time', text })),
  ]
}

/** Slots and reservations agree; slots of one place never overlap. */
export function checkSlots({ reservations, slots }: Evidence): Violation[] {
  const heldBy = Map.groupBy(slots, ({ reservation_id }) => reservation_id)
  const found = reservations.flatMap((reservation) => {
    const held = new Set((heldBy.get(reservation.id) ?? []).map(({ id }) => id))
    const wanted = reservation.is_over
      ? [...held]
      : keptBy(reservation).map(({ slot_id }) => slot_id ?? 'a deleted one')
    const isSame = wanted.length === held.size && wanted.every((id) => held.has(id as number))
    return isSame
      ? []
      : [`${reservation.status} ${reservation.id} needs ${wanted.join(', ')}, holds ${[...held].join(', ')}`]
  })
  const byPlace = Map.groupBy(slots, ({ place, date }) => `${place} on ${date}`)
  const crossed = [...byPlace].flatMap(([place, these]) => {
    const sorted = these.toSorted((a, b) => a.time.localeCompare(b.time))
    return sorted.flatMap((one, i) =>
      sorted[i + 1] && sorted[i + 1]!.time < one.end_time ? [`${place} at ${sorted[i + 1]!.time}`] : [],
    )
  })
  return [
    ...found.map((text) => ({ law: 'a live reservation holds its slots, and no others', text })),
    ...crossed.map((text) => ({ law: 'slots of one place do not overlap', text })),
  ]
}

type Holding = { id: number; slot: number; from: Call; until: number }

/** A held slot is never given away between its answer and the first call that may release it. */
export function checkHoldings(wishes: ReadonlyMap<string, Wish>, evidence: Evidence): Violation[] {
  const untilOf = endsOf(
    [...wishes.values()].flatMap(({ calls }) => calls),
    evidence,
  )
  const given = [...wishes.values()].flatMap((wish): Holding[] => {
    const from = wish.first.does === 'create' || wish.first.does === 'move' ? fulfilment(wish) : undefined
    const id = from && answerOf(from).reservation?.id
    if (!from || id === undefined) return []
    return slotsIn(answerOf(from)).map((slot) => ({ id, slot, from, until: untilOf(id, from) }))
  })
  return [...Map.groupBy(given, ({ slot }) => slot)].flatMap(([slot, these]) =>
    these.flatMap((one) =>
      these
        .filter(({ id, from }) => id !== one.id && from.begin > one.from.end && from.end < one.until)
        .map(({ id }) => ({
          law: 'no slot is given away while it is held',
          text: `slot ${slot}, held by ${one.id}, was given to ${id}`,
        })),
    ),
  )
}

/** The first successful call; repeats return its answer. */
function fulfilment({ calls }: Wish): Call | undefined {
  const done = calls.filter(({ outcome }) => outcome === 'ok').toSorted((a, b) => a.end - b.end)[0]
  return done && { ...done, begin: Math.min(...calls.map(({ begin }) => begin)) }
}

/** The earliest release of slots given by a call. */
function endsOf(calls: readonly Call[], evidence: Evidence) {
  const acting = calls.filter(mayHaveActed)
  const histories = historiesOf(evidence)
  const erased = new Set(evidence.reservations.filter(isErased).map(({ id }) => id))
  const byMark = Map.groupBy(acting, ({ wish }) => wish)
  const ending = acting.filter(({ does }) => ENDS.has(does ?? ''))
  // Deleting a member erases the marks of the calls that released the slots.
  const deletions = acting.filter(({ kind }) => kind.startsWith('delete_'))
  return (id: number, given: Call): number => {
    const marked = (histories.get(id) ?? []).flatMap((row) =>
      ENDS.has(row.action) ? (byMark.get(markOfRow(row) ?? '') ?? []) : [],
    )
    const ends = [
      ...marked,
      ...ending.filter(({ on }) => on.includes(id)),
      ...(erased.has(id) ? deletions : []),
    ]
    const others = ends.filter((call) => call.wish !== given.wish)
    return Math.min(...others.map(({ begin }) => begin), Infinity)
  }
}
