import { useEffect, useState, type ComponentType } from 'react'
import { fetchPart, usePart, type Load } from '../browser/use-part.ts'
import { reloadFor, reloadSoon } from './reload.ts'

type Lazy<Props> = ComponentType<Props> & { load: Load }

type Options<Props> = {
  Fallback?: ComponentType<Props>
  next?: readonly Load[]
  /** Set for optional parts: called instead of failing when the part stays missing. */
  onMissing?: () => unknown
  afterMs?: number
}

/** For optional parts: a failure interrupts nobody. */
export const QUIETLY = { onMissing: reloadSoon }

/** Optional, and loaded after the first render. */
export const LATER = { ...QUIETLY, afterMs: 0 }

/** Settles when all have loaded or failed. */
export const preload = (loads: readonly Load[]): Promise<unknown> => Promise.allSettled(loads.map(fetchPart))

/** Waits until the current screen has loaded. */
export function usePreload(parts: readonly { load: Load }[]) {
  useEffect(() => {
    const timer = setTimeout(() => void preload(parts.map(({ load }) => load)), 1_000)
    return () => clearTimeout(timer)
    // `parts` is constant while a screen is shown.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
}

/** Loads on first render. A failure throws, unless `onMissing` is set. */
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
