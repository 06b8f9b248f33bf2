import type { ReactNode } from 'react'
import { isOwn, type MemberSlotState } from '../../../domain/slot.ts'
import { SLOT_TEXT } from '../../components/slot-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { figures } from '../../ui/figures.ts'
import './slot-cell.css'

type Props = {
  slot: { time: string; end_time: string }
  state: MemberSlotState
  placeName: string
  isSelected: boolean
  /** The next cell is chosen too and stands there. */
  joined?: 'beside' | 'below' | undefined
  isFollowing: boolean
  /** A tap on an own time opens its reservation. */
  opensOwn?: boolean
  /** Of a taken time: position in its waiting list, or 0 if the member can join. */
  line?: number | undefined
  lineWords?: ReactNode
  onTap: () => void
}

export const SlotCell = ({
  slot,
  state,
  placeName,
  isSelected,
  joined,
  isFollowing,
  opensOwn = false,
  line,
  lineWords,
  onTap,
}: Props) => (
  <button
    type="button"
    className="slot cell"
    data-state={isSelected ? 'selected' : state}
    data-line={line}
    data-joined={joined}
    data-following={isFollowing || undefined}
    aria-pressed={state === 'available' ? isSelected : undefined}
    aria-disabled={!(state === 'available' || line === 0 || leads({ state, line, opensOwn })) || undefined}
    tabIndex={-1}
    onClick={onTap}
  >
    {isSelected && <Icon name="check" />}
    <span {...figures('time slot__time')}>{slot.time}</span>{' '}
    {state !== 'available' && <span className="slot__state small">{lineWords ?? SLOT_TEXT[state]}</span>}
    <span {...figures('visually-hidden')}>
      {state === 'available' && (isSelected ? '선택됨' : SLOT_TEXT.available)}, {slot.end_time}까지,{' '}
      {placeName}
      {leads({ state, line, opensOwn }) && ', 예약내역 보기'}
      {line === 0 && ', 자리가 나면 신청하기'}
    </span>
  </button>
)

const leads = ({ state, line, opensOwn }: Pick<Props, 'state' | 'line' | 'opensOwn'>) =>
  opensOwn && (isOwn(state) || Boolean(line))
