import { useLayoutEffect, useState } from 'react'
import { Link } from 'wouter'
import { getPublicInfo } from '../../../contract/public-info.ts'
import { listMyReservations, reservationFacts } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { isOfToday } from '../../../domain/own-reservations.ts'
import { useChangesOf, usePolled, useRead } from '../../api/reads/use-read.ts'
import { useNow } from '../../browser/clock.ts'
import { Drawing, Icon } from '../../ui/icon.tsx'
import { figures } from '../../ui/figures.ts'
import { detailsAddress } from '../components/own-list/list-view.ts'
import { useTierLabels } from '../components/own-list/use-tier-labels.ts'
import { comingOf, readPass, ticketOf, type TicketEntry } from '../components/pass/kept-pass.ts'
import { arrivalText, coloursOf, kindText, whenText, whereText } from '../components/pass/ticket-text.ts'
import '../components/pass/ticket.css'
import './today.css'

type Props = {
  /** Called once it is known what is here, so that nothing moves below it. */
  onKnown: (isKnown: true) => void
}

/** The member's reservations of today, the next one first. */
export function Today({ onKnown }: Props) {
  const mine = usePolled(listMyReservations, {})
  useChangesOf('mine', mine)
  const now = useNow(60_000)
  const [kept] = useState(() => readPass()?.entries)
  const today = mine.data && comingOf(mine.data, now).filter((one) => isOfToday(reservationFacts(one), now))
  const labels = useTierLabels({ enabled: today !== undefined && today.length > 0 })
  const isNew = today && (labels.isKnown || today.length === 0)
  const [next, ...others]: readonly TicketEntry[] = isNew
    ? today.map(labels.withLabel).map(ticketOf)
    : (kept ?? []).filter((one) => isOfToday(one, now))
  // A request may have been approved since then.
  const isKept = kept?.every(({ status }) => status !== 'PENDING')
  const isKnown = isNew || isKept || mine.isError || mine.isRetrying
  useLayoutEffect(() => {
    if (isKnown) onKnown(true)
  }, [isKnown, onKnown])
  return (
    next && (
      <section className="today" aria-label="오늘 예약">
        <SmallTicket ticket={next} now={now} />
        {others.map((one) => (
          <Link key={one.id} className="card row today__link today__other" to={detailsAddress(one)}>
            <strong {...figures()}>{one.time}</strong>
            <span className="grow">
              <span>{kindText(one)}</span> <span translate="no">{one.place}</span>
            </span>
            <Icon name="chevron" />
          </Link>
        ))}
      </section>
    )
  )
}

const QR_SIGN = 'M4 4h6v6H4ZM14 4h6v6h-6ZM4 14h6v6H4ZM14 14h2M20 14v2M17 17h3v3M14 17v3'

/** A press opens the whole ticket. */
function SmallTicket({ ticket, now }: { ticket: TicketEntry; now: Instant }) {
  const { data } = useRead(getPublicInfo, {})
  const [start, end] = ticket.time.split(' ~ ')
  const arrival = arrivalText(ticket)
  return (
    <Link className="ticket frame today__link" to={detailsAddress(ticket)}>
      <div className="ticket__body" style={coloursOf(data)}>
        <div className="row" data-spread data-wrap>
          <p {...figures()}>
            <span className="ticket__time">{start}</span> <span className="strong">{`~ ${end}`}</span>
          </p>
          <p {...figures('strong')}>{whenText(ticket, now)}</p>
        </div>
        <p className="strong">
          <span>{kindText(ticket)}</span> <span translate="no">{ticket.place}</span>
        </p>
        <p>{whereText(ticket)}</p>
      </div>
      {ticket.code && (
        <div className="ticket__stub">
          <Drawing shape={QR_SIGN} />
          <strong className="small">입장권</strong>
          {arrival && <span {...figures('ticket__stamp')}>{arrival}</span>}
        </div>
      )}
    </Link>
  )
}
