import type { Call, Evidence, ReservationRow, Violation } from '../history.ts'
import { servedIn } from './waits.ts'
import { answerOf, isErased, mayHaveActed, type Wish } from './wishes.ts'

const isBooking = ({ first }: Wish) => first.does === 'create'

/** Answered bookings exist, and each reservation was requested exactly once. */
export function checkBookings(wishes: ReadonlyMap<string, Wish>, evidence: Evidence): Violation[] {
  const { reservations } = evidence
  const bookings = [...wishes.values()].filter(isBooking)
  const answered = new Map(
    bookings.flatMap((wish) =>
      wish.calls.flatMap((call) => {
        const id = answerOf(call).reservation?.id
        return id === undefined ? [] : [[id, wish] as const]
      }),
    ),
  )
  const byId = new Map(reservations.map((reservation) => [reservation.id, reservation]))
  const lost = [...answered].filter(([id, wish]) => {
    const found = byId.get(id)
    return !found || (!isErased(found) && found.wish !== wish.mark)
  })
  const served = new Set(servedIn(evidence).map(({ id }) => id))
  const unasked = reservations.filter((reservation) => {
    if (isErased(reservation)) return false
    const wish = wishes.get(reservation.wish ?? '')
    const does = served.has(reservation.id) ? 'wait' : 'create'
    return !wish || wish.first.does !== does || !mayHaveActed(wish)
  })
  const byMark = Map.groupBy(reservations, ({ wish, id }) => wish ?? `erased ${id}`)
  const twice = [...byMark].filter(([, these]) => these.length > 1)
  return [
    ...lost.map(([id, { mark }]) => ({
      law: 'a booking that was answered is there',
      text: `reservation ${id} of ${mark}`,
    })),
    ...unasked.map(({ id, wish }) => ({
      law: 'nothing exists that nobody asked for',
      text: `reservation ${id} of ${wish ?? 'nobody'}`,
    })),
    ...twice.map(([mark, these]) => ({
      law: 'a wish is fulfilled once',
      text: `${mark} has ${these.map(({ id }) => id).join(' and ')}`,
    })),
    ...checkErased(
      bookings,
      answered,
      reservations.filter(({ id }) => !served.has(id)),
    ),
  ]
}

/** Erased reservations have no marks, so only their number is checked. */
function checkErased(
  bookings: Wish[],
  answered: ReadonlyMap<number, Wish>,
  reservations: readonly ReservationRow[],
) {
  const marks = new Set(reservations.map(({ wish }) => wish))
  const open = bookings.filter(({ mark, outcome }) => outcome === 'unknown' && !marks.has(mark)).length
  const unknown = reservations.filter((each) => isErased(each) && !answered.has(each.id))
  return unknown.length <= open
    ? []
    : [
        {
          law: 'nothing exists that nobody asked for',
          text: `${unknown.length} of deleted members, of which at most ${open} may have been booked: ${unknown.map(({ id }) => id).join(', ')}`,
        },
      ]
}

/** Members read their answered bookings until they are deleted. */
export function checkReads(calls: readonly Call[]): Violation[] {
  const booked = calls.flatMap((call) => {
    const id = call.does === 'create' ? answerOf(call).reservation?.id : undefined
    return id === undefined ? [] : [{ id, call }]
  })
  const byMember = Map.groupBy(booked, ({ call }) => call.member_id)
  const deletions = calls.filter((call) => call.kind === 'delete_member' && mayHaveActed(call))
  const isGone = ({ member_id, end }: Call) =>
    deletions.some((deletion) => deletion.member_id === member_id && deletion.begin < end)
  const reads = calls.filter((call) => call.kind === 'read' && call.outcome === 'ok' && !isGone(call))
  return reads.flatMap((read) => {
    const { tours = [], meetings = [] } = answerOf(read)
    const found = new Set([...tours, ...meetings].map(({ id }) => id))
    const missing = (byMember.get(read.member_id) ?? []).filter(
      ({ id, call }) => call.end < read.begin && !found.has(id),
    )
    return missing.map(({ id }) => ({ law: 'what was answered is read', text: `${id} by ${read.wish}` }))
  })
}

/** Refused calls leave no trace. */
export function checkTraces(
  wishes: ReadonlyMap<string, Wish>,
  { things }: Evidence,
  marksIn: (text: string) => string[],
) {
  return things.flatMap(({ thing, texts }) =>
    marksIn(texts)
      .filter((mark) => {
        const wish = wishes.get(mark)
        return !wish || !mayHaveActed(wish)
      })
      .map((mark): Violation => ({ law: 'a refused call changes nothing', text: `${thing} bears ${mark}` })),
  )
}

/** A repeated key returns the first answer and refuses another body. */
export function checkRepeats(wishes: ReadonlyMap<string, Wish>): Violation[] {
  const done = [...wishes.values()]
    .flatMap(({ calls }) => calls)
    .filter(({ key, outcome }) => key !== null && outcome === 'ok')
  return [...Map.groupBy(done, ({ key }) => key)]
    .filter(([, calls]) => new Set(calls.map(({ answer }) => answer)).size > 1)
    .map(([key]) => ({ law: 'a key is answered once and always alike', text: String(key) }))
}
