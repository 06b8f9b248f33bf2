import { requestCode } from '../../../contract/sign-up.ts'
import { now } from '../../browser/clock.ts'
import { Button, Field } from '../../ui/controls.tsx'
import { FormError, useForm } from '../../ui/form/form.tsx'
import { BETWEEN_MAILS_MS, mailboxWaitOf } from '../components/sending/mail-wait.ts'
import { ResendNote } from '../components/resend-note.tsx'
import { visitorToast } from '../../ui/toast.ts'
import { PATHS } from '../../paths.ts'
import { focusAtOnce } from './focus.ts'
import { UNKNOWN_MAIL, type Mailed, type Progress } from './register-progress.ts'
import { isKnownEmail, mailCode, mailFailure } from './request-code.ts'
import { goOnTo } from './use-sign-up-steps.ts'

type Props = { progress: Progress; change: (part: Partial<Progress>) => void }

export function EmailStep({ progress, change }: Props) {
  const form = useForm({
    schema: requestCode.body!,
    initial: { email: progress.email },
    draft: 'sign_up_email',
    submit: async ({ email }, onRetry) => {
      // Back from step 2 with the same address: the mailed code is still valid.
      const isOnItsWay = email === progress.email && progress.resend_at > now()
      if (!isOnItsWay) change({ email, ...(await mailCode(email, onRetry).catch(mailedBefore)) })
      goOnTo(2)
    },
    failed: (failure) => (isKnownEmail(failure) ? { email: mailFailure(failure) } : mailFailure(failure)),
  })
  return (
    <form {...form.props} className="stack">
      <Field
        label="이메일"
        type="email"
        ref={focusAtOnce}
        autoComplete="email"
        spellCheck={false}
        hint="입력하신 이메일로 인증번호 6자리를 보내드립니다."
        {...form.field('email')}
      />
      <ResendNote shown={form.isRetrying} />
      <FormError text={form.error} />
      <Button type="submit" kind="primary" wide pending={form.pending}>
        인증번호 받기
      </Button>
      <a className="register__privacy tap-line" href={PATHS.privacy}>
        개인정보 안내
      </a>
    </form>
  )
}

/** A code was mailed, but a reloaded page does not know it. After the hour's limit it may have expired. */
function mailedBefore(failure: unknown): Mailed {
  const resend_at = mailboxWaitOf(failure)
  if (resend_at === null) throw failure
  if (resend_at > now() + BETWEEN_MAILS_MS) visitorToast.error(mailFailure(failure))
  else visitorToast.success('이미 보낸 인증번호가 있습니다. 메일함을 확인해주세요.')
  return { ...UNKNOWN_MAIL, resend_at }
}
