import { Button } from '../../../ui/controls.tsx'
import { BY_TIER, fullText, useWaitlist } from './use-waitlist.ts'

type Props = { onJoin: () => void; isJoining: boolean }

/** When a form's time is taken, the same form can join its waiting list. */
export function JoinOffer({ onJoin, isJoining }: Props) {
  const { isOpen, isFull, max } = useWaitlist()
  if (!isOpen) return null
  if (isFull) return <p>{fullText(max)}</p>
  return (
    <div className="stack" data-gap="8">
      <p>{`선택하신 시간을 원하시면 작성하신 내용 그대로 기다리실 수 있습니다. ${BY_TIER}`}</p>
      <Button wide pending={isJoining} pendingLabel="신청 중..." onClick={onJoin}>
        자리가 나면 신청하기
      </Button>
    </div>
  )
}
