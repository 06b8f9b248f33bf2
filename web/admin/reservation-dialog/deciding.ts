import { onForget } from '../../api/session.ts'
import { makeStore } from '../components/store.ts'

export type Deciding = {
  doing: ReadonlySet<number>
  failures: ReadonlyMap<number, string>
}

const store = makeStore<Deciding>({ doing: new Set(), failures: new Map() })

export const decidingNow = store.get
export const useDeciding = store.useValue

export const changeDeciding = (changed: Partial<Deciding>): void => store.set({ ...store.get(), ...changed })

/** Drops failures of reservations that left the queue: on return they ask for something else. */
export function keepFailures(waiting: { has: (id: number) => boolean }): void {
  const { failures } = store.get()
  const left = new Map([...failures].filter(([id]) => waiting.has(id)))
  if (left.size < failures.size) changeDeciding({ failures: left })
}

onForget(() => changeDeciding({ failures: new Map() }))
