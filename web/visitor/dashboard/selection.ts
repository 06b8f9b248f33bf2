import { BLOCKED_TEXT } from '../../components/slot-text.ts'

export const ALERTS = {
  no_docent: '도슨트를 선택해주세요.',
  no_room: '미팅룸을 선택해주세요.',
  no_time: '예약하실 시간을 선택해주세요.',
  range_blocked: BLOCKED_TEXT,
  middle_slot: '연속된 시간으로만 예약이 가능합니다. 처음이나 마지막 시간만 취소할 수 있습니다.',
} as const
export type Alert = keyof typeof ALERTS
