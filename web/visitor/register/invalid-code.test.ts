import { expect, test } from 'vitest'
import { invalidCodeText } from './invalid-code.ts'

const MAILED = 1_000_000
const MINUTE = 60_000

test.each([
  ['a slip of the finger', 1, MAILED, 1 * MINUTE, /최근에 받은 메일.*10분간 유효/],
  ['the last moment', 4, MAILED, 10 * MINUTE - 1, /10분간 유효/],
  ['too late', 1, MAILED, 10 * MINUTE, /유효 시간 10분이 지났습니다/],
  ['the fifth wrong one', 5, MAILED, 1 * MINUTE, /5번 잘못 입력하여 더 이상 사용할 수 없습니다/],
  ['a mail that this page knows nothing of', 1, 0, 60 * MINUTE, /10분간 유효/],
])('%s: the text says so, and what to do', (_what, wrong_tries, mailed_at, later, said) => {
  const text = invalidCodeText({ mailed_at, wrong_tries }, MAILED + later)
  expect(text).toMatch(/^인증번호가 올바르지 않습니다\. /)
  expect(text).toMatch(said)
  expect(text).toMatch(/‘인증번호 다시 받기’를 눌러 새 인증번호를 받아주세요\.$/)
})
