import { expect, test } from 'vitest'
import type { ListedMail } from '../../../contract/admin/mails.ts'
import { checkResend, isOnItsWay, kindText, triesText } from './mail-text.ts'

const mail = (changes: Partial<ListedMail>): ListedMail => ({
  id: 1,
  kind: 'approved',
  to: 'visitor@example.com',
  subject: '예약이 승인되었습니다',
  status: 'sent',
  attempts: 1,
  error: null,
  created_at: '2026-11-20T09:00:00+01:00',
  sent_at: null,
  reservation_id: 3,
  ...changes,
})

test.each([
  [{}, null],
  [{ status: 'failed' }, null],
  [{ status: 'queued' }, '발송을 기다리는 메일입니다.'],
  [{ kind: 'verification_code' }, '인증번호는 다시 보낼 수 없습니다.'],
  [{ kind: 'login_code' }, '인증번호는 다시 보낼 수 없습니다.'],
  [{ to: '' }, '삭제된 회원의 메일입니다.'],
] as const)('of %j, sending it once more is kept back by %j', (changes, why) => {
  expect(checkResend(mail(changes))).toBe(why)
})

test.each([
  ['sent', 1, null, false],
  ['queued', 0, null, true],
  ['queued', 1, '1번 시도했고 다시 시도합니다.', true],
  ['queued', 3, '3번 시도했고 다시 시도합니다.', false],
  ['failed', 12, '12번 시도한 뒤 중단했습니다.', false],
] as const)('%s after %i tries: %j, about to be known: %s', (status, attempts, text, soon) => {
  expect(triesText({ status, attempts })).toBe(text)
  expect(isOnItsWay({ status, attempts })).toBe(soon)
})

test('an unknown kind is shown as it is', () => {
  expect([kindText('test'), kindText('newsletter')]).toEqual(['테스트', 'newsletter'])
})
