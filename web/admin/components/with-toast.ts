import { ApiError, NetworkError } from '../../api/client.ts'
import { adminToast } from '../../ui/toast.ts'

/** The reason why a refused write failed. Without a session it is still true when somebody has signed in again. */
export const refusalText = ({ code, text }: ApiError): string =>
  code === 'not_authenticated' ? '로그인이 만료되어 처리되지 않았습니다. 다시 시도해주세요.' : text

/** The reason why a write failed: the service's wherever it gives one, else the words of the caller. */
export function failureText(failure: unknown, otherwise: string): string {
  if (failure instanceof ApiError && failure.isOwn) return refusalText(failure)
  return failure instanceof NetworkError ? `${otherwise} 네트워크를 확인해주세요.` : otherwise
}

/** The text of a failure, followed by the reason of the service where it gives one. */
export const withReason = (failure: unknown, failed: string): string =>
  failure instanceof ApiError && failure.isOwn
    ? `${failed} ${refusalText(failure)}`
    : failureText(failure, failed)

/**
 * Makes a write and says how it went, unless its answer is null, of which the screen says more. `textOf` makes the text of a
 * failure. Throws what the write threw.
 */
export async function withToast<Answer extends { message: string } | null>(
  write: () => Promise<Answer>,
  failed: string,
  textOf = failureText,
): Promise<Answer> {
  try {
    const answer = await write()
    if (answer) adminToast.success(answer.message)
    return answer
  } catch (failure) {
    adminToast.error(textOf(failure, failed))
    throw failure
  }
}
