import { useEffect, useState, type ComponentType } from 'react'
import { fetchPart, usePart, type Load } from '../browser/use-part.ts'
import { reloadFor, reloadSoon } from './reload.ts'

type Lazy<Props> = ComponentType<Props> & { load: Load }

type Options<Props> = {
  /** Drawn until the component has come. */
  Fallback?: ComponentType<Props>
  /** Parts that are probably needed next. */
  next?: readonly Load[]
  /** Where nobody waits for the component: called when it is missing again and again. */
  onMissing?: () => unknown
  afterMs?: number
}

/** For what a screen can do without: it comes when it can, and nobody is interrupted. */
export const QUIETLY = { onMissing: reloadSoon }

/** The same for what shall not weigh on its screen's first visit. */
export const LATER = { ...QUIETLY, afterMs: 0 }

/** Fetches code ahead of need, all at once; settled when all is there or has failed. */
export const preload = (loads: readonly Load[]): Promise<unknown> => Promise.allSettled(loads.map(fetchPart))

/** Fetches what is probably needed next, when what is seen now is there. */
export function usePreload(parts: readonly { load: Load }[]) {
  useEffect(() => {
    const timer = setTimeout(() => void preload(parts.map(({ load }) => load)), 1_000)
    return () => clearTimeout(timer)
    // They are the same for as long as a screen is shown.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}

/** A component that is fetched when it is first drawn. One that cannot be had is a failure of its screen, unless quiet. */
export function lazy<Props extends object>(
  load: Load<{ default: ComponentType<Props> }>,
  { Fallback, next = [], onMissing, afterMs }: Options<Props> = {},
): Lazy<Props> {
  const ahead = next.map((each) => ({ load: each }))
  function Lazy(props: Props) {
    const [lost, setLost] = useState<{ failure: unknown }>()
    const giveUp = async (failure: unknown) => {
      await reloadFor(failure)
      setLost({ failure })
    }
    const part = usePart(load, { afterMs, onMissing, onFailure: onMissing ? undefined : giveUp })
    usePreload(ahead)
    if (lost) throw lost.failure
    if (part) return <part.default {...props} />
    return Fallback ? <Fallback {...props} /> : null
  }
  return Object.assign(Lazy, { load })
}
