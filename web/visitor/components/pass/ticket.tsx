import type { ReactNode } from 'react'
import { getPublicInfo } from '../../../../contract/public-info.ts'
import { arrivalAddress, spacedCode } from '../../../../domain/arrival.ts'
import { koreanDate, type Instant } from '../../../../domain/madrid-time.ts'
import { useRead } from '../../../api/reads/use-read.ts'
import { QrCode } from '../../../components/qr/qr-code.tsx'
import { figures } from '../../../ui/figures.ts'
import type { TicketEntry } from './kept-pass.ts'
import { arrivalText, coloursOf, kindText, whenText, whereText } from './ticket-text.ts'
import './ticket.css'

type Props = {
  ticket: TicketEntry
  now: Instant
  /** Id of its time, which names the reservation. */
  timeId?: string
  children?: ReactNode
}

/** A reservation to show at the desk. */
export function Ticket({ ticket, now, timeId, children }: Props) {
  const { data } = useRead(getPublicInfo, {})
  const { date, time, place, count, code } = ticket
  const arrival = arrivalText(ticket)
  return (
    <div className="ticket frame" data-whole="" role="group" aria-label="입장권">
      <div className="ticket__body" style={coloursOf(data)}>
        <p {...figures('small ticket__event')}>{data?.event_name}</p>
        <div className="row" data-spread data-wrap>
          <p {...figures()}>{koreanDate(date)}</p>
          <p {...figures('strong')}>{whenText(ticket, now)}</p>
        </div>
        <p {...figures('ticket__time')} id={timeId}>
          {time}
        </p>
        <h2>
          <span>{kindText(ticket)}</span> <span translate="no">{place}</span>
        </h2>
        <p>{whereText(ticket)}</p>
        <p translate="no">{`${count}명`}</p>
      </div>
      {code && (
        <figure className="ticket__stub">
          <QrCode text={arrivalAddress(location.origin, code)} name="입장 QR 코드" small />
          <figcaption>
            <span className="muted small">입장 코드</span>
            <strong {...figures('ticket__signs')}>{spacedCode(code)}</strong>
            {arrival ? (
              <span {...figures('ticket__stamp')}>{arrival}</span>
            ) : (
              <span className="muted small">도착하시면 안내 데스크에서 보여주세요.</span>
            )}
            {children}
          </figcaption>
        </figure>
      )}
    </div>
  )
}
