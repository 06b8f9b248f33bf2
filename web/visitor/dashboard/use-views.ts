import { useState, useSyncExternalStore } from 'react'
import { usePart } from '../../browser/use-part.ts'
import { preload } from '../../shell/lazy.tsx'
import type { DayView } from './view-choice.tsx'

export type Views = typeof import('./views.tsx')

const query = matchMedia('(min-width: 1024px)')

function subscribe(listener: () => void) {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

const isWide = (): boolean => query.matches

// The name in local storage of the view that was chosen last on this device.
const CHOSEN = 'day_view'

// Also where the browser keeps nothing, until the page is left.
let chosen: string | null = null
try {
  chosen = localStorage.getItem(CHOSEN)
} catch {
  // Nothing is remembered.
}

function remember(view: DayView) {
  chosen = view
  try {
    localStorage.setItem(CHOSEN, view)
  } catch {
    // Remembered by this page alone.
  }
}

/** The view that was chosen, if it fits the width; else that of one docent or room. */
const viewToShow = (): DayView => {
  const other = isWide() ? 'overview' : 'by_time'
  return chosen === other ? other : 'single'
}

/** Whether the day begins with all docents or rooms side by side. */
export const beginsWithOverview = (): boolean => viewToShow() === 'overview'

const load = () => import('./views.tsx')

// Before the day is known, so that it does not wait for this too.
if (beginsWithOverview()) void preload([load])

/** The view of a day, and what draws it unless it is the single one, which is there at once, also without a network. */
export function useViews() {
  const isDesk = useSyncExternalStore(subscribe, isWide)
  const [isMissing, setMissing] = useState(false)
  const [, setChosen] = useState(chosen)
  const views = usePart(load, {
    // After what can be booked.
    afterMs: beginsWithOverview() ? undefined : 0,
    onFailure: () => setMissing(true),
  })
  const choose = (view: DayView) => {
    remember(view)
    setChosen(view)
  }
  return { isWide: isDesk, view: views || !isMissing ? viewToShow() : 'single', views, choose }
}
