import { EditConflictNotice } from './edit-conflict.tsx'
import { useId, type ReactNode } from 'react'
import { Button } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormError, type useForm } from '../../ui/form/form.tsx'
import { useDiscard } from './use-discard.tsx'

export type FormDialogProps = {
  title: string
  form: Pick<ReturnType<typeof useForm>, 'props' | 'error' | 'pending'>
  /** Undefined if there is nothing to do. */
  action: string | undefined
  kind?: 'primary' | 'danger'
  wide?: boolean
  /** Names the form. */
  label?: string
  pendingLabel?: string
  disabled?: boolean
  focusesAction?: boolean
  onClose: () => void
  children: ReactNode
}

export function FormDialog(props: FormDialogProps) {
  const {
    title,
    form,
    action,
    kind = 'primary',
    wide = false,
    disabled = false,
    focusesAction = false,
    onClose,
    children,
  } = props
  const id = useId()
  const discard = useDiscard(form.props.ref, onClose)
  // A running request can't be stopped, so the dialog stays open.
  const close = () => !form.pending && discard.close()
  return (
    <>
      <Dialog
        title={title}
        wide={wide}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>닫기</Button>
            {action && (
              <Button
                type="submit"
                form={id}
                kind={kind}
                pending={form.pending}
                pendingLabel={props.pendingLabel}
                disabled={disabled}
                data-autofocus={focusesAction || undefined}
              >
                {action}
              </Button>
            )}
          </>
        }
      >
        <form {...form.props} id={id} className="stack" aria-label={props.label}>
          {children}
          <FormError text={form.error} />
        </form>
      </Dialog>
      {discard.question}
    </>
  )
}

type EditProps = Pick<FormDialogProps, 'title' | 'form' | 'onClose' | 'children'> & {
  conflict: string | null
  onStartOver?: (() => void) | undefined
}

export const EditDialog = ({ conflict, onStartOver, children, ...dialog }: EditProps) => (
  <FormDialog
    {...dialog}
    action={conflict ? '내 내용으로 저장' : '저장'}
    kind={conflict ? 'danger' : 'primary'}
  >
    <EditConflictNotice text={conflict} onStartOver={onStartOver} />
    {children}
  </FormDialog>
)
