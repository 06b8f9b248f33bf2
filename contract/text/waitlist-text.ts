import type { WaitlistEntry } from '../waitlist.ts'

export const WAITLIST_STATE_TEXT: Readonly<Record<WaitlistEntry['state'], string>> = {
  waiting: '자리 대기 중',
  served: '예약 신청됨',
  left: '자리 대기 취소',
  removed: '관리자가 자리 대기를 종료함',
  time_deleted: '시간이 삭제됨',
  booked: '직접 예약함',
  expired: '자리가 나지 않음',
}

export const PASSED_OVER_TEXT: Readonly<Record<NonNullable<WaitlistEntry['passed_over']>, string>> = {
  tier_required: '회원 등급이 낮아 자리가 나도 신청되지 않습니다.',
  party_size: '정원을 초과하여 자리가 나도 신청되지 않습니다.',
  has_other: '같은 시간에 승인된 예약이 있어 자리가 나도 신청되지 않습니다.',
  too_many_reservations: '끝나지 않은 예약이 한도에 이르러 자리가 나도 신청되지 않습니다.',
  too_much_time: '하루에 예약할 수 있는 시간을 넘어 자리가 나도 신청되지 않습니다.',
}
