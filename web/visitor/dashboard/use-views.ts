import { useState } from 'react'
import { storeOnDevice } from '../../browser/session-storage.ts'
import { useMedia } from '../../browser/use-media.ts'
import { usePart } from '../../browser/use-part.ts'
import { preload } from '../../shell/lazy.tsx'
import type { DayView } from './ways.tsx'

export type Views = typeof import('./views.tsx')

const WIDE = matchMedia('(min-width: 1024px)')

// Local storage: the device's last view.
const CHOSEN = 'day_view'

// Without storage, until the page is left.
let chosen: string | null = null
try {
  chosen = localStorage.getItem(CHOSEN)
} catch {
  // Storage is forbidden.
}

function remember(view: DayView) {
  chosen = view
  storeOnDevice(CHOSEN, view)
}

/** The stored view if it fits the width. */
const viewToShow = (): DayView => {
  const other = WIDE.matches ? 'overview' : 'by_time'
  return chosen === other ? other : 'single'
}

export const beginsWithOverview = (): boolean => viewToShow() === 'overview'

const load = () => import('./views.tsx')

// Before the day is known, to save time.
if (beginsWithOverview()) void preload([load])

/** `single` needs no loading and works offline. */
export function useViews() {
  const isWide = useMedia(WIDE)
  const [isMissing, setMissing] = useState(false)
  const [, setChosen] = useState(chosen)
  const part = usePart(load, {
    // After the first render.
    afterMs: beginsWithOverview() ? undefined : 0,
    onFailure: () => setMissing(true),
  })
  const choose = (view: DayView) => {
    remember(view)
    setChosen(view)
  }
  const views = part ?? (isMissing ? null : undefined)
  return { isWide, view: views === null ? 'single' : viewToShow(), views, choose }
}
