import { Button } from '../controls.tsx'
import { Dialog } from './dialog.tsx'

export default function AlertDialog({
  title,
  text,
  onClose,
}: {
  title: string
  text: string
  onClose: () => void
}) {
  return (
    <Dialog
      kind="alert"
      title={title}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose} data-autofocus>
          확인
        </Button>
      }
    >
      {text}
    </Dialog>
  )
}
