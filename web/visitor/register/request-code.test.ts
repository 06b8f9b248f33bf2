import { expect, test } from 'vitest'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { ApiError, NetworkError } from '../../api/client.ts'
import { remaining } from '../components/sending/remaining.ts'
import { mailFailure } from './request-code.ts'

test.each([
  [0, null],
  [-1, null],
  [1, '1초'],
  [59_001, '1분 00초'],
  [60_000, '1분 00초'],
  [65_000, '1분 05초'],
  [754_000, '12분 34초'],
])('%i ms before a code may be asked for again it says %s', (left, text) => {
  expect(remaining(1_000_000 + left, 1_000_000)).toBe(text)
})

const refusal = (code: ErrorCode) =>
  new ApiError(ERRORS[code].status, { code, error: ERRORS[code].text, message: ERRORS[code].text }, null)

test.each([
  [refusal('email_exists'), '이미 가입된 이메일입니다.'],
  [refusal('internal'), `인증번호 발송에 실패했습니다. ${ERRORS.internal.text}`],
  [new NetworkError('no answer'), '인증번호 발송에 실패했습니다.'],
  [
    refusal('too_many_requests'),
    '인증번호 발송에 실패했습니다. 요청이 너무 많습니다. 잠시 후 다시 시도해주세요.',
  ],
])('%s reads %s', (failure, text) => {
  expect(mailFailure(failure)).toBe(text)
})
