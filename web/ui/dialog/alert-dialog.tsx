import { Button } from '../controls.tsx'
import { Dialog } from './dialog.tsx'

export default function AlertDialog({ text, onClose }: { text: string; onClose: () => void }) {
  return (
    <Dialog
      kind="alert"
      title="예약 안내"
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
