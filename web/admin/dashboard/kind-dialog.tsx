import type { Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { Button } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import {
  decisionsOf,
  BUTTON_TEXT,
  openDecisions,
  type AskedDecision,
  type Decision,
} from '../reservation-dialog/decide.ts'

type Props = {
  answer: AskedDecision
  about: readonly Reservation[]
  now: Instant
  onChoose: (decision: Decision) => void
  onClose: () => void
}

/** Approving a request and approving a cancellation are opposites, so a mixed choice asks. */
export default function KindDialog({ answer, about, now, onChoose, onClose }: Props) {
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
              {`${BUTTON_TEXT[decision]} ${count(decision)}건`}
            </Button>
          ))}
        </>
      }
    >
      예약 신청과 취소 요청이 함께 선택되어 있습니다. 고르지 않은 쪽은 선택된 채로 남습니다.
    </Dialog>
  )
}
