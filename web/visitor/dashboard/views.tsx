import ByTime from './by-time/by-time.tsx'
import Overview from './overview/overview.tsx'
import type { DayProps } from './use-day-choice.ts'
import { ViewChoice, type ViewChoiceProps } from './view-choice.tsx'

// One part, which the dashboard fetches beside or after what it shows first.

export const drawChoice = (props: ViewChoiceProps) => <ViewChoice {...props} />

/** A day on which many docents or rooms are looked at together. */
export const drawDay = (view: 'overview' | 'by_time', key: string, props: DayProps) =>
  view === 'overview' ? <Overview key={key} {...props} /> : <ByTime key={key} {...props} />

export { default } from './nothing-left.tsx'
