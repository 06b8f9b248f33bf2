import { useId, type ReactNode } from 'react'
import { removeSecondFactor } from '../../../../contract/admin/second-factor.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { failureText } from '../../components/with-toast.ts'

type Props = {
  title: string
  action: string
  kind?: 'primary' | 'danger'
  /** If it throws, the dialog stays open and shows why. */
  onConfirm: (password: string) => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** Protects against strangers at an open screen. */
export function PasswordDialog({ title, action, kind = 'primary', onConfirm, onClose, children }: Props) {
  const id = useId()
  const form = useForm({
    // Every call that asks for the password takes only that.
    schema: removeSecondFactor.body!,
    submit: ({ password }) => onConfirm(password),
    failed: (failure) => failureText(failure, '처리하지 못했습니다.'),
  })
  const close = () => !form.pending && onClose()
  return (
    <Dialog
      title={title}
      kind="alert"
      onClose={close}
      actions={
        <>
          <Button onClick={close}>닫기</Button>
          <Button type="submit" form={id} kind={kind} pending={form.pending}>
            {action}
          </Button>
        </>
      }
    >
      <form {...form.props} id={id} className="stack" data-gap="12">
        {children}
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
