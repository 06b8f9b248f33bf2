import { lazy, useEffect, useState, type ComponentType } from 'react'
import { loadOrReload } from './reload.ts'

/** Fetches the code of a screen or of what surrounds it. */
export type Load = () => Promise<unknown>
type LoadOf<Props> = () => Promise<{ default: ComponentType<Props> }>

const come = new Map<Load, unknown>()

async function fetchPart(load: Load) {
  come.set(load, await load())
}

/** Fetches these ahead of need, all at once; answers when all have come or failed. */
export const fetchParts = (loads: readonly Load[]): Promise<unknown> =>
  Promise.allSettled(loads.map(fetchPart))

/**
 * A component that is fetched when it is first shown. One that has come already is shown at once: React's `lazy` alone
 * would put up the stand-in even then, and leave it there for 300 ms.
 */
export function part<Props extends object>(load: LoadOf<Props>): ComponentType<Props> {
  const Later = lazy(() => loadOrReload(load))
  return function Part(props) {
    // The one that it began with: another component would lose what is typed in the first.
    const [{ Now }] = useState(() => ({
      Now: (come.get(load) as { default: ComponentType<Props> } | undefined)?.default ?? Later,
    }))
    return <Now {...props} />
  }
}

/** Fetches what a visitor probably opens next, when what is seen now has come. */
export function useFetchAhead(loads: readonly Load[]) {
  useEffect(() => {
    const timer = setTimeout(() => void fetchParts(loads), 1_000)
    return () => clearTimeout(timer)
    // They are the same for as long as a screen is shown.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}

/** A part that is a screen; `next` are those that a visitor probably opens after it. */
export function screen(load: LoadOf<object>, next: readonly Load[] = []) {
  const Screen = part(load)
  return function LoadedScreen() {
    useFetchAhead(next)
    return <Screen />
  }
}
