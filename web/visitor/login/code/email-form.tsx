import { requestLoginCode } from '../../../../contract/login-code.ts'
import { Button, Field } from '../../../ui/controls.tsx'
import { FormError, useForm } from '../../../ui/form/form.tsx'
import { ResendNote } from '../../components/resend-note.tsx'
import { mailFailure, mailLoginCode, type Mailed } from './mailed.ts'

type Props = { onMailed: (mailed: Mailed) => void; leave: () => void }

export function EmailForm({ onMailed, leave }: Props) {
  const form = useForm({
    schema: requestLoginCode.body!,
    draft: 'login_email',
    submit: async ({ email }, onRetry) => onMailed(await mailLoginCode(email, onRetry)),
    failed: mailFailure,
  })
  return (
    <form {...form.props} className="code-login stack">
      <h2>이메일로 로그인</h2>
      <Field
        label="이메일"
        type="email"
        autoComplete="email"
        spellCheck={false}
        hint="가입하실 때 입력한 이메일로 인증번호 6자리를 보내드립니다."
        {...form.field('email')}
      />
      <ResendNote shown={form.isRetrying} />
      <FormError text={form.error} />
      <Button type="submit" kind="primary" wide pending={form.pending}>
        인증번호 받기
      </Button>
      <Button wide onClick={leave}>
        전화번호와 이름 다시 입력
      </Button>
    </form>
  )
}
