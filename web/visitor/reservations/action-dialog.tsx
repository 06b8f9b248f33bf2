import { useId, type ReactNode } from 'react'
import { Button } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useDialogFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { FormError, type useForm } from '../../ui/form/form.tsx'
import { ResendNote, RETRYING } from '../components/resend-note.tsx'

type Props = {
  title: string
  kind?: 'sheet' | 'alert'
  form: ReturnType<typeof useForm>
  submit: { label: string; kind: 'primary' | 'danger'; disabled?: boolean }
  /** False hides the button: the reservation has changed. */
  maySubmit: boolean
  onClose: () => void
  children: ReactNode
}

export function ActionDialog(props: Props) {
  const { title, kind = 'sheet', form, submit, maySubmit, onClose, children } = props
  const id = useId()
  const close = useDialogFallback()
  return (
    <Dialog
      {...{ title, kind, onClose }}
      actions={
        <>
          <Button ref={close} onClick={onClose} data-autofocus={kind === 'alert' || undefined}>
            닫기
          </Button>
          {maySubmit && (
            <Button
              type="submit"
              form={id}
              kind={submit.kind}
              disabled={submit.disabled}
              pending={form.pending}
              pendingLabel={form.isRetrying ? RETRYING : undefined}
            >
              {submit.label}
            </Button>
          )}
        </>
      }
    >
      <form {...form.props} id={id} className="stack" data-gap={kind === 'alert' ? '12' : undefined}>
        {children}
        <ResendNote shown={form.isRetrying} />
        <FormError text={form.error} />
      </form>
    </Dialog>
  )
}
