import { lazy, useEffect, useState, type ComponentType } from 'react'
import { loadOrReload } from './reload.ts'

type Load = () => Promise<unknown>
type Loaded<Props> = { default: ComponentType<Props> }

const loaded = new Map<Load, unknown>()

/** Fetches code ahead of need, all at once; settled when all is there or has failed. */
export const preload = (loads: readonly Load[]): Promise<unknown> =>
  Promise.allSettled(loads.map(async (load) => loaded.set(load, await load())))

/** Fetches what is probably needed next, when what is seen now is there. */
export function usePreload(loads: readonly Load[]) {
  useEffect(() => {
    const timer = setTimeout(() => void preload(loads), 1_000)
    return () => clearTimeout(timer)
    // They are the same for as long as a screen is shown.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}

/**
 * A component that is fetched when it is first shown, and then preloads `next`. One that is preloaded is shown at once:
 * React's `lazy` alone would put up the stand-in even then, and leave it there for 300 ms.
 */
export function lazyScreen<Props extends object>(
  load: () => Promise<Loaded<Props>>,
  next: readonly Load[] = [],
): ComponentType<Props> {
  const Lazy = lazy(() => loadOrReload(load))
  return function LazyScreen(props) {
    // The one that it began with: another component would lose what is typed in the first.
    const [{ Screen }] = useState(() => ({
      Screen: (loaded.get(load) as Loaded<Props> | undefined)?.default ?? Lazy,
    }))
    usePreload(next)
    return <Screen {...props} />
  }
}
