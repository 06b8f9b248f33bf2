import type { DeliveryType, WebhookEvent } from '../../domain/webhook.ts'
import type { ApiScope } from '../endpoint.ts'

export const WEBHOOK_EVENT_TEXT: Readonly<Record<WebhookEvent, string>> = {
  'reservation.created': '예약 신청',
  'reservation.decided': '승인·거절·취소 요청 처리',
  'reservation.moved': '시간·장소 변경',
  'reservation.cancelled': '관리자 취소',
  'reservation.arrived': '도착',
  'reservation.cancel_requested': '취소 요청',
  'reservation.cancel_refused': '취소 요청 거절',
  'reservation.completed': '이용 완료',
  'reservation.ended_early': '조기 종료',
  'reservation.visitor_changed': '방문자 정보 변경',
  'reservation.no_show': '미도착',
  'reminder.due': '시작 전 알림',
  'member.registered': '회원 등록',
  'member.changed': '회원 정보 변경',
  'member.erased': '회원 삭제',
}

/** Webhook events and test deliveries. */
export const deliveryText = (type: DeliveryType): string =>
  type === 'ping' ? '테스트' : WEBHOOK_EVENT_TEXT[type]

export const API_SCOPE_TEXT: Readonly<Record<ApiScope, string>> = {
  'reservations:read': '예약 읽기',
  'reservations:write': '예약 처리',
  'schedule:read': '일정 읽기',
  'schedule:write': '일정 변경',
  'members:read': '회원 읽기',
  'members:write': '회원 등록·변경',
  arrivals: '도착 확인',
  webhooks: '웹훅 관리',
}
