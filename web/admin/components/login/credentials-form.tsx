import { useEffect, useRef, useState } from 'react'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { adminLogin } from '../../../../contract/admin/login.ts'
import { hasFewRecoveryCodes } from '../../../../domain/second-factor.ts'
import { ApiError, call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { EndedNote } from '../../../ui/form/ended-note.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { adminToast, dismissFailures } from '../../../ui/toast.ts'
import { CodeField } from './code-field.tsx'
import { loginFailureText } from './login-failure.ts'

const SIGNED_IN = 'Login successful'
const NOBODY = { id: 0 }

type Answer = ResponseOf<typeof adminLogin>
type SignedIn = Omit<Answer, 'admin'> & Partial<Pick<Answer, 'admin'>>

type Props = {
  hasEnded: boolean
  onSignedIn: (admin: { id: number }) => void
  onMustSetUp: () => void
}

const codeOf = (failure: unknown) => (failure instanceof ApiError ? failure.code : undefined)

export function CredentialsForm({ hasEnded, onSignedIn, onMustSetUp }: Props) {
  const [asksCode, setAsksCode] = useState(false)
  const form = useForm({
    schema: adminLogin.body!,
    submit: async (body) => {
      // A server may answer without `admin`; id 0 then matches nobody's drafts.
      const answer: SignedIn = await call(adminLogin, { body })
      const { message, admin = NOBODY, recovery_codes_left, must_set_up_second_factor } = answer
      if (message !== SIGNED_IN) throw new Error(message)
      dismissFailures()
      if (recovery_codes_left !== undefined) sayLeft(recovery_codes_left)
      if (must_set_up_second_factor) onMustSetUp()
      else onSignedIn(admin)
    },
    failed: (failure) => {
      const code = codeOf(failure)
      if (code === 'second_factor_required') {
        dismissFailures()
        setAsksCode(true)
        return undefined
      }
      const text = loginFailureText(failure)
      if (code === 'second_factor_failed') return { code: text }
      // The next account may need no code.
      if (code === 'login_failed') setAsksCode(false)
      adminToast.error(text)
      return text
    },
  })
  const password = useRef<HTMLInputElement>(null)
  const code = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // Disabled fields lost the focus; typing now replaces the refused text.
    if (form.pending) return
    const next = asksCode ? code.current : form.error === null ? null : password.current
    next?.focus()
    next?.select()
  }, [form.error, form.pending, asksCode])
  const field = (name: 'name' | 'password' | 'code') => ({
    ...form.field(name),
    disabled: form.pending,
    required: true,
  })
  return (
    <form {...form.props} className="stack">
      {hasEnded && <EndedNote />}
      <Field
        label="아이디"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...field('name')}
      />
      <Field
        label="비밀번호"
        type="password"
        autoComplete="current-password"
        ref={password}
        {...field('password')}
      />
      {asksCode && <CodeField input={code} {...field('code')} />}
      <FormError text={form.error} />
      <Button type="submit" kind="primary" wide pending={form.pending} pendingLabel="로그인 중...">
        로그인
      </Button>
    </form>
  )
}

function sayLeft(left: number) {
  const text = `복구 코드로 로그인했습니다. 남은 복구 코드는 ${left}개입니다.`
  // A call to action stays as long as an error.
  if (hasFewRecoveryCodes(left)) adminToast.error(`${text} 설정의 관리자 화면에서 새로 만들어주세요.`)
  else adminToast.success(text)
}
