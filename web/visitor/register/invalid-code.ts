import { CODE_TRIES, CODE_VALID_MINUTES } from '../../../domain/verification-code.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { Progress } from './register-progress.ts'

export const INVALID_CODE_TEXT = '인증번호가 올바르지 않습니다.'
export const RENEW_TEXT = '‘인증번호 다시 받기’를 눌러 새 인증번호를 받아주세요.'

/**
 * The service answers every wrong code alike, so that guessing learns nothing; this page tracks expiry
 * itself.
 */
export function invalidCodeText(
  { mailed_at, wrong_tries }: Pick<Progress, 'mailed_at' | 'wrong_tries'>,
  at: Instant,
) {
  if (wrong_tries >= CODE_TRIES)
    return `${INVALID_CODE_TEXT} ${CODE_TRIES}번 잘못 입력하여 더 이상 사용할 수 없습니다. ${RENEW_TEXT}`
  if (mailed_at > 0 && at - mailed_at >= CODE_VALID_MINUTES * 60_000)
    return `${INVALID_CODE_TEXT} 유효 시간 ${CODE_VALID_MINUTES}분이 지났습니다. ${RENEW_TEXT}`
  return `${INVALID_CODE_TEXT} 가장 최근에 받은 메일의 인증번호인지 확인해주세요. 인증번호는 ${CODE_VALID_MINUTES}분간 유효하며, 지났다면 ${RENEW_TEXT}`
}
