import { useState } from 'react'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { isPastRequest, TRANSITIONS, type AdminAction } from '../../../domain/reservation.ts'
import { useNow } from '../../browser/clock.ts'
import { FormDialog } from '../components/form-dialog.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { decide } from './decide.ts'
import { BUTTON_TEXT, DECISION_TEXT, failureText } from './decisions.ts'
import { placeName, timeRange } from '../../components/reservation/reservation-text.ts'
import { rememberReason } from '../components/last-reason.ts'
import { NotifyBox, ReasonField } from '../components/reason-field.tsx'
import { figures } from '../../ui/figures.ts'

type Props = {
  reservation: Reservation
  decision: AdminAction
  onClose: () => void
  onDecided: () => void
}

export default function ReasonDialog({ reservation, decision, onClose, onDecided }: Props) {
  const now = useNow(60_000)
  const [reason, setReason] = useState('')
  const { needsReason } = TRANSITIONS[decision]
  const isPast = isPastRequest(reservationFacts(reservation), now)
  const form = useForm({
    schema: actOnReservation.body!,
    initial: { reason: '' },
    complete: (typed) => ({ ...typed, type: reservation.type, action: decision }),
    submit: async (body) => {
      await decide(reservation, decision, { reason: body.reason || null, notify: body.notify })
      rememberReason(decision, body.reason || null)
      onDecided()
    },
    failed: failureText,
  })
  return (
    <FormDialog
      title={DECISION_TEXT[decision]}
      action={BUTTON_TEXT[decision]}
      kind={decision === 'reject_cancellation' ? 'primary' : 'danger'}
      disabled={needsReason && reason.trim() === ''}
      form={form}
      onClose={onClose}
    >
      <Subject reservation={reservation} />
      {isPast && <NotifyBox />}
      <ReasonField
        action={decision}
        field={form.field('reason')}
        hint={isPast ? '입력한 사유는 예약에 기록됩니다.' : '입력한 사유는 신청자에게 이메일로 전달됩니다.'}
        reason={reason}
        onReason={setReason}
      />
    </FormDialog>
  )
}

function Subject({ reservation }: { reservation: Reservation }) {
  const { date } = reservationFacts(reservation)
  return (
    <p>
      <span {...figures('strong')}>{reservation.visitor.company}</span>{' '}
      <span translate="no">{reservation.visitor.name}</span>
      <br />
      <span {...figures('muted')}>
        {shortKoreanDate(date)} {timeRange(reservation)} · {placeName(reservation)}
      </span>
    </p>
  )
}
