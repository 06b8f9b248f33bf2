import { ApiError } from '../../../api/client.ts'
import { UnansweredError } from '../../../api/writes/retrying-call.ts'

export function failureText(failed: string, failure: unknown): string {
  if (failure instanceof UnansweredError)
    return `${failed} 연결이 불안정해 결과를 확인하지 못했습니다. 다시 눌러도 두 번 처리되지 않습니다.`
  if (!(failure instanceof ApiError)) return `${failed} 네트워크를 확인한 뒤 다시 눌러주세요.`
  return `${failed} ${failure.text}`
}
