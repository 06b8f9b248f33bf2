import { madridTime } from '../../../../domain/madrid-time.ts'
import { ApiError, NetworkError } from '../../../api/client.ts'
import { now } from '../../../browser/clock.ts'

const FAILED = '로그인에 실패했습니다. 아이디와 비밀번호를 확인해주세요.'

export function loginFailureText(failure: unknown): string {
  if (failure instanceof NetworkError) return '서버와 통신할 수 없습니다. 네트워크를 확인해주세요.'
  if (!(failure instanceof ApiError)) return '로그인 중 오류가 발생했습니다.'
  if (failure.code === 'second_factor_failed') return failure.text
  // 503: name and password were not checked.
  if (failure.status === 503 && failure.isOwn) return `${FAILED} ${failure.text}`
  if (failure.status === 429) return `${FAILED} 요청이 너무 많습니다. ${againText(failure.retryAfter)}`
  return FAILED
}

/** Seconds if few, else a time of day, which stays true while waiting. */
function againText(seconds: number | null): string {
  if (seconds === null) return '잠시 후 다시 시도해주세요.'
  if (seconds < 60) return `${seconds}초 후에 다시 로그인할 수 있습니다.`
  const nextFullMinute = Math.ceil((now() + seconds * 1_000) / 60_000) * 60_000
  return `${madridTime(nextFullMinute)}부터 다시 로그인할 수 있습니다.`
}
