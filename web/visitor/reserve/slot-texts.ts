import type { RangeProblem } from '../../../domain/slot-choice.ts'
import { BLOCKED_TEXT } from '../../components/slot-text.ts'

export const REFUSALS: Readonly<Record<RangeProblem, string>> = {
  range_blocked: BLOCKED_TEXT,
  middle_slot: '중간 시간은 해제할 수 없습니다.',
}

export const HINTS = { tour: '시간을 선택해주세요', room: '시작 시간과 종료 시간을 선택해주세요' } as const
