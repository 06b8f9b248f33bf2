import { Suspense, type ComponentType, type ReactNode } from 'react'
import type { EventDate } from '../../../contract/event-date.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { DashboardState, DayView as View } from '../../paths.ts'
import { lazyScreen, preload } from '../../shell/lazy-screen.tsx'
import type { Kind, Place } from './choice.ts'
import { OverviewSkeleton } from './dashboard-skeleton.tsx'
import type { SlotPickerProps } from './slot-picker.tsx'
import { isWide } from './use-is-wide.ts'
import type { ViewChoiceProps } from './view-choice.tsx'

/** The day that a view draws, and the choice that all views share. */
export type DayProps = {
  day: EventDate
  kind: Kind
  places: readonly Place[]
  choice: DashboardState
  change: (part: DashboardState) => void
  now: Instant
  lead: SlotPickerProps['lead']
  /** Brings the focus to the times when such a lead has brought the user here. */
  arrive: (focus: () => void) => void
}

type Props = DayProps & { children: ReactNode }
type Loaded = { default: ComponentType<Props> }

// Without a network the view of one place, which is there, does as well.
const onePlace = (): Loaded => ({ default: ({ children }) => children })
const loadOverview = (): Promise<Loaded> => import('./overview/overview.tsx').catch(onePlace)
const Overview = lazyScreen(loadOverview)
const ByTime = lazyScreen((): Promise<Loaded> => import('./by-time/by-time.tsx').catch(onePlace))
const ViewChoice = lazyScreen(() => import('./view-choice.tsx').catch(() => ({ default: () => null })))

// Before the day is known, so that it does not wait for this too.
if (isWide()) void preload([loadOverview])

/** The view that is shown: a wish that does not fit the width waits until it does. */
export const viewAt = (wanted: View | undefined, isWide: boolean): View =>
  isWide ? (wanted === 'single' ? 'single' : 'overview') : wanted === 'by_time' ? 'by_time' : 'single'

/** The choice between the views, which comes after what can be booked; its room is kept. */
export const ViewSwitch = (props: ViewChoiceProps) => (
  <div className="view-switch">
    <Suspense>
      <ViewChoice {...props} />
    </Suspense>
  </div>
)

/** One day in the view that is wanted; its children are the view of one place. */
export function DayView({ view, ...props }: Props & { view: View }) {
  if (view === 'single') return props.children
  const Shown = view === 'overview' ? Overview : ByTime
  return (
    <Suspense fallback={<OverviewSkeleton />}>
      <Shown {...props} />
    </Suspense>
  )
}
