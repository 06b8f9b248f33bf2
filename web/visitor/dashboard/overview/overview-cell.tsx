import type { MemberSlotState } from '../../../../domain/slot.ts'
import { placeText } from '../../../../contract/text/line-place-text.ts'
import { SLOT_TEXT } from '../../../components/slot-text.ts'
import type { Kind } from '../choice.ts'

type Props = {
  slot: { time: string; end_time: string }
  kind: Kind
  state: MemberSlotState
  placeName: string
  isSelected: boolean
  isJoined: boolean
  isFollowing: boolean
  /** Of a taken time: the member's place in its line, or 0 where they can wait for it. */
  line: number | undefined
  onTap: () => void
}

/**
 * One time in the row of its docent or room. Its accessible name says time, state and place; what is seen is as short as its
 * column: of a room's ten minutes their minute, of a tour its time or why it cannot be had.
 */
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
  const isWord = kind === 'tour' && !isSelected && state !== 'available' && state !== 'past'
  const isClosed = !(['available', 'own'].includes(state) || line !== undefined) || undefined
  return (
    <button
      type="button"
      className="overview__slot"
      data-state={isSelected ? 'selected' : state}
      data-joined={isJoined || undefined}
      data-following={isFollowing || undefined}
      data-line={line}
      aria-label={`${slot.time} ${name}, ${slot.end_time}까지, ${placeName}${state === 'own' || line ? ', 예약내역 보기' : line === 0 ? ', 자리가 나면 신청하기' : ''}`}
      aria-pressed={state === 'available' ? isSelected : undefined}
      data-closed={isClosed}
      aria-disabled={isClosed}
      tabIndex={-1}
      onClick={onTap}
    >
      <span>
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
