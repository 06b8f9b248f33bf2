import { expect, test } from 'vitest'
import { resentText } from './resent-text.ts'

const NONE = { on_their_way: 0, delayed: 0, sent: 0, failed: 0 }

test.each([
  [{ on_their_way: 3 }, '다시 보낸 메일 3통: 보내는 중 3통'],
  [{ sent: 2, failed: 1 }, '다시 보낸 메일 3통: 발송됨 2통, 다시 실패 1통'],
  [{ delayed: 1 }, '다시 보낸 메일 1통: 메일 서버가 받지 않아 계속 시도 중 1통'],
])('%j are shown as they are', (fates, text) => {
  expect(resentText({ ...NONE, ...fates })).toBe(text)
})
