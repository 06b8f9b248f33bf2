import { GoneDate } from '../../components/gone-date.tsx'
import type { DashboardState } from '../../paths.ts'
import { lazy, QUIETLY } from '../../shell/lazy.tsx'
import { OpeningNote } from '../components/opening-note.tsx'
import { NoDates } from '../components/no-dates.tsx'

// One chunk, loaded after the first render.
export { Today } from './today.tsx'

const UpcomingPopup = lazy(() => import('./upcoming-popup.tsx'), QUIETLY)

type Props = DashboardState & {
  /** Undefined if there are no dates. */
  shown: string | undefined
  change: (part: DashboardState) => void
}

/** Rare notes about the dates, and the popup after the login. */
export const Notes = ({ shown, date = shown, from_login, change }: Props) => (
  <>
    {!shown && <NoDates />}
    <GoneDate wanted={date} date={shown} />
    {shown && <OpeningNote date={shown} />}
    {from_login && <UpcomingPopup onClose={() => change({ from_login: false })} />}
  </>
)
