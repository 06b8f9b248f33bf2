import { completeRegistration } from '../../../contract/sign-up.ts'
import { ApiError } from '../../api/client.ts'
import { callWithRetry } from '../../api/writes/retrying-call.ts'
import { Button, Field } from '../../ui/controls.tsx'
import { FormError, useForm } from '../../ui/form/form.tsx'
import { PhoneField } from '../../ui/form/phone-field.tsx'
import { ResendNote } from '../components/resend-note.tsx'
import { visitorToast } from '../../ui/toast.ts'
import { INVALID_CODE_TEXT, RENEW_TEXT } from './invalid-code.ts'
import { PROFILE_DRAFT, readProgress, type Progress } from './register-progress.ts'

type Props = {
  progress: Progress
  change: (part: Partial<Progress>) => void
  onDone: (member: Record<'phone' | 'name', string>) => void
}

export function ProfileStep({ progress, change, onDone }: Props) {
  const form = useForm({
    schema: completeRegistration.body!,
    draft: PROFILE_DRAFT,
    complete: (typed) => ({ ...typed, email: progress.email, verificationCode: progress.code }),
    submit: async (body, onRetry) => {
      const lost = () => {
        onRetry()
        change({ is_sent: true })
      }
      await callWithRetry(completeRegistration, { body }, { onRetry: lost, tellsLimit: true }).catch(
        registeredBefore,
      )
      onDone(body)
    },
    failed: (failure) => {
      if (!(failure instanceof ApiError)) return '회원가입에 실패했습니다. 네트워크를 확인해주세요.'
      if (failure.code === 'phone_exists') return { phone: failure.text }
      if (failure.code === 'email_exists') return '이미 가입된 이메일입니다.'
      if (failure.status === 429) return `회원가입에 실패했습니다. ${failure.text}`
      if (failure.code !== 'invalid_code') return '회원가입에 실패했습니다.'
      // The code has expired: back to step 2, keeping the typed texts.
      visitorToast.error(`${INVALID_CODE_TEXT} ${RENEW_TEXT}`)
      change({ code: '' })
      return undefined
    },
  })
  return (
    <form {...form.props} className="stack">
      <Field label="이름" autoComplete="name" {...form.field('name')} />
      <PhoneField
        label="전화번호"
        hint="010으로 시작하는 한국 휴대전화 번호만 가능합니다. 없으시면 인증번호 메일에 회신해주세요."
        {...form.field('phone')}
      />
      <Field label="회사명" autoComplete="organization" {...form.field('company_name')} />
      <Field label="직책" autoComplete="organization-title" {...form.field('position')} />
      <ResendNote shown={form.isRetrying} />
      <FormError text={form.error} />
      <Button type="submit" kind="primary" wide pending={form.pending}>
        가입하기
      </Button>
    </form>
  )
}

/** An attempt whose answer was lost has already registered this address. */
function registeredBefore(failure: unknown) {
  const isKnown = failure instanceof ApiError && failure.code === 'email_exists'
  if (!isKnown || !readProgress().is_sent) throw failure
}
