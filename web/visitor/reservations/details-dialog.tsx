import { Fragment, useId, useState } from 'react'
import { getPublicInfo } from '../../../contract/public-info.ts'
import {
  listMyReservations,
  reservationFacts,
  type MeetingReservation,
  type Reservation,
  type TourReservation,
} from '../../../contract/reservation.ts'
import { visitorFacts } from '../../../contract/visitor.ts'
import { koreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { displayedStatus } from '../../../domain/reservation.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { Button, ButtonLink } from '../../ui/controls.tsx'
import { StaleNote } from '../../ui/page.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useDialogFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { longMoment } from '../../components/moment-text.ts'
import { ticketOf } from '../components/pass/kept-pass.ts'
import { Ticket } from '../components/pass/ticket.tsx'
import { timeRange } from '../../components/reservation/reservation-text.ts'
import { StatusBadge } from '../../components/reservation/status-badge.tsx'
import { reasonOf } from './reason-text.ts'
import { mayDo, type DialogAction } from './reservation-action.ts'
import { Span, Standing } from './reservation-card.tsx'
import { calendarAddress, ReservationActions } from './reservation-actions.tsx'
import { TimeChange } from './time-change.tsx'

type Props = {
  reservation: Reservation
  now: Instant
  onAct: (action: DialogAction) => void
  onClose: () => void
}

export function DetailsDialog({ reservation, now, onAct, onClose }: Props) {
  const facts = reservationFacts(reservation)
  const { date, starts_at } = facts
  const time = useId()
  const close = useDialogFallback()
  const { data } = useRead(getPublicInfo, {})
  // The dialog covers the note of the list.
  const { staleSince } = useRead(listMyReservations, {})
  const hasTicket = reservation.arrival_code !== null
  const lines = [
    ...(reservation.type === 'VIP_TOUR' ? tourLines(reservation) : meetingLines(reservation)),
    ...sharedLines(reservation, now),
    // A member cannot withdraw a request.
    ['취소 문의', reservation.status === 'PENDING' ? data?.contact_email : null] as const,
  ]
  const when = [['시간', timeRange(reservation)] as const, ['날짜', koreanDate(date)] as const]
  const [before] = useState(() => new Map<string, Line[1]>([...when, ...lines]))
  /** The value from when the details were opened, if it is another now. */
  const oldOf = ([name, value]: Line) => {
    const old = before.get(name)
    return old && old !== value && <s>{old}</s>
  }
  return (
    <Dialog
      title={reservation.type === 'VIP_TOUR' ? '투어 예약 상세' : '미팅 예약 상세'}
      wide={hasTicket}
      onClose={onClose}
      actions={
        <Button ref={close} onClick={onClose}>
          닫기
        </Button>
      }
    >
      <div className="stack">
        <StaleNote since={staleSince} />
        {hasTicket && (
          <Ticket ticket={ticketOf(reservation)} now={now} timeId={time}>
            {mayDo('calendar', reservation, now) && (
              <ButtonLink size="small" download href={calendarAddress(reservation)} aria-describedby={time}>
                일정 추가
              </ButtonLink>
            )}
          </Ticket>
        )}
        <div>
          <div aria-live="polite">
            {hasTicket ? (
              <StatusBadge status={displayedStatus(facts, now)} />
            ) : (
              <Standing {...{ reservation, now }} />
            )}
          </div>
          <span translate="no">{oldOf(when[0]!)}</span>
          {!hasTicket && <Span reservation={reservation} id={time} />}
          <p className="muted" translate="no">
            <span>{oldOf(when[1]!)}</span> {!hasTicket && koreanDate(date)}
          </p>
        </div>
        <div className="reservation__actions">
          <ReservationActions {...{ reservation, now, onAct, hasTicket }} describedBy={time} />
          <TimeChange {...{ reservation, now }} describedBy={time} />
        </div>
        {mayDo('feedback', reservation, now) && now < starts_at && (
          <p className="muted small">
            {`${mayDo('end', reservation, now) ? '미팅 종료는 당일 끝나기 전까지, ' : ''}피드백은 예약이 승인된 뒤부터 가능합니다.`}
          </p>
        )}
        <dl className="facts">
          {lines.map(
            ([name, value]) =>
              value && (
                <Fragment key={name}>
                  <dt>{name}</dt>
                  <dd translate="no">
                    <span>{oldOf([name, value])}</span> <span>{value}</span>
                  </dd>
                </Fragment>
              ),
          )}
        </dl>
      </div>
    </Dialog>
  )
}

type Line = readonly [name: string, value: string | null | undefined]

const tourLines = (tour: TourReservation): Line[] => [
  ['도슨트', tour.available_tour.docent.name],
  ['언어', tour.available_tour.docent.language],
  ['시작 위치', tour.available_tour.docent.start_point],
  bookedLine(tour, ['소요 시간', `${tour.available_tour.duration}분`]),
]

const meetingLines = (meeting: MeetingReservation): Line[] => [
  ['미팅명', meeting.visitor.title],
  ['미팅룸', `${meeting.room.name} · ${meeting.room.floor}층 · 최대 ${meeting.room.size}명`],
  bookedLine(meeting, ['이용 시간', `총 ${meeting.total_duration}분`]),
]

/** Its length; if it ended early, the booked time. */
const bookedLine = (reservation: Reservation, length: Line): Line =>
  reservation.ended_at ? ['예약 시간', timeRange(reservation)] : length

function sharedLines(reservation: Reservation, now: Instant): Line[] {
  const { visitor, note, feedback, cancel_note, cancellation_refused, created_at } = reservation
  const why = reasonOf(reservation, now)
  return [
    ...visitorFacts(visitor).map(({ label, value }) => [label, value] as const),
    ['요청 사항', note],
    // Without a reason, only the time is known.
    why
      ? [why.name, why.text ? why.text + (why.more ?? '') : longMoment(cancellation_refused!.at)]
      : ['지난 취소 요청 관련 사유', cancel_note],
    ['피드백', feedback],
    // Some answers have no time.
    ['신청 일시', created_at && longMoment(created_at)],
  ]
}
