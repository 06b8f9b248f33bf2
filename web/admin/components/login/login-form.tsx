import { useEffect, useRef } from 'react'
import { adminLogin } from '../../../../contract/admin/login.ts'
import { call } from '../../../api/client.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { EndedNote } from '../../../ui/form/ended-note.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { adminToast, dismissFailures } from '../../../ui/toast.ts'
import { loginFailureText } from './login-failure.ts'

const SIGNED_IN = 'Login successful'

type Props = {
  /** A session has ended by itself. */
  hasEnded: boolean
  onSignedIn: (admin: { id: number }) => void
}

/** Name and password of an administrator. */
export function LoginForm({ hasEnded, onSignedIn }: Props) {
  const form = useForm({
    schema: adminLogin.body!,
    submit: async (body) => {
      const { message, admin } = await call(adminLogin, { body })
      if (message !== SIGNED_IN) throw new Error(message)
      dismissFailures()
      onSignedIn(admin)
    },
    failed: (failure) => {
      const text = loginFailureText(failure)
      adminToast.error(text)
      return text
    },
  })
  const password = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The fields lost the focus while they were disabled; typing now replaces what was refused.
    if (form.error === null || form.pending) return
    password.current?.focus()
    password.current?.select()
  }, [form.error, form.pending])
  const field = (name: 'name' | 'password') => ({
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
      <FormError text={form.error} />
      <Button type="submit" kind="primary" wide pending={form.pending} pendingLabel="로그인 중...">
        로그인
      </Button>
    </form>
  )
}
