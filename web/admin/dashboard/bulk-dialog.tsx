import { useState } from 'react'
import { decideReservations, MAX_DECISIONS } from '../../../contract/admin/bulk-decisions.ts'
import { listReservations } from '../../../contract/admin/reservations.ts'
import { reservationFacts, STATUS_TEXT, type Reservation } from '../../../contract/reservation.ts'
import { isPastRequest, TRANSITIONS } from '../../../domain/reservation.ts'
import {
  decideMany,
  failureText,
  BUTTON_TEXT,
  openDecisions,
  type Decision,
} from '../reservation-dialog/decide.ts'
import { findReservation } from '../reservation-dialog/reservation-cache.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import { now, useNow } from '../../browser/clock.ts'
import { FormDialog } from '../components/form-dialog.tsx'
import { useForm } from '../../ui/form/form.tsx'
import { rememberReason } from '../components/last-reason.ts'
import { NotifyBox, ReasonField } from '../components/reason-field.tsx'
import { BulkList, Warnings } from './bulk-list.tsx'
import type { Queued } from './queue.ts'
import type { BulkResult } from './result-dialog.tsx'
import { figures } from '../../ui/figures.ts'

const REASON_HINT = {
  coming: '입력한 사유는 모든 신청자에게 이메일로 전달됩니다.',
  mixed: '입력한 사유는 지난 신청을 제외한 모든 신청자에게 이메일로 전달됩니다.',
  past: '입력한 사유는 예약에 기록됩니다.',
}

type BulkDialogProps = {
  known: ReadonlyMap<number, Queued>
  decision: Decision
  about: readonly Reservation[]
  /** Initial text of the reason field. */
  reason: string | undefined
  /** False if another date or a search hides it. */
  isInSight: (reservation: Reservation) => boolean
  onClose: () => void
  onDone: (result: BulkResult) => void
}

export default function BulkDialog({
  known,
  decision,
  about,
  reason: initial = '',
  isInSight,
  onClose,
  onDone,
}: BulkDialogProps) {
  // Fixed when opened: a poll must not change what is sent while the list is being read.
  // Not sent: `others`, which the decision does not fit, and `later`, which are too many.
  const [{ fitting, others, later, unseen }] = useState(() => {
    const all = about.filter((each) => openDecisions(each, now()).includes(decision))
    const fitting = all.slice(0, MAX_DECISIONS)
    const unseen = fitting.filter((each) => !isInSight(each)).length
    return { fitting, others: about.length - all.length, later: all.length - fitting.length, unseen }
  })
  const at = useNow(60_000)
  const [reason, setReason] = useState(initial)
  const past = fitting.filter((each) => isPastRequest(reservationFacts(each), at)).length
  const { needsReason } = TRANSITIONS[decision]
  const title = `${BUTTON_TEXT[decision]} ${fitting.length}건`
  const form = useForm({
    schema: decideReservations.body!,
    initial: { reason: initial },
    complete: (typed) => ({ ...typed, action: decision, reservation_ids: fitting.map(({ id }) => id) }),
    submit: async ({ action, reservation_ids: _, ...words }) => {
      const result = await decideMany(fitting, action, words)
      rememberReason(decision, words.reason === initial ? null : (words.reason ?? null))
      onClose()
      onDone({ result, fitting })
    },
    failed: failureText,
  })
  const ids = fitting.map(({ id }) => id).join(',')
  const { data } = usePolled(listReservations, { query: { ids } })
  const stateOf = ({ id }: Reservation) => {
    const current = findReservation(data, id)
    const isDecided = !form.pending && current && !openDecisions(current, at).includes(decision)
    return isDecided && `이미 처리된 예약입니다. 현재 상태: ${STATUS_TEXT[current.status]}`
  }
  return (
    <FormDialog
      title={title}
      action={title}
      kind={decision === 'reject' || decision === 'approve_cancellation' ? 'danger' : 'primary'}
      disabled={needsReason && reason.trim() === ''}
      focusesAction={decision === 'approve'}
      form={form}
      onClose={onClose}
    >
      <div className="stack" data-gap="8">
        <BulkList label={title} of={fitting}>
          {(reservation) => (
            <>
              <Warnings known={known} reservation={reservation} />
              <p className="live note small" role="status">
                {stateOf(reservation)}
              </p>
            </>
          )}
        </BulkList>
        {unseen > 0 && (
          <p {...figures('small')}>
            다른 날짜에 있거나 검색으로 가려져 목록에 보이지 않는 {unseen}건이 포함됩니다.
          </p>
        )}
        {others > 0 && (
          <p {...figures('small')}>선택한 예약 중 이 처리에 해당하지 않는 {others}건은 제외됩니다.</p>
        )}
        {later > 0 && (
          <p {...figures('small')}>
            한 번에 {MAX_DECISIONS}건까지 처리합니다. 나머지 {later}건은 이어서 처리해주세요.
          </p>
        )}
      </div>
      {past > 0 && <NotifyBox />}
      {decision !== 'approve' && (
        <ReasonField
          action={decision}
          field={form.field('reason')}
          hint={REASON_HINT[past === 0 ? 'coming' : past < fitting.length ? 'mixed' : 'past']}
          reason={reason}
          onReason={setReason}
        />
      )}
    </FormDialog>
  )
}
