import { expect, test } from 'vitest'
import { ERRORS, type ErrorCode } from '../../../../contract/errors.ts'
import { ApiError, NetworkError } from '../../../api/client.ts'
import { loginFailureText } from './login-failure.ts'

const answered = (code: ErrorCode, retryAfter: number | null = null) => {
  const { status, text } = ERRORS[code]
  return new ApiError(status, { code, error: text, message: text }, retryAfter)
}
const REFUSED = '로그인에 실패했습니다. 아이디와 비밀번호를 확인해주세요.'

test.each([
  ['a wrong password', answered('login_failed'), REFUSED],
  ['a form that is not accepted', answered('invalid_input'), REFUSED],
  ['a server that fails', answered('internal'), REFUSED],
  ['a server that is not ready', answered('not_ready'), `${REFUSED} ${ERRORS.not_ready.text}`],
  ['a server with too much to do', answered('overloaded', 3), `${REFUSED} ${ERRORS.overloaded.text}`],
  ['a wrong second factor', answered('second_factor_failed'), '코드가 올바르지 않습니다.'],
  ['no answer', new NetworkError(), '서버와 통신할 수 없습니다. 네트워크를 확인해주세요.'],
  ['anything else', new Error('of no login'), '로그인 중 오류가 발생했습니다.'],
  [
    'too many tries',
    answered('too_many_requests', 40),
    `${REFUSED} 요청이 너무 많습니다. 40초 후에 다시 로그인할 수 있습니다.`,
  ],
  [
    'too many tries, without a time',
    answered('too_many_requests'),
    `${REFUSED} 요청이 너무 많습니다. 잠시 후 다시 시도해주세요.`,
  ],
])('%s is told at the login of the administrators', (_what, failure, text) => {
  expect(loginFailureText(failure)).toBe(text)
})
