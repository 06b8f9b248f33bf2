import { useState } from 'react'
import { addAdmin, listAdmins } from '../../../contract/admin/accounts.ts'
import { ROLE_TEXT } from '../../../contract/text/role-text.ts'
import { ROLES } from '../../../domain/role.ts'
import { sayFailure, confirmed } from '../components/with-toast.ts'
import { call } from '../../api/client.ts'
import { refresh } from '../../api/reads/use-read.ts'
import { Button, Field, SelectField } from '../../ui/controls.tsx'
import { FormError, useForm } from '../../ui/form/form.tsx'
import { adminToast } from '../../ui/toast.ts'
import { NewPasswordField, useShownPasswords } from '../components/password/password-field.tsx'

const FAILED = '관리자 추가에 실패했습니다.'

export const RoleOptions = () =>
  [...ROLES].reverse().map((role) => (
    <option key={role} value={role}>
      {ROLE_TEXT[role]}
    </option>
  ))

export function AccountForm() {
  // Remounts the password field after each addition, which resets its hint.
  const [added, setAdded] = useState(0)
  const { isShown, toggle } = useShownPasswords()
  const form = useForm({
    schema: addAdmin.body!,
    submit: async (body) => {
      const { message } = await confirmed(() => call(addAdmin, { body }))
      adminToast.success(message)
      form.props.ref.current?.reset()
      setAdded(added + 1)
      void refresh(listAdmins)
    },
    failed: (failure) => sayFailure(failure, FAILED),
  })
  return (
    <form {...form.props} className="card stack" aria-labelledby="add-admin">
      <h2 id="add-admin">관리자 추가</h2>
      <Field
        label="아이디"
        required
        maxLength={50}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.field('name')}
      />
      <NewPasswordField key={added} label="비밀번호" isShown={isShown} {...form.field('password')} />
      {toggle}
      <p className="muted small">처음 로그인할 때 본인이 새 비밀번호로 바꿔야 합니다.</p>
      <SelectField label="역할" {...form.field('role')}>
        <RoleOptions />
      </SelectField>
      <FormError text={form.error} />
      <div>
        <Button type="submit" kind="primary" pending={form.pending} pendingLabel="추가 중...">
          관리자 추가
        </Button>
      </div>
    </form>
  )
}
