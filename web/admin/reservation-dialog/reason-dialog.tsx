import { useId, useState } from 'react'
import { MAX_LENGTH } from '../../../contract/field.ts'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { TRANSITIONS, type AdminAction } from '../../../domain/reservation.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useDiscard } from '../components/use-discard.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { BUTTON_TEXT, decide, DECISION_TEXT, failureText } from './decisions.ts'
import { typedReason } from './unsent/unsent.ts'
import './reason-dialog.css'
import { placeName, timeRange } from '../../components/reservation/reservation-text.ts'

const REASON_LABEL: { [A in AdminAction]?: string } = { reject: '거절 사유', cancel: '취소 사유' }

type Props = {
  reservation: Reservation
  decision: AdminAction
  onClose: () => void
  onDecided: () => void
}

/** Asks for the reason of a decision and sends both. The typed text stays until the dialog is closed. */
export function ReasonDialog({ reservation, decision, onClose, onDecided }: Props) {
  const formId = useId()
  const [typed] = useState(() => typedReason(decision, [reservation]))
  const [reason, setReason] = useState(typed)
  const { needsReason } = TRANSITIONS[decision]
  const form = useForm({
    schema: actOnReservation.body!,
    initial: { reason: typed },
    complete: (typed) => ({ ...typed, type: reservation.type, action: decision }),
    submit: async (body) => {
      await decide(reservation, decision, body.reason || null)
      onDecided()
    },
    failed: failureText,
  })
  const { close, question } = useDiscard(form.props.ref, onClose)
  return (
    <>
      <Dialog
        title={DECISION_TEXT[decision]}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>닫기</Button>
            <Button
              type="submit"
              form={formId}
              kind={decision === 'reject_cancellation' ? 'primary' : 'danger'}
              pending={form.pending}
              disabled={needsReason && reason.trim() === ''}
            >
              {BUTTON_TEXT[decision]}
            </Button>
          </>
        }
      >
        <form {...form.props} id={formId} className="stack">
          <Subject reservation={reservation} />
          <TextField
            {...form.field('reason')}
            label={REASON_LABEL[decision] ?? '사유'}
            optional={!needsReason}
            required={needsReason}
            hint={<Hint length={reason.length} />}
            maxLength={MAX_LENGTH.reason}
            rows={5}
            data-autofocus
            onInput={(event) => setReason(event.currentTarget.value)}
          />
          <FormError text={form.error} />
        </form>
      </Dialog>
      {question}
    </>
  )
}

function Subject({ reservation }: { reservation: Reservation }) {
  const { date } = reservationFacts(reservation)
  return (
    <p>
      <span className="strong">{reservation.visitor.company}</span> {reservation.visitor.name}
      <br />
      <span className="muted numerals">
        {shortKoreanDate(date)} {timeRange(reservation)} · {placeName(reservation)}
      </span>
    </p>
  )
}

const Hint = ({ length }: { length: number }) => (
  <span className="row" data-spread>
    <span>입력한 사유는 신청자에게 이메일로 전달됩니다.</span>
    <span className="reason-dialog__count numerals">
      {length}/{MAX_LENGTH.reason}
    </span>
  </span>
)
