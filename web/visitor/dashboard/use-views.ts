import { useEffect, useState, useSyncExternalStore } from 'react'
import type { DayView } from '../../paths.ts'

export type Views = typeof import('./views.tsx')

const query = matchMedia('(min-width: 1024px)')

function subscribe(listener: () => void) {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** True from the width on at which all docents or rooms of a day stand side by side. */
export const isWide = (): boolean => query.matches

let loaded: Views | undefined

const load = () =>
  import('./views.tsx').then(
    (views) => (loaded = views),
    () => null,
  )

// Before the day is known, so that it does not wait for this too.
if (isWide()) void load()

/**
 * The view of a day that fits the width, and what draws it unless it is the single one, which is there at once: without a
 * network that does as well. A wish that does not fit the width waits until it does.
 */
export function useViews(wanted: DayView | undefined) {
  const isDesk = useSyncExternalStore(subscribe, isWide)
  const [views, setViews] = useState<Views | null | undefined>(loaded)
  useEffect(() => {
    const fetch = () => void load().then(setViews)
    // On a phone after what can be booked.
    const timer = isWide() ? undefined : setTimeout(fetch)
    if (timer === undefined) fetch()
    addEventListener('online', fetch)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', fetch)
    }
  }, [])
  const [usual, other] = isDesk ? (['overview', 'single'] as const) : (['single', 'by_time'] as const)
  const view: DayView = views === null ? 'single' : wanted === other ? other : usual
  return { isWide: isDesk, view, views }
}
