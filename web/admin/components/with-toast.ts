import { ApiError, NetworkError } from '../../api/client.ts'
import { onForget } from '../../api/session.ts'
import { adminToast } from '../../ui/toast.ts'
import { makeStore } from '../../ui/store.ts'

/** Also read after the next login, so a 401 gets a text that is still true then. */
export const refusalText = ({ code, text }: ApiError): string =>
  code === 'not_authenticated' ? '로그인이 만료되어 처리되지 않았습니다. 다시 시도해주세요.' : text

/** The server's reason if it gives one, else `otherwise`. */
export function failureText(failure: unknown, otherwise: string): string {
  if (failure instanceof ApiError && failure.isOwn) return refusalText(failure)
  return failure instanceof NetworkError ? `${otherwise} 네트워크를 확인해주세요.` : otherwise
}

/** `failed`, followed by the server's reason if there is one. */
export const withReason = (failure: unknown, failed: string): string =>
  failure instanceof ApiError && failure.isOwn
    ? `${failed} ${refusalText(failure)}`
    : failureText(failure, failed)

/** For writes that are repeated under the same key. */
export const CHANGE_UNANSWERED =
  '연결이 불안정해 변경 결과를 확인하지 못했습니다. 다시 눌러도 두 번 변경되지 않습니다.'

/** Toasts the result, except a null answer, which the screen explains itself. Rethrows failures. */
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

/** For a write whose failure needs no more than the toast. */
export const tryWithToast = <Answer extends { message: string }>(
  write: () => Promise<Answer>,
  failed: string,
  textOf = failureText,
): Promise<Answer | undefined> => withToast(write, failed, textOf).catch(() => undefined)

/** For a form, which shows the text too. */
export function sayFailure(failure: unknown, otherwise: string): string {
  const text = failureText(failure, otherwise)
  adminToast.error(text)
  return text
}

type Answer = (isConfirmed: boolean) => void

const asking = makeStore<Answer | null>(null)
// Another administrator must not confirm it.
onForget(() => asking.get()?.(false))

/** Set while the password is asked for. */
export const usePasswordQuestion = asking.useValue

/** Asks for the password if the service wants it, then acts again. */
export async function confirmed<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (failure) {
    const isAsked = failure instanceof ApiError && failure.code === 'confirmation_required'
    if (!isAsked || !(await askPassword())) throw failure
    return act()
  }
}

function askPassword(): Promise<boolean> {
  asking.get()?.(false)
  return new Promise((resolve) => {
    asking.set((isConfirmed) => {
      asking.set(null)
      resolve(isConfirmed)
    })
  })
}
