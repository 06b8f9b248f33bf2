import { ApiError, NetworkError } from '../../api/client.ts'
import { refusalText } from '../components/with-toast.ts'

/** The message of a failure, with its reason as far as that is known. */
export function withReason(failed: string, failure: unknown): string {
  if (failure instanceof ApiError && failure.status < 500) return `${failed} ${refusalText(failure)}`
  return failure instanceof NetworkError ? `${failed} 네트워크를 확인해주세요.` : failed
}
