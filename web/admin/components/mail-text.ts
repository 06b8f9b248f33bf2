import type { ListedMail, MailStatus } from '../../../contract/admin/mails.ts'
import type { BadgeTone } from '../../ui/list/badge.tsx'

export const MAIL_STATUS: Readonly<Record<MailStatus, { text: string; tone: BadgeTone }>> = {
  queued: { text: '발송 대기', tone: 'waiting' },
  sent: { text: '발송됨', tone: 'approved' },
  failed: { text: '실패', tone: 'rejected' },
}

const KINDS: Readonly<Record<string, string>> = {
  verification_code: '회원가입 인증번호',
  login_code: '로그인 인증번호',
  phone_claimed: '등록된 전화번호 안내',
  erasure_link: '계정 삭제 확인',
  invited: '회원 초대',
  new_device: '새 기기 로그인',
  test: '테스트',
  screens_silent: '응답 없는 현황판',
  day_reported: '진행 불가 알림',
  waitlist_joined: '자리 대기 신청',
  waitlist_moved: '자리 대기 시간 변경',
  waitlist_ended: '자리 대기 종료',
  erasure_announced: '개인정보 삭제 예고',
  requests_waiting: '기다리는 신청',
  message: '메시지',
  request_received: '예약 접수',
  undecided: '확정되지 않은 신청',
  approved: '예약 승인',
  rejected: '예약 거절',
  cancellation_received: '취소 요청 접수',
  cancellation_approved: '취소 요청 승인',
  cancellation_refused: '취소 요청 거절',
  cancelled: '예약 취소',
  ended_early: '미팅 조기 종료',
  place_changed: '예약 안내 변경',
  moved: '시간·장소 변경',
  reminder_evening: '전날 알림',
  reminder_before: '시작 전 알림',
}

export const kindText = (kind: string): string => KINDS[kind] ?? kind

export function checkResend({ status, kind, to }: ListedMail): string | null {
  if (status === 'queued') return '발송을 기다리는 메일입니다.'
  if (kind === 'verification_code' || kind === 'login_code') return '인증번호는 다시 보낼 수 없습니다.'
  return to === '' ? '삭제된 회원의 메일입니다.' : null
}

export function triesText({ status, attempts }: Pick<ListedMail, 'status' | 'attempts'>): string | null {
  if (status === 'queued') return attempts === 0 ? null : `${attempts}번 시도했고 다시 시도합니다.`
  return status === 'failed' ? `${attempts}번 시도한 뒤 중단했습니다.` : null
}

/** Not tried, or tried once: its result is expected soon. */
export const isOnItsWay = ({ status, attempts }: Pick<ListedMail, 'status' | 'attempts'>): boolean =>
  status === 'queued' && attempts <= 1
