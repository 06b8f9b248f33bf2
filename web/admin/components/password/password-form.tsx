import { useState } from 'react'
import { changePassword } from '../../../../contract/admin/accounts.ts'
import { listAdminSessions } from '../../../../contract/admin/sessions.ts'
import { sayFailure } from '../with-toast.ts'
import { call } from '../../../api/client.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { Button, Field } from '../../../ui/controls.tsx'
import { FormError, useForm } from '../../../ui/form/form.tsx'
import { adminToast } from '../../../ui/toast.ts'
import { NewPasswordField, useShownPasswords } from './password-field.tsx'

const FAILED = '비밀번호 변경에 실패했습니다.'

/** `onChanged`: for a first password, which opens everything else. */
export default function PasswordForm({ onChanged }: { onChanged?: () => void }) {
  const [changed, setChanged] = useState(0)
  const { isShown, toggle } = useShownPasswords()
  const form = useForm({
    schema: changePassword.body!,
    submit: async (body) => {
      const { message } = await call(changePassword, { body })
      adminToast.success(message)
      form.props.ref.current?.reset()
      setChanged(changed + 1)
      await refresh(listAdminSessions)
      onChanged?.()
    },
    failed: (failure) => sayFailure(failure, FAILED),
  })
  return (
    <form {...form.props} className="card stack" aria-labelledby="own-password">
      <h2 id="own-password">내 비밀번호 변경</h2>
      <Field
        label="현재 비밀번호"
        type={isShown ? 'text' : 'password'}
        required
        autoComplete="current-password"
        maxLength={500}
        {...form.field('current_password')}
      />
      <NewPasswordField key={changed} label="새 비밀번호" isShown={isShown} {...form.field('new_password')} />
      {toggle}
      <p className="muted small">변경하면 다른 기기에서의 로그인은 모두 해제됩니다.</p>
      <FormError text={form.error} />
      <div>
        <Button type="submit" kind="primary" pending={form.pending}>
          비밀번호 변경
        </Button>
      </div>
    </form>
  )
}
