import { expect, test } from 'vitest'
import { ERRORS, type ErrorCode } from '../../../contract/errors.ts'
import { ApiError, NetworkError } from '../../api/client.ts'
import { forgetAnswers } from '../../api/session.ts'
import { confirmed, failureText, withReason } from './with-toast.ts'

const answered = (code: ErrorCode, isOwn = true) => {
  const { status, text } = ERRORS[code]
  return new ApiError(status, { code, error: text, message: text }, null, isOwn)
}
const FAILED = '도슨트 추가에 실패했습니다.'

test.each([
  ['a refusal', answered('date_exists'), '이미 등록된 날짜입니다.'],
  ['a service that fails and says so', answered('internal'), ERRORS.internal.text],
  ['a service that is not ready', answered('not_ready'), ERRORS.not_ready.text],
  ['something on the way that answers', answered('internal', false), FAILED],
  ['no answer', new NetworkError(), `${FAILED} 네트워크를 확인해주세요.`],
  ['anything else', new Error('of no call'), FAILED],
])('%s is told in the words of the service wherever it gives any', (_what, failure, text) => {
  expect(failureText(failure, FAILED)).toBe(text)
})

test.each([
  ['a refusal', answered('date_exists'), `${FAILED} 이미 등록된 날짜입니다.`],
  ['a service that is not ready', answered('not_ready'), `${FAILED} ${ERRORS.not_ready.text}`],
  ['something on the way that answers', answered('internal', false), FAILED],
  ['no answer', new NetworkError(), `${FAILED} 네트워크를 확인해주세요.`],
  ['anything else', new Error('of no call'), FAILED],
])('%s follows the text of what failed where that is fixed', (_what, failure, text) => {
  expect(withReason(failure, FAILED)).toBe(text)
})

test('an action that waits for a password is dropped when another administrator signs in', async () => {
  let asked = 0
  const erasing = confirmed(() => {
    asked += 1
    return Promise.reject(answered('confirmation_required'))
  })
  const outcome = erasing.catch((failure: unknown) => failure)
  await Promise.resolve()
  forgetAnswers()
  expect(await outcome).toMatchObject({ code: 'confirmation_required' })
  expect(asked).toBe(1)
})
