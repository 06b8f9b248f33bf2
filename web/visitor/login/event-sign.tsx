import { lazy } from '../../shell/lazy.tsx'
import { useEvent } from './use-event.ts'
import './event-sign.css'

const EventLogo = lazy(() => import('./event-logo.tsx'))

export function EventSign() {
  const event = useEvent()
  return (
    <header className="event-sign" style={{ background: event?.face?.accent_colour ?? '' }}>
      <p className="event-sign__event">
        {event?.face?.logo && <EventLogo hash={event.face.logo.hash} />}
        {event?.name}
      </p>
      <h1 className="event-sign__title">VIP 투어 · 미팅룸 예약</h1>
      <p className="event-sign__days numerals">{event?.days}</p>
      <p className="event-sign__contact">
        {event?.contact && (
          <>
            문의 <a href={`mailto:${event.contact}`}>{event.contact}</a>
          </>
        )}
      </p>
    </header>
  )
}
