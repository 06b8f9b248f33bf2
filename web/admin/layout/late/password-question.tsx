import { useId } from 'react'
import { confirm } from '../../../../contract/admin/accounts.ts'
import { ApiError, call } from '../../../api/client.ts'
import { Button, Field } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormError, useForm } from '../../../ui/form/form.tsx'
import { usePasswordQuestion, failureText } from '../../components/with-toast.ts'

export function PasswordQuestion() {
  const answer = usePasswordQuestion()
  return answer && <QuestionDialog onAnswer={answer} />
}

/** Protects against strangers at an open screen. */
function QuestionDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const id = useId()
  const form = useForm({
    schema: confirm.body!,
    submit: async (body) => {
      // The 401 of a wrong password does not end the session.
      await call({ ...confirm, audience: 'public' }, { body })
      onAnswer(true)
    },
    failed: (failure) => {
      const text = failureText(failure, '비밀번호를 확인하지 못했습니다.')
      return failure instanceof ApiError && failure.code === 'wrong_password' ? { password: text } : text
    },
  })
  const close = () => !form.pending && onAnswer(false)
  return (
    <Dialog
      title="비밀번호 확인"
      kind="alert"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>닫기</Button>
          <Button type="submit" form={id} kind="primary" pending={form.pending}>
            확인
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className="stack" data-gap="12">
        <p>보안에 중요한 작업입니다. 계속하려면 내 비밀번호를 다시 입력해주세요.</p>
        <Field
          label="내 비밀번호"
          type="password"
          required
          data-autofocus
          autoComplete="current-password"
          maxLength={500}
          {...form.field('password')}
        />
        <FormError text={form.error} />
      </form>
    </Dialog>
  )
}
