import type { RangeProblem } from '../../../domain/slot-range.ts'

export const REFUSALS: Readonly<Record<RangeProblem, string>> = {
  range_blocked: '선택한 범위 내에 예약할 수 없는 시간이 포함되어 있습니다.',
  middle_slot: '중간 시간은 해제할 수 없습니다.',
}

export const HINTS = { tour: '시간을 선택해주세요', room: '시작 시간과 종료 시간을 선택해주세요' } as const
