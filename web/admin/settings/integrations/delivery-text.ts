import type { WebhookDelivery } from '../../../../contract/admin/webhooks.ts'
import { WEBHOOK_EVENT_TEXT } from '../../../../contract/text/integration-text.ts'
import { isMemberEvent, WEBHOOK_EVENTS, type WebhookEvent } from '../../../../domain/webhook.ts'
import type { BadgeTone } from '../../../ui/list/badge.tsx'

/** Members need a choice of their own: their events carry all of a profile. */
export const EVENT_GROUPS = [
  { name: '예약 알림', events: WEBHOOK_EVENTS.filter((event) => !isMemberEvent(event)) },
  { name: '회원 알림', events: WEBHOOK_EVENTS.filter(isMemberEvent) },
] as const

/** `예약 알림 모두, 회원 등록`. */
export const eventsText = (chosen: readonly WebhookEvent[]): string =>
  EVENT_GROUPS.flatMap(({ name, events }) =>
    events.every((event) => chosen.includes(event))
      ? [`${name} 모두`]
      : events.filter((event) => chosen.includes(event)).map((event) => WEBHOOK_EVENT_TEXT[event]),
  ).join(', ')

export const DELIVERY_STATUS: Readonly<Record<WebhookDelivery['status'], { text: string; tone: BadgeTone }>> =
  {
    waiting: { text: '전송 대기', tone: 'waiting' },
    delivered: { text: '전달됨', tone: 'approved' },
    failed: { text: '실패', tone: 'rejected' },
    expired: { text: '시간 지남', tone: 'ended' },
  }

const FAILURES: Readonly<Record<string, string>> = {
  timeout: '10초 안에 응답이 없습니다.',
  private_address: '내부 네트워크 주소라 보내지 않았습니다.',
  not_https: 'https가 아닌 주소라 보내지 않았습니다.',
  ENOTFOUND: '주소를 찾을 수 없습니다.',
  EAI_AGAIN: '주소를 찾을 수 없습니다.',
  ECONNREFUSED: '받는 곳이 연결을 거부했습니다.',
  ECONNRESET: '받는 곳이 연결을 끊었습니다.',
}

/** Null without a known failure. */
export function problemOf({ status, answer, failure }: WebhookDelivery): string | null {
  if (status === 'delivered') return null
  if (answer !== null)
    return answer >= 300 && answer < 400 ? `응답 ${answer} · 다른 주소로 넘기는 응답` : `응답 ${answer}`
  return failure && (FAILURES[failure] ?? `연결하지 못했습니다. (${failure})`)
}
