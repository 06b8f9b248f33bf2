import { useState } from 'react'
import { reservationFacts, STATUS_TEXT, type Reservation } from '../../../contract/reservation.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { actionText } from '../../../contract/reservation-history.ts'
import { listReservationHistory, listReservations } from '../../../contract/admin/reservations.ts'
import { madridTime } from '../../../domain/madrid-time.ts'
import { isPastRequest, TRANSITIONS, type AdminAction } from '../../../domain/reservation.ts'
import { usePolled, useRead } from '../../api/reads/use-read.ts'
import { useNow } from '../../browser/clock.ts'
import { copyToClipboard } from '../components/copy-to-clipboard.ts'
import { FormDialog } from '../components/form-dialog.tsx'
import { EditConflictNotice } from '../components/edit-conflict.tsx'
import { Button } from '../../ui/controls.tsx'
import { useForm } from '../../ui/form/form.tsx'
import { decide, BUTTON_TEXT, DECISION_TEXT, failureText } from './decide.ts'
import { remainingAction } from './remaining-action.ts'
import { rememberReason } from '../components/last-reason.ts'
import { NotifyBox, ReasonField } from '../components/reason-field.tsx'
import { newer } from './use-opened-reservation.ts'
import { findReservation } from './reservation-cache.ts'
import { figures } from '../../ui/figures.ts'
import { VisitorName, visitText } from '../components/visit.tsx'

type Props = {
  reservation: Reservation
  decision: AdminAction
  onClose: () => void
  onDecided: () => void
}

export default function ReasonDialog({ reservation: opened, decision, onClose, onDecided }: Props) {
  const now = useNow(60_000)
  const { data } = usePolled(listReservations, { query: { id: String(opened.id) } })
  const current = newer(opened, findReservation(data, opened.id))
  const [reason, setReason] = useState('')
  const form = useForm({
    schema: actOnReservation.body!,
    initial: { reason: '' },
    complete: (typed) => ({ ...typed, type: opened.type, action }),
    submit: async (body) => {
      if (!remaining) return
      await decide(reservation, action, { reason: body.reason || null, notify: body.notify })
      rememberReason(action, body.reason || null)
      onDecided()
    },
    failed: failureText,
  })
  // Not one's own decision, which is on its way.
  const reservation = form.pending ? opened : current
  const remaining = remainingAction(decision, reservation, now)
  const action = remaining ?? decision
  const { needsReason } = TRANSITIONS[action]
  const isPast = isPastRequest(reservationFacts(reservation), now)
  return (
    <FormDialog
      title={DECISION_TEXT[action]}
      action={remaining && BUTTON_TEXT[remaining]}
      kind={action === 'reject_cancellation' ? 'primary' : 'danger'}
      disabled={needsReason && reason.trim() === ''}
      form={form}
      onClose={onClose}
    >
      <Subject reservation={reservation} />
      <Decided reservation={remaining === decision ? null : reservation} {...{ remaining, reason }} />
      {isPast && <NotifyBox />}
      <ReasonField
        action={action}
        field={form.field('reason')}
        hint={
          isPast || !reservation.user?.id
            ? '입력한 사유는 예약에 기록됩니다.'
            : '입력한 사유는 신청자에게 이메일로 전달됩니다.'
        }
        reason={reason}
        onReason={setReason}
      />
    </FormDialog>
  )
}

const Subject = ({ reservation }: { reservation: Reservation }) => (
  <p>
    <VisitorName visitor={reservation.visitor} />
    <br />
    <span {...figures('muted')}>{visitText(reservation)}</span>
  </p>
)

type DecidedProps = { reservation: Reservation | null; remaining: AdminAction | undefined; reason: string }

/** A colleague's decision since the dialog was opened; `reservation` is null without one. */
function Decided({ reservation, remaining, reason }: DecidedProps) {
  const { data: steps } = useRead(
    listReservationHistory,
    { params: { id: reservation?.id ?? '' } },
    { enabled: reservation !== null },
  )
  const last = steps?.findLast(({ action }) => action in TRANSITIONS)
  const by = last
    ? `${last.actor} 님이 ${madridTime(Date.parse(last.at))}에 ${actionText(last.action)}했습니다.`
    : '이미 처리된 예약입니다.'
  return (
    <EditConflictNotice
      text={reservation && `${by} 현재 상태: ${STATUS_TEXT[reservation.status]}`}
      advice={
        remaining
          ? `입력한 사유로 ${DECISION_TEXT[remaining]} 처리를 할 수 있습니다.`
          : '더 처리할 것이 없습니다.'
      }
    >
      {reason !== '' && (
        <div>
          <Button size="small" onClick={() => void copyToClipboard(reason, '사유')}>
            사유 복사
          </Button>
        </div>
      )}
    </EditConflictNotice>
  )
}
