import { Fragment, useId } from 'react'
import {
  reservationFacts,
  type MeetingReservation,
  type Reservation,
  type TourReservation,
} from '../../../contract/reservation.ts'
import { visitorFacts } from '../../../contract/visitor.ts'
import { koreanDate, type Instant } from '../../../domain/madrid-time.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useDialogFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { lazy, QUIETLY } from '../../shell/lazy.tsx'
import { longMoment } from '../../components/moment-text.ts'
import { timeRange } from '../../components/reservation/reservation-text.ts'
import { reasonOf } from './reason-text.ts'
import type { DialogAction } from './reservation-action.ts'
import { Span, Standing } from './reservation-card.tsx'
import { ReservationActions } from './reservation-actions.tsx'

// Separate, because it includes the QR code library.
const Pass = lazy(() => import('../components/pass/pass.tsx'), QUIETLY)

type Props = {
  reservation: Reservation
  now: Instant
  onAct: (action: DialogAction) => void
  onClose: () => void
}

export function DetailsDialog({ reservation, now, onAct, onClose }: Props) {
  const { date } = reservationFacts(reservation)
  const time = useId()
  const close = useDialogFallback()
  const lines = reservation.type === 'VIP_TOUR' ? tourLines(reservation) : meetingLines(reservation)
  return (
    <Dialog
      title={reservation.type === 'VIP_TOUR' ? '투어 예약 상세' : '미팅 예약 상세'}
      onClose={onClose}
      actions={
        <Button ref={close} onClick={onClose}>
          닫기
        </Button>
      }
    >
      <div className="stack">
        <div>
          <div aria-live="polite">
            <Standing {...{ reservation, now }} />
          </div>
          <Span reservation={reservation} id={time} />
          <p className="muted">{koreanDate(date)}</p>
        </div>
        <div className="reservation__actions">
          <ReservationActions {...{ reservation, now, onAct }} describedBy={time} />
        </div>
        {reservation.arrival_code && <Pass code={reservation.arrival_code} />}
        <dl className="facts">
          {[...lines, ...sharedLines(reservation, now)].map(
            ([name, value]) =>
              value && (
                <Fragment key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
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
      ? [why.name, why.text ?? longMoment(cancellation_refused!.at)]
      : ['지난 취소 요청 관련 사유', cancel_note],
    ['피드백', feedback],
    // Some answers have no time.
    ['신청 일시', created_at && longMoment(created_at)],
  ]
}
