import { useId, useState } from 'react'
import { decideReservations } from '../../../contract/admin/bulk-decisions.ts'
import { MAX_LENGTH } from '../../../contract/field.ts'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { TRANSITIONS } from '../../../domain/reservation.ts'
import { decideMany, failureText, openDecisions, type Decision } from '../reservation-dialog/decisions.ts'
import { typedReason, type Result } from '../reservation-dialog/unsent/unsent.ts'
import { placeName, timeRange } from '../../components/reservation/reservation-text.ts'
import { now } from '../../browser/clock.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useDiscard } from '../components/use-discard.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { TextField } from '../../ui/form/text-field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import './bulk-dialog.css'

/** The name of a decision about many. */
export const BULK_TEXT: Readonly<Record<Decision, string>> = {
  reject: '거절',
  approve: '승인',
  reject_cancellation: '취소 요청 거절',
  approve_cancellation: '취소 요청 승인',
}

type Props = {
  decision: Decision
  about: readonly Reservation[]
  /** False for what another date or a search hides. */
  isInSight: (reservation: Reservation) => boolean
  onClose: () => void
  /** Some were not done; the dialog may have closed by then. */
  onFailed: (result: BulkResult) => void
}

/** The result of a decision about many, and the reservations that it was made about. */
export type BulkResult = { result: Result; fitting: readonly Reservation[] }

/** Shows the decision that is about to be made, asks for a reason, and makes it. */
export function BulkDialog({ decision, about, isInSight, onClose, onFailed }: Props) {
  // As they were chosen: a poll that takes some away while somebody reads must not change what is sent.
  const [{ fitting, others, unseen }] = useState(() => {
    const fitting = about.filter((each) => openDecisions(each, now()).includes(decision))
    const unseen = fitting.filter((each) => !isInSight(each)).length
    return { fitting, others: about.length - fitting.length, unseen }
  })
  const done = (result: Result) => result.failed > 0 && onFailed({ result, fitting })
  return <AskDialog {...{ decision, fitting, others, unseen, onClose }} onDone={done} />
}

type AskProps = {
  decision: Decision
  fitting: readonly Reservation[]
  /** How many were chosen that the decision does not fit; how many of those that it does are out of sight. */
  others: number
  unseen: number
  onClose: () => void
  onDone: (result: Result) => void
}

function AskDialog({ decision, fitting, others, unseen, onClose, onDone }: AskProps) {
  const formId = useId()
  const [typed] = useState(() => typedReason(decision, fitting))
  const [reason, setReason] = useState(typed)
  const { needsReason } = TRANSITIONS[decision]
  const title = `${BULK_TEXT[decision]} ${fitting.length}건`
  const form = useForm({
    schema: decideReservations.body!,
    initial: { reason: typed },
    complete: (typed) => ({ ...typed, action: decision, reservation_ids: fitting.map(({ id }) => id) }),
    submit: async ({ action, reservation_ids: _, ...words }) => {
      const { kept, result } = await decideMany(fitting, action, words)
      if (kept) onClose()
      const become = await result
      if (!kept) onClose()
      if (become) onDone(become)
    },
    failed: failureText,
  })
  const { close, question } = useDiscard(form.props.ref, onClose)
  // Closing does not call off a decision that is under way, and the result of each reservation has to be shown.
  const leave = () => !form.pending && close()
  return (
    <>
      <Dialog
        title={title}
        onClose={leave}
        actions={
          <>
            <Button onClick={leave}>닫기</Button>
            <Button
              type="submit"
              form={formId}
              kind={decision === 'reject' || decision === 'approve_cancellation' ? 'danger' : 'primary'}
              pending={form.pending}
              disabled={needsReason && reason.trim() === ''}
              data-autofocus={decision === 'approve' || undefined}
            >
              {title}
            </Button>
          </>
        }
      >
        <form {...form.props} id={formId} className="stack">
          <div className="stack" data-gap="8">
            <List of={fitting} />
            {unseen > 0 && (
              <p className="small numerals">
                다른 날짜에 있거나 검색으로 가려져 목록에 보이지 않는 {unseen}건이 포함됩니다.
              </p>
            )}
            {others > 0 && (
              <p className="small numerals">
                선택한 예약 중 이 처리에 해당하지 않는 {others}건은 제외됩니다.
              </p>
            )}
          </div>
          {decision !== 'approve' && (
            <TextField
              {...form.field('reason')}
              label={decision === 'reject' ? '거절 사유' : '사유'}
              optional={!needsReason}
              required={needsReason}
              hint="입력한 사유는 모든 신청자에게 이메일로 전달됩니다."
              maxLength={MAX_LENGTH.reason}
              rows={5}
              data-autofocus
              onInput={(event) => setReason(event.currentTarget.value)}
            />
          )}
          <FormError text={form.error} />
        </form>
      </Dialog>
      {question}
    </>
  )
}

const FEW = 6

const List = ({ of }: { of: readonly Reservation[] }) => (
  <ul className="bulk-list">
    {of.slice(0, FEW).map((reservation) => (
      <li key={reservation.id}>
        <Line reservation={reservation} />
      </li>
    ))}
    {of.length > FEW && <li className="muted numerals">외 {of.length - FEW}건</li>}
  </ul>
)

const Line = ({ reservation }: { reservation: Reservation }) => (
  <>
    <span className="strong">{reservation.visitor.company}</span> {reservation.visitor.name}
    <br />
    <span className="muted small numerals">
      {shortKoreanDate(reservationFacts(reservation).date)} {timeRange(reservation)} ·{' '}
      {placeName(reservation)}
    </span>
  </>
)

type ResultProps = BulkResult & { onClose: () => void }

/** The result of each reservation, the failed ones first. */
export function ResultDialog({ result, fitting, onClose }: ResultProps) {
  const told = result.results
    .map((each) => ({ ...each, reservation: fitting.find(({ id }) => id === each.id) }))
    .toSorted((a, b) => Number(a.done) - Number(b.done))
  return (
    <Dialog
      title={`${result.done}건 처리, ${result.failed}건 실패`}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose} data-autofocus>
          확인
        </Button>
      }
    >
      <ul className="bulk-list">
        {told.map(({ id, done, error, reservation }) => (
          <li key={id}>
            {reservation && <Line reservation={reservation} />}
            <p className={done ? 'bulk-list__done' : 'bulk-list__error'}>{done ? '처리됨' : error}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
