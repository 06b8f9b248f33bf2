import { hasTierFor, tierOf, type TierFlags } from '../../domain/tier.ts'
import type { Evidence, SlotRow, Violation, WaitRow } from '../history.ts'
import { beginOf, doneAt } from './waits.ts'
import { historiesOf, mayHaveActed, type Wish } from './wishes.ts'

const LIVE = ['PENDING', 'APPROVED', 'CANCEL_REQUESTED']

/** An entry with everything that determines its turn. */
type Turn = WaitRow & {
  needed: (SlotRow | undefined)[]
  tier: TierFlags
  /** Nothing can ever have prevented serving it. */
  isCertain: boolean
  /** Its creation lies between these stopwatch times. */
  begin: number
  done: number
  /** History id of its reservation; infinite while waiting. */
  served: number
}

/** Waiting and served entries of existing members. */
function turnsOf(wishes: ReadonlyMap<string, Wish>, evidence: Evidence): Turn[] {
  const slots = new Map(evidence.slots.map((slot) => [slot.id, slot]))
  const members = new Map(evidence.members.map((member) => [member.id, member]))
  const histories = historiesOf(evidence)
  const changed = new Set(
    [...wishes.values()]
      .filter((wish) => wish.first.kind === 'change_member' && mayHaveActed(wish))
      .map(({ first }) => first.member_id),
  )
  const peaks = peaksOf(evidence)
  return evidence.waits.flatMap((wait) => {
    const tier = members.get(wait.member_id)
    const wish = wishes.get(wait.wish)
    if (!tier || !wish || (wait.outcome !== null && wait.outcome !== 'served')) return []
    const needed = wait.slots.map((id) => (id === null ? undefined : slots.get(id)))
    const hasTier = needed.every((slot) => slot && hasTierFor(tier, slot.tier))
    const hasRoom = (peaks.get(wait.member_id) ?? 0) < evidence.most_reservations - SLACK
    const isCertain =
      hasTier && hasRoom && !changed.has(wait.member_id) && !mayHaveOther(wait, needed, evidence)
    const [made] = histories.get(wait.reservation_id ?? 0) ?? []
    const served = wait.outcome === null ? Infinity : (made?.id ?? 0)
    return [{ ...wait, needed, tier, isCertain, begin: beginOf(wish), done: doneAt(wish), served }]
  })
}

/** Its member had an approved reservation at that time, or one that was moved and may have been there. */
function mayHaveOther(wait: WaitRow, needed: (SlotRow | undefined)[], { history, reservations }: Evidence) {
  const approved = new Set(
    history.filter((row) => row.to_status === 'APPROVED').map((row) => row.reservation_id),
  )
  const moved = new Set(history.filter(({ action }) => action === 'move').map((row) => row.reservation_id))
  return reservations.some(
    ({ id, member_id, date, times }) =>
      member_id === wait.member_id &&
      id !== wait.reservation_id &&
      approved.has(id) &&
      (moved.has(id) ||
        needed.some(
          (slot) =>
            slot?.date === date &&
            times.some(({ time, end_time }) => time < slot.end_time && end_time > slot.time),
        )),
  )
}

// Concurrent transactions may commit in a different sequence than their ids.
const SLACK = 2

/** The most concurrent reservations per member. */
function peaksOf({ history, reservations }: Evidence): Map<number, number> {
  const memberOf = new Map(reservations.map(({ id, member_id }) => [id, member_id]))
  const [had, peaks] = [new Map<number, number>(), new Map<number, number>()]
  for (const { reservation_id, from_status, to_status } of history.toSorted((a, b) => a.id - b.id)) {
    const member = memberOf.get(reservation_id)
    if (member === null || member === undefined) continue
    const before = from_status !== null && LIVE.includes(from_status) ? 1 : 0
    const count = (had.get(member) ?? 0) + (LIVE.includes(to_status) ? 1 : 0) - before
    had.set(member, count)
    peaks.set(member, Math.max(count, peaks.get(member) ?? 0))
  }
  return peaks
}

/** A slot free at the end has only waiting entries that a rule excludes. */
export function checkLeftOver(wishes: ReadonlyMap<string, Wish>, evidence: Evidence): Violation[] {
  const isFree = (slot: SlotRow | undefined) => slot?.reservation_id === null && !slot.is_locked
  return turnsOf(wishes, evidence)
    .filter(({ outcome, needed, isCertain }) => outcome === null && isCertain && needed.every(isFree))
    .map(({ id, wish, slots }) => ({
      law: 'a time that is free is nobody’s who waits for it',
      text: `wait ${id} of ${wish} for ${slots.join(', ')}`,
    }))
}

const RANKS = ['normal', 'VIP', 'VVIP']

/** By tier, then age. */
function comesBefore(one: Turn, other: Turn): boolean {
  const [own, theirs] = [one, other].map(({ tier }) => RANKS.indexOf(tierOf(tier))) as [number, number]
  if (own !== theirs) return own > theirs
  return one.created_at < other.created_at || (one.created_at === other.created_at && one.id < other.id)
}

/** Nobody is served before an earlier entry for the same times; compares only clearly ordered ones. */
export function checkOrder(wishes: ReadonlyMap<string, Wish>, evidence: Evidence): Violation[] {
  const turns = turnsOf(wishes, evidence)
  const served = turns.filter(({ outcome }) => outcome === 'served')
  const tierIsKnown = new Set(turns.filter(({ isCertain }) => isCertain).map(({ id }) => id))
  return served.flatMap((turn) => {
    if (!tierIsKnown.has(turn.id)) return []
    const wanted = new Set(turn.slots.filter((id) => id !== null))
    const passed = turns.filter(
      (other) =>
        other.isCertain &&
        other.done < turn.begin &&
        other.served > turn.served &&
        other.slots.every((id) => id !== null && wanted.has(id)) &&
        comesBefore(other, turn),
    )
    return passed.map((other) => ({
      law: 'lines are served by tier, then by age',
      text: `wait ${turn.id} before ${other.id}`,
    }))
  })
}
