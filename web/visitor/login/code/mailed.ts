import { requestLoginCode } from '../../../../contract/login-code.ts'
import type { Member } from '../../../../contract/member.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { ApiError } from '../../../api/client.ts'
import { callWithRetry } from '../../../api/writes/retrying-call.ts'
import { now } from '../../../browser/clock.ts'
import { readStored, storeForSession } from '../../../browser/session-storage.ts'
import { LOGIN_DRAFT, PATHS, pathOf } from '../../../paths.ts'
import { addToDraft } from '../../../ui/form/form.tsx'
import { visitorToast } from '../../../ui/toast.ts'
import { BETWEEN_MAILS_MS, mailboxWaitOf } from '../../components/sending/mail-wait.ts'
import type { GoOn } from '../go-on.ts'

/** In session storage, because people leave to read their mail. */
export type Mailed = { email: string; resend_at: Instant }

const KEY = 'login_mailed'

export const readMailed = () => readStored(KEY) as Mailed | null
export const storeMailed = (mailed: Mailed | null) => storeForSession(KEY, JSON.stringify(mailed))

/** The previous code is void. */
export const forgetCode = (): void => addToDraft(LOGIN_DRAFT, { code: '' })

/** A repeat may be refused because the lost attempt, or an earlier page, has mailed the code. */
export async function mailLoginCode(email: string, onRetry: () => void): Promise<Mailed> {
  try {
    await callWithRetry(requestLoginCode, { body: { email } }, { onRetry, tellsLimit: true })
    forgetCode()
    return { email, resend_at: now() + BETWEEN_MAILS_MS }
  } catch (failure) {
    const resend_at = mailboxWaitOf(failure)
    if (resend_at === null) throw failure
    visitorToast.success('이미 보낸 인증번호가 있으면 메일함에서 확인해주세요.')
    return { email, resend_at }
  }
}

export const mailFailure = (failure: unknown): string =>
  failure instanceof ApiError ? failure.text : '서버에 연결할 수 없습니다. 네트워크를 확인해주세요.'

/** Does nothing if the visitor has left. */
export function tellFailure(failure: unknown): void {
  if (pathOf(location.pathname) === PATHS.login) visitorToast.error(mailFailure(failure))
}

export function enter(member: Member, goOn: GoOn): void {
  for (const key of [KEY, 'login_way']) sessionStorage.removeItem(key)
  goOn(member, { from_login: true })
}
