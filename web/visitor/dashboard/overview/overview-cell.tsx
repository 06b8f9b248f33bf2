import { isOwn, type MemberSlotState } from '../../../../domain/slot.ts'
import { placeText } from '../../../../contract/text/line-place-text.ts'
import { SLOT_TEXT } from '../../../components/slot-text.ts'
import type { Kind } from '../../../paths.ts'
import '../../components/slot-cell.css'

type Props = {
  slot: { time: string; end_time: string }
  kind: Kind
  state: MemberSlotState
  placeName: string
  isSelected: boolean
  isJoined: boolean
  isFollowing: boolean
  /** Of a taken time: position in its waiting list, or 0 if the member can join. */
  line: number | undefined
  onTap: () => void
}

/** Shows as little as its column allows; the accessible name says all. */
export function OverviewCell({
  slot,
  kind,
  state,
  placeName,
  isSelected,
  isJoined,
  isFollowing,
  line,
  onTap,
}: Props) {
  const word = isSelected ? '선택됨' : SLOT_TEXT[state]
  const name = line ? placeText(line) : word
  const isWord = kind === 'tour' && !isSelected && !['available', 'past', 'closed'].includes(state)
  const isClosed = !(state === 'available' || isOwn(state) || line !== undefined) || undefined
  return (
    <button
      type="button"
      className="overview__slot cell"
      data-state={isSelected ? 'selected' : state}
      data-joined={isJoined ? 'beside' : undefined}
      data-following={isFollowing || undefined}
      data-line={line}
      aria-label={`${slot.time} ${name}, ${slot.end_time}까지, ${placeName}${isOwn(state) || line ? ', 예약내역 보기' : line === 0 ? ', 자리가 나면 신청하기' : ''}`}
      aria-pressed={state === 'available' ? isSelected : undefined}
      data-closed={isClosed}
      aria-disabled={isClosed}
      tabIndex={-1}
      onClick={onTap}
    >
      <span translate="no">
        {line && kind === 'tour'
          ? placeText(line)
          : isWord
            ? word
            : kind === 'tour'
              ? slot.time
              : slot.time.slice(3)}
      </span>
    </button>
  )
}
