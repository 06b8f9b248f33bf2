import { Fragment, useId } from 'react'
import {
  reservationFacts,
  type MeetingReservation,
  type Reservation,
  type TourReservation,
} from '../../../contract/reservation.ts'
import { koreanDate, madridDate, madridTime, type Instant } from '../../../domain/madrid-time.ts'
import { displayedStatus, type Status } from '../../../domain/reservation.ts'
import { StatusBadge } from '../../components/reservation/status-badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/panel/dialog.tsx'
import { useDialogFallback } from '../../ui/focus/use-focus-fallback.ts'
import { timeRange } from '../../components/reservation/reservation-text.ts'
import { reasonName } from './reason-text.ts'
import type { DialogAction } from './reservation-action.ts'
import { ReservationActions } from './reservation-actions.tsx'

type Props = {
  reservation: Reservation
  now: Instant
  onAct: (action: DialogAction) => void
  onClose: () => void
}

/** Everything that is known of one reservation, and what may be done with it. */
export function DetailsDialog({ reservation, now, onAct, onClose }: Props) {
  const facts = reservationFacts(reservation)
  const status = displayedStatus(facts, now)
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
            <StatusBadge status={status} />
          </div>
          <p className="reservation__time" id={time}>
            {timeRange(reservation)}
          </p>
          <p className="muted">{koreanDate(facts.date)}</p>
        </div>
        <div className="reservation__actions">
          <ReservationActions {...{ reservation, now, onAct }} describedBy={time} />
        </div>
        <dl className="facts">
          {[...lines, ...sharedLines(reservation, status)].map(([name, value]) => (
            <Fragment key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </Fragment>
          ))}
        </dl>
      </div>
    </Dialog>
  )
}

type Line = readonly [name: string, value: string]

const tourLines = ({ available_tour, visitor }: TourReservation): Line[] => [
  ['도슨트', available_tour.docent.name],
  ['언어', available_tour.docent.language],
  ['시작 위치', available_tour.docent.start_point],
  ['소요 시간', `${available_tour.duration}분`],
  ['회사명', visitor.company],
  ['방문자명', visitor.name],
]

const meetingLines = ({ room, total_duration, visitor }: MeetingReservation): Line[] => [
  ['미팅명', visitor.title],
  ['미팅룸', `${room.name} · ${room.floor}층 · 최대 ${room.size}명`],
  ['이용 시간', `총 ${total_duration}분`],
  ['회사명', visitor.company],
  ['방문자명', visitor.name],
  ['현장 담당자', visitor.manager_name],
]

function sharedLines(
  { visitor, note, feedback, cancel_note, created_at }: Reservation,
  status: Status,
): Line[] {
  const requested = Date.parse(created_at)
  const lines: [string, string | null][] = [
    ['연락처', visitor.phone],
    ['방문 인원', `${visitor.count}명`],
    ['요청 사항', note],
    [reasonName(status), cancel_note],
    ['피드백', feedback],
    ['신청 일시', `${koreanDate(madridDate(requested))} ${madridTime(requested)}`],
  ]
  return lines.filter((line): line is [string, string] => Boolean(line[1]))
}
