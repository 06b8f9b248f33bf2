import { useId } from 'react'
import { confirm, getMyAdmin } from '../../../../contract/admin/accounts.ts'
import { SIGN_ON_PATH } from '../../../../contract/admin/sign-on.ts'
import { ApiError, call } from '../../../api/client.ts'
import { useRead } from '../../../api/reads/use-read.ts'
import { Button, ButtonLink, Field } from '../../../ui/controls.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormError, useForm } from '../../../ui/form/form.tsx'
import { usePasswordQuestion, failureText } from '../../components/with-toast.ts'

export function PasswordQuestion() {
  const answer = usePasswordQuestion()
  const { data: me } = useRead(getMyAdmin, {}, { enabled: answer !== null })
  if (me?.has_password === false) return answer && <SignOnDialog onClose={() => answer(false)} />
  return answer && <QuestionDialog onAnswer={answer} />
}

const SignOnDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    title="본인 확인"
    kind="alert"
    onClose={onClose}
    actions={
      <>
        <Button onClick={onClose}>닫기</Button>
        <ButtonLink
          kind="primary"
          href={`${SIGN_ON_PATH}?${new URLSearchParams({ confirm: '1', next: location.pathname + location.search }).toString()}`}
        >
          통합 로그인
        </ButtonLink>
      </>
    }
  >
    <p>
      보안에 중요한 작업입니다. 통합 로그인에서 다시 로그인하면 이 화면으로 돌아옵니다. 저장하지 않은 내용은
      사라지니, 돌아온 뒤 다시 진행해주세요.
    </p>
  </Dialog>
)

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
