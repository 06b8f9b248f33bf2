import { useSyncExternalStore } from 'react'
import type { decideReservations } from '../../../../contract/admin/bulk-decisions.ts'
import type { CallInput, ResponseOf } from '../../../../contract/endpoint.ts'
import type { actOnReservation } from '../../../../contract/reservation-action.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import type { AdminAction } from '../../../../domain/reservation.ts'
import { knownAdmin } from '../../components/known-admin.ts'

/** The part of a decision beside the action: its reason. */
export type Words = Omit<CallInput<typeof actOnReservation>['body'], 'type' | 'action'>

/** The decisions that one call can make about many. */
export type ManyAction = CallInput<typeof decideReservations>['body']['action']

/** The outcome of a decision for each of its reservations. */
export type Result = ResponseOf<typeof decideReservations>

/** A decision about one reservation, or about several that were chosen together. */
export type Decided = { words: Words } & (
  | { action: AdminAction; about: readonly [Reservation]; isMany?: never }
  | { action: ManyAction; about: readonly Reservation[]; isMany: true }
)

/** A decision that was made on the screen and is kept for a moment, in which it can be taken back. */
export type Unsent = Decided & {
  /** When it is sent, on the stopwatch of this page. */
  due: number
  /** Hears what came of it; null when it was taken back. */
  settled: (result: Result | null) => void
}

export type UnsentState = {
  /** The kept ones, the oldest first. */
  waiting: readonly Unsent[]
  /** The decision about a reservation that is kept or on its way. */
  doing: ReadonlyMap<number, { action: AdminAction; isSent: boolean }>
  /** Why the last decision about a reservation was not done. */
  failures: ReadonlyMap<number, string>
}

let state: UnsentState = { waiting: [], doing: new Map(), failures: new Map() }
const listeners = new Set<() => void>()

export const unsentState = (): UnsentState => state

export function changeUnsent(changed: Partial<UnsentState>): void {
  state = { ...state, ...changed }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** The decisions of this screen that the service does not know yet. */
export const useUnsent = (): UnsentState => useSyncExternalStore(subscribe, unsentState)

/** Forgets why decisions failed about others than these: what comes back into the queue asks for something else. */
export function keepFailures(waiting: { has: (id: number) => boolean }): void {
  const failures = new Map([...state.failures].filter(([id]) => waiting.has(id)))
  if (failures.size < state.failures.size) changeUnsent({ failures })
}

const reasons = new Map<string, Words>()
// Nobody is offered the words of another administrator, whose session has ended here.
const reasonKey = (action: AdminAction, about: readonly { id: number }[]) =>
  [knownAdmin(), action, ...about.map(({ id }) => id)].join()

/** The reason that was typed for a decision which was taken back or failed; nobody types it twice. */
export const typedReason = (action: AdminAction, about: readonly { id: number }[]): string =>
  reasons.get(reasonKey(action, about))?.reason ?? ''

/** Whether the members were to be told of it. */
export const typedNotify = (action: AdminAction, about: readonly { id: number }[]): boolean =>
  reasons.get(reasonKey(action, about))?.notify ?? false

export function keepReason({ action, about, words }: Decided): void {
  if (words.reason) reasons.set(reasonKey(action, about), words)
}

export const forgetReasons = (): void => reasons.clear()

export function forgetReason({ action, about }: Decided): void {
  reasons.delete(reasonKey(action, about))
}
