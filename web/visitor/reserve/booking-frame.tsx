import type { ReactNode } from 'react'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { spanOf } from '../../../domain/slot-choice.ts'
import { labelledName } from '../../components/tier.tsx'
import type { Booking } from '../../paths.ts'
import { lazy, LATER } from '../../shell/lazy.tsx'
import { Page } from '../../ui/page.tsx'
import { factsOf, placesOf } from '../components/places.ts'
import { useSchedule } from '../components/use-schedule.ts'
import { ProgressBar } from '../components/steps/progress-bar.tsx'
import { WIZARDS, type Wizard } from './use-wizard.ts'
import { figures } from '../../ui/figures.ts'
import './booking.css'

// Below the form, and not needed to fill it in.
const Contact = lazy(() => import('./contact.tsx'), LATER)

type Props = {
  booking: Booking
  /** Undefined if the time was chosen on the dashboard. */
  wizard: Wizard | undefined
  children: ReactNode
}

export function BookingFrame({ booking, wizard, children }: Props) {
  const { title, steps, headings } = WIZARDS[booking.kind]
  return (
    <Page title={`${title} · 투어·미팅룸 예약`} width="wide">
      <div className="booking stack">
        <header className="stack">
          {wizard && <p className="strong">{title}</p>}
          <ProgressBar steps={steps} step={steps.length} />
          <h1 ref={wizard?.heading} tabIndex={-1}>
            {wizard ? headings.at(-1) : title}
          </h1>
        </header>
        <div className="booking__columns">
          <aside className="booking__summary card">
            <Summary booking={booking} />
          </aside>
          <div className="stack" data-gap="24">
            {children}
            <Contact />
          </div>
        </div>
      </div>
    </Page>
  )
}

function Summary({ booking }: { booking: Booking }) {
  const { kind, date, slots } = booking
  const { data } = useSchedule(date)
  // It may have been renamed since it was chosen.
  const { chosen = booking } = placesOf(data, kind).find(({ id }) => id === booking.place.id) ?? {}
  const { place } = chosen
  const { time, end_time, minutes } = spanOf(slots)
  const facts = chosen.kind === 'tour' ? [chosen.place.language, chosen.place.start_point] : factsOf(chosen)
  return (
    <>
      <p {...figures('muted')}>{koreanDate(date)}</p>
      <p {...figures('strong booking__time')}>
        {time} ~ {end_time}{' '}
        <span className="muted booking__length">
          {kind === 'room' && '총 '}
          {minutes}분
        </span>
      </p>
      <p {...figures('strong booking__place')}>{labelledName(place)}</p>
      <ul {...figures('muted booking__facts')}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </>
  )
}
