import { useSyncExternalStore } from 'react'
import { onForget } from '../../api/session.ts'

type Deciding = {
  doing: ReadonlySet<number>
  failures: ReadonlyMap<number, string>
}

let state: Deciding = { doing: new Set(), failures: new Map() }
const listeners = new Set<() => void>()

export const decidingNow = (): Deciding => state

export function changeDeciding(changed: Partial<Deciding>): void {
  state = { ...state, ...changed }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export const useDeciding = (): Deciding => useSyncExternalStore(subscribe, decidingNow)

/** Drops failures of reservations that left the queue: on return they ask for something else. */
export function keepFailures(waiting: { has: (id: number) => boolean }): void {
  const failures = new Map([...state.failures].filter(([id]) => waiting.has(id)))
  if (failures.size < state.failures.size) changeDeciding({ failures })
}

onForget(() => changeDeciding({ failures: new Map() }))
