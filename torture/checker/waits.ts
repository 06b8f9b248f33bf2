import type { Call, Evidence, ReservationRow, Violation, WaitRow } from '../history.ts'
import { answerOf, historiesOf, isErased, mayHaveActed, type Wish } from './wishes.ts'

const isJoining = ({ first }: Wish) => first.does === 'wait'
const isBroken = (law: string) => (text: string) => ({ law, text })

/** Possibly deleted members, whose entries may be gone. */
export const goneMembers = (wishes: ReadonlyMap<string, Wish>): Set<number | undefined> =>
  new Set(
    [...wishes.values()]
      .filter((wish) => wish.first.kind === 'delete_member' && mayHaveActed(wish))
      .map(({ first }) => first.member_id),
  )

/** Reservations made from waiting entries. */
export function servedIn(evidence: Evidence): ReservationRow[] {
  const histories = historiesOf(evidence)
  return evidence.reservations.filter(({ id }) => histories.get(id)?.[0]?.actor_kind === 'service')
}

/** Answered entries exist, and each was requested exactly once. */
export function checkLines(wishes: ReadonlyMap<string, Wish>, { waits }: Evidence): Violation[] {
  const byId = new Map(waits.map((wait) => [wait.id, wait]))
  const gone = goneMembers(wishes)
  const lost = [...wishes.values()].filter(isJoining).flatMap(({ mark, first, calls }) =>
    calls.flatMap((call) => {
      const id = answerOf(call).entry?.id
      if (id === undefined || byId.get(id)?.wish === mark) return []
      return !byId.has(id) && gone.has(first.member_id) ? [] : [`wait ${id} of ${mark}`]
    }),
  )
  const unasked = waits.filter(({ wish: mark, member_id }) => {
    const wish = wishes.get(mark)
    return !wish || !isJoining(wish) || !mayHaveActed(wish) || wish.first.member_id !== member_id
  })
  const twice = [...Map.groupBy(waits, ({ wish }) => wish)].filter(([, these]) => these.length > 1)
  return [
    ...lost.map(isBroken('a place in line that was answered is there')),
    ...unasked.map(({ id, wish }) => `wait ${id} of ${wish}`).map(isBroken('nobody waits who has not asked')),
    ...twice
      .map(([mark, these]) => `${mark} waits as ${these.map(({ id }) => id).join(' and ')}`)
      .map(isBroken('a wish is fulfilled once')),
  ]
}

/** Outcome by call. */
const ENDING = { leave_line: 'left', remove_wait: 'removed' } as const
type Ending = keyof typeof ENDING

/** Left and removed entries are not served; others never end that way. */
export function checkLeaving(wishes: ReadonlyMap<string, Wish>, { waits }: Evidence): Violation[] {
  const endings = [...wishes.values()].filter(({ first }) => first.kind in ENDING)
  const byEntry = Map.groupBy(endings, ({ first }) => first.entry_id)
  return waits.flatMap(({ id, outcome, reason }) => {
    const mine = byEntry.get(id) ?? []
    const served = mine.filter(
      (wish) => wish.outcome === 'ok' && outcome !== ENDING[wish.first.kind as Ending],
    )
    const isKnown = mine.some(
      (wish) =>
        mayHaveActed(wish) &&
        outcome === ENDING[wish.first.kind as Ending] &&
        (outcome === 'left' || reason === wish.mark),
    )
    const isEnded = outcome === 'left' || outcome === 'removed'
    return [
      ...served
        .map(({ mark, first }) => `wait ${id} is ${outcome ?? 'waiting'} after ${first.kind} ${mark}`)
        .map(isBroken('who has left a line is not served')),
      ...(isEnded && !isKnown ? [`wait ${id} is ${outcome}`] : []).map(
        isBroken('nobody is taken off a line who has not left it'),
      ),
    ]
  })
}

/** Served entries and their reservations match one to one. */
export function checkServed(wishes: ReadonlyMap<string, Wish>, evidence: Evidence): Violation[] {
  const served = evidence.waits.filter(({ outcome }) => outcome === 'served')
  const byReservation = Map.groupBy(served, ({ reservation_id }) => reservation_id)
  const requests = servedIn(evidence)
  const ids = new Set(requests.map(({ id }) => id))
  const histories = historiesOf(evidence)
  const unwaited = requests.filter((request) => {
    if (isErased(request)) return false
    const [wait, another] = byReservation.get(request.id) ?? []
    const isMoved = histories.get(request.id)!.some(({ action }) => action === 'move')
    return !wait || another || !isSame(wait, request, isMoved)
  })
  const unmade = served.filter(({ reservation_id }) => !ids.has(reservation_id!))
  return [
    ...unwaited
      .map(({ id, wish }) => `reservation ${id} of ${wish}`)
      .map(isBroken('what the service requests was waited for')),
    ...unmade
      .map(({ id, reservation_id }) => `wait ${id}, by reservation ${reservation_id}`)
      .map(isBroken('who was served has a request')),
    ...checkErasedServed(wishes, requests, evidence),
  ]
}

/** Same form and member, and same times unless moved. */
const isSame = (wait: WaitRow, { member_id, wish, times }: ReservationRow, isMoved: boolean) =>
  wait.member_id === member_id &&
  wait.wish === wish &&
  (isMoved || String(wait.slots) === String(times.map(({ slot_id }) => slot_id)))

/** Deleted members lose their entries, so only the number is checked. */
function checkErasedServed(
  wishes: ReadonlyMap<string, Wish>,
  requests: readonly ReservationRow[],
  { waits }: Evidence,
): Violation[] {
  const gone = goneMembers(wishes)
  const kept = new Set(waits.map(({ wish }) => wish))
  const possible = [...wishes.values()].filter(
    (wish) => isJoining(wish) && mayHaveActed(wish) && !kept.has(wish.mark) && gone.has(wish.first.member_id),
  ).length
  const erased = requests.filter(isErased)
  const text = `${erased.length} of deleted members, of whose waits at most ${possible} may have been served`
  return erased.length <= possible ? [] : [isBroken('what the service requests was waited for')(text)]
}

export const beginOf = ({ calls }: Wish): number => Math.min(...calls.map(({ begin }) => begin))
export const doneAt = ({ calls }: Wish): number =>
  Math.min(...calls.filter(({ outcome }: Call) => outcome === 'ok').map(({ end }) => end), Infinity)
