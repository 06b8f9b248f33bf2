import ByTime from './by-time/by-time.tsx'
import type { Kind } from './choice.ts'
import { NoPlaces } from './no-places.tsx'
import NothingLeft, { type NothingLeftProps } from './nothing-left.tsx'
import Overview from './overview/overview.tsx'
import type { DayProps } from './use-day-choice.ts'
import { ViewChoice, type DayView, type ViewChoiceProps } from './view-choice.tsx'

// One chunk, loaded beside or after the dashboard.
export const drawNothingLeft = (props: NothingLeftProps) => <NothingLeft {...props} />

export const drawChoice = (props: ViewChoiceProps) => <ViewChoice {...props} />

export const drawNoPlaces = (kind: Kind) => <NoPlaces kind={kind} />

export type ManyView = Exclude<DayView, 'single'>

export const drawDay = (view: ManyView, props: DayProps) =>
  view === 'overview' ? <Overview {...props} /> : <ByTime {...props} />
