import { requestCode } from '../../../contract/sign-up.ts'
import { ApiError } from '../../api/client.ts'
import { now } from '../../browser/clock.ts'
import { callWithRetry } from '../../api/writes/retrying-call.ts'
import { forgetDraft } from '../../ui/form/form.tsx'
import { BETWEEN_MAILS_MS, mailboxWaitOf } from '../components/sending/mail-wait.ts'
import { CODE_DRAFT, UNKNOWN_MAIL, type Mailed } from './register-progress.ts'

export async function mailCode(email: string, onRetry: () => void): Promise<Mailed> {
  let isLost = false
  const lost = () => {
    isLost = true
    onRetry()
  }
  const sent = callWithRetry(requestCode, { body: { email } }, { onRetry: lost, tellsLimit: true })
  const mailed = await sent.then(
    () => ({ ...UNKNOWN_MAIL, mailed_at: now(), resend_at: now() + BETWEEN_MAILS_MS }),
    (failure: unknown) => {
      const resend_at = mailboxWaitOf(failure)
      // The lost attempt has mailed the code.
      if (isLost && resend_at !== null) return { ...UNKNOWN_MAIL, mailed_at: now(), resend_at }
      throw failure
    },
  )
  // The previous code is void.
  forgetDraft(CODE_DRAFT)
  return mailed
}

export const isKnownEmail = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.code === 'email_exists'

export function mailFailure(failure: unknown): string {
  if (isKnownEmail(failure)) return '이미 가입된 이메일입니다.'
  return `인증번호 발송에 실패했습니다.${failure instanceof ApiError ? ` ${failure.text}` : ''}`
}
