import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { adminLogin } from '../../../contract/admin/login.ts'
import { call } from '../../api/client.ts'
import { hasEnded, wantedBy } from '../../api/arrival.ts'
import { noteAdmin } from '../components/note-admin.ts'
import { PATHS } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { EndedNote } from '../../ui/form/ended-note.tsx'
import { Field } from '../../ui/field.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { Logo } from '../components/logo.tsx'
import { Page } from '../../ui/page.tsx'
import { adminToast, dismissFailures } from '../../ui/toast.ts'
import { loginFailureText } from './login-failure.ts'
import './login.css'

const SIGNED_IN = 'Login successful'

export default function AdminLoginScreen() {
  return (
    <Page title="로그인 · 관리자 센터" width="full">
      <div className="admin-login">
        <div className="admin-login__box">
          <Logo />
          <h1 className="admin-login__title">관리자 센터</h1>
          <LoginForm />
        </div>
      </div>
    </Page>
  )
}

function LoginForm() {
  const [, navigate] = useLocation()
  const form = useForm({
    schema: adminLogin.body!,
    submit: async (body) => {
      const { message, admin } = await call(adminLogin, { body })
      if (message !== SIGNED_IN) throw new Error(message)
      dismissFailures()
      noteAdmin(admin.id)
      const { address, state } = wantedBy(admin.id) ?? { address: PATHS.adminDashboard, state: null }
      navigate(address, { replace: true, state })
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
      {hasEnded() && <EndedNote />}
      <Field
        label="아이디"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
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
