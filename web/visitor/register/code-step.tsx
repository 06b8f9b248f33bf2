import { useState } from 'react'
import { verifyEmail } from '../../../contract/sign-up.ts'
import { ApiError } from '../../api/client.ts'
import { useNow } from '../../browser/clock.ts'
import { callWithRetry } from '../../api/writes/retrying-call.ts'
import { Button } from '../../ui/button.tsx'
import { Field, FormError } from '../../ui/field.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { ResendNote } from '../components/sending/resend-note.tsx'
import { visitorToast } from '../../ui/toast.ts'
import { CODE_DRAFT, type Progress } from './register-progress.ts'
import { mailCode, mailFailure, remaining, waitOf } from './request-code.ts'

type Props = { progress: Progress; change: (part: Partial<Progress>) => void }

/** Step 2: the code from the mail. */
export function CodeStep({ progress, change }: Props) {
  const [isRetrying, setRetrying] = useState(false)
  const form = useForm({
    schema: verifyEmail.body!,
    initial: { token: progress.code },
    draft: CODE_DRAFT,
    complete: (typed) => ({ ...typed, email: progress.email }),
    submit: async (body) => {
      setRetrying(false)
      await callWithRetry(verifyEmail, { body }, { onRetry: () => setRetrying(true), tellsLimit: true })
      change({ step: 3, code: body.token })
    },
    failed: (failure) =>
      failure instanceof ApiError && failure.status < 500 && failure.status !== 429
        ? { token: '인증번호가 올바르지 않습니다.' }
        : textOf(failure),
  })
  return (
    <form {...form.props} className="stack">
      <p>
        <strong>{progress.email}</strong>
        <br />
        <span className="muted">위 주소로 인증번호를 보냈습니다.</span>
      </p>
      <Field
        label="인증번호"
        className="register__code"
        maxLength={6}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        {...form.field('token')}
      />
      <p className="muted small">
        메일이 도착하기까지 약 2분 정도 걸릴 수 있습니다. 메일이 보이지 않으면 스팸함을 확인해주세요.
      </p>
      <ResendNote shown={form.pending && isRetrying} />
      <FormError text={form.error} />
      <Button type="submit" kind="primary" wide pending={form.pending}>
        확인
      </Button>
      <Resend progress={progress} change={change} />
    </form>
  )
}

function Resend({ progress, change }: Props) {
  const wait = remaining(progress.resend_at, useNow(1_000))
  const [pending, setPending] = useState(false)
  const [isRetrying, setRetrying] = useState(false)
  const resend = async () => {
    setPending(true)
    setRetrying(false)
    try {
      const resend_at = await mailCode(progress.email, () => setRetrying(true))
      change({ resend_at })
      visitorToast.success('인증번호를 다시 보냈습니다. 새 인증번호를 입력해주세요.')
    } catch (failure) {
      const resend_at = waitOf(failure)
      if (resend_at !== null) change({ resend_at })
      visitorToast.error(mailFailure(failure))
    } finally {
      setPending(false)
    }
  }
  return (
    <>
      <ResendNote shown={pending && isRetrying} />
      <Button kind="quiet" wide disabled={wait !== null} pending={pending} onClick={resend}>
        <span className="numerals">
          {wait === null ? '인증번호 다시 받기' : `인증번호 다시 받기 (${wait} 후)`}
        </span>
      </Button>
    </>
  )
}

const textOf = (failure: unknown) =>
  failure instanceof ApiError ? failure.text : '서버에 연결할 수 없습니다. 네트워크를 확인해주세요.'
