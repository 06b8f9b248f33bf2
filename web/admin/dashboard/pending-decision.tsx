import type { Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import {
  decisionsOf,
  MANY_TEXT,
  openDecisions,
  type AskedDecision,
  type Decision,
} from '../reservation-dialog/decisions.ts'
import { ReasonDialog } from '../reservation-dialog/late-tasks.ts'
import { lazy } from '../../shell/lazy.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import type { BulkResult } from './bulk-result.tsx'
import type { Queued } from './queue.ts'

export const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))

/** A decision to confirm, or two to choose from. */
export type PendingDecision =
  | { decision: Decision; about: readonly Reservation[]; isOne?: boolean; reason?: string }
  | { answer: AskedDecision; about: readonly Reservation[] }

type Props = {
  known: ReadonlyMap<number, Queued>
  deciding: PendingDecision
  now: Instant
  isInSight: (reservation: Reservation) => boolean
  onChoose: (decision: Decision) => void
  onClose: () => void
  onFailed: (result: BulkResult) => void
}

export function DecisionDialog({ deciding, now, isInSight, known, onChoose, onClose, onFailed }: Props) {
  const { about } = deciding
  if ('answer' in deciding) return <KindDialog {...deciding} {...{ now, onChoose, onClose }} />
  const { decision, isOne, reason } = deciding
  return isOne ? (
    <ReasonDialog reservation={about[0]!} decision={decision} onClose={onClose} onDecided={onClose} />
  ) : (
    <BulkDialog {...{ decision, about, reason, known, isInSight, onClose, onFailed }} />
  )
}

type KindProps = Extract<PendingDecision, { answer: AskedDecision }> &
  Pick<Props, 'now' | 'onChoose' | 'onClose'>

/** Approving a request and approving a cancellation are opposites, so a mixed choice asks. */
function KindDialog({ answer, about, now, onChoose, onClose }: KindProps) {
  const count = (decision: Decision) =>
    about.filter((each) => openDecisions(each, now).includes(decision)).length
  return (
    <Dialog
      kind="alert"
      title={answer === 'approve' ? '무엇을 승인할까요?' : '무엇을 거절할까요?'}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>닫기</Button>
          {decisionsOf(answer, about, now).map((decision) => (
            <Button key={decision} onClick={() => onChoose(decision)}>
              {`${MANY_TEXT[decision]} ${count(decision)}건`}
            </Button>
          ))}
        </>
      }
    >
      예약 신청과 취소 요청이 함께 선택되어 있습니다. 고르지 않은 쪽은 선택된 채로 남습니다.
    </Dialog>
  )
}
