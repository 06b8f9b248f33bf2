import { useRef, useState, type SyntheticEvent } from 'react'
import { verifyEmail } from '../../../contract/sign-up.ts'
import { CODE_LENGTH_TEXT } from '../../../contract/mailed-code.ts'
import { CODE_LENGTH, CODE_VALID_MINUTES } from '../../../domain/verification-code.ts'
import { ApiError } from '../../api/client.ts'
import { now } from '../../browser/clock.ts'
import { callWithRetry } from '../../api/writes/retrying-call.ts'
import { Button } from '../../ui/controls.tsx'
import { FormError, useForm } from '../../ui/form/form.tsx'
import { CodeField } from '../components/sending/code-field.tsx'
import { ResendCode } from '../components/sending/resend-code.tsx'
import { ResendNote } from '../components/resend-note.tsx'
import { visitorToast } from '../../ui/toast.ts'
import { invalidCodeText } from './invalid-code.ts'
import { CODE_DRAFT, readProgress, type Progress } from './register-progress.ts'
import { waitOf } from '../components/sending/mail-wait.ts'
import { mailCode, mailFailure } from './request-code.ts'
import { goOnTo } from './use-sign-up-steps.ts'

const COMPLETE = new RegExp(`^[A-Z0-9]{${CODE_LENGTH}}$`, 'i')

type Props = { progress: Progress; change: (part: Partial<Progress>) => void }

export default function CodeStep(props: Props) {
  // Remounts the field with each new code.
  const [codes, setCodes] = useState(1)
  return (
    <div className="stack">
      <CodeForm key={codes} {...props} />
      <Resend {...props} onMailed={() => setCodes(codes + 1)} />
    </div>
  )
}

function CodeForm({ progress, change }: Props) {
  const typed = useRef('')
  const form = useForm({
    schema: verifyEmail.body!,
    initial: { token: progress.code },
    draft: CODE_DRAFT,
    complete: (typed) => ({ ...typed, email: progress.email }),
    // An incomplete code would cost a try. Syllables of a Hangul keyboard stand for several keys.
    check: ({ token }): Record<string, string> =>
      token.length < CODE_LENGTH && !/[가-힣]/.test(token) ? { token: CODE_LENGTH_TEXT } : {},
    submit: async (body, onRetry) => {
      await callWithRetry(verifyEmail, { body }, { onRetry, tellsLimit: true })
      change({ code: body.token })
      goOnTo(3)
    },
    failed: (failure) => {
      if (!(failure instanceof ApiError)) return '서버에 연결할 수 없습니다. 네트워크를 확인해주세요.'
      if (failure.status >= 500 || failure.status === 429) return failure.text
      const { mailed_at, ...before } = readProgress()
      const wrong_tries = before.wrong_tries + 1
      change({ wrong_tries })
      return { token: invalidCodeText({ mailed_at, wrong_tries }, now()) }
    },
  })
  const submitComplete = (event: SyntheticEvent) => {
    const { value } = event.target as HTMLInputElement
    // The field cuts further keys, so the value is the same.
    if (value === typed.current) return
    typed.current = value
    form.props.onInput(event)
    // The pattern excludes Hangul that is still being composed.
    if (COMPLETE.test(value)) form.props.ref.current?.requestSubmit()
  }
  return (
    <form {...form.props} onInput={submitComplete} className="stack">
      <p>
        <strong translate="no">{progress.email}</strong>
        <br />
        <span className="muted">위 주소로 인증번호를 보냈습니다.</span>
      </p>
      <CodeField {...form.field('token')} />
      <p className="muted small">{`메일이 도착하기까지 약 2분 정도 걸릴 수 있습니다. 메일이 보이지 않으면 스팸함을 확인해주세요. 인증번호는 ${CODE_VALID_MINUTES}분간 유효합니다.`}</p>
      <ResendNote shown={form.isRetrying} />
      <FormError text={form.error} />
      <Button type="submit" kind="primary" wide pending={form.pending}>
        확인
      </Button>
    </form>
  )
}

function Resend({ progress, change, onMailed }: Props & { onMailed: () => void }) {
  const resend = async (onRetry: () => void) => {
    try {
      change(await mailCode(progress.email, onRetry))
      onMailed()
      visitorToast.success('인증번호를 다시 보냈습니다. 새 인증번호를 입력해주세요.')
    } catch (failure) {
      const resend_at = waitOf(failure)
      if (resend_at !== null) change({ resend_at })
      visitorToast.error(mailFailure(failure))
    }
  }
  return <ResendCode resend_at={progress.resend_at} resend={resend} />
}
