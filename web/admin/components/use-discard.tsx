import { useState, type RefObject } from 'react'
import { isEdited } from '../../ui/form/form.tsx'
import { Button } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'

/** `close` asks first if something was typed. Render `question` beside the dialog. */
export function useDiscard(form: RefObject<HTMLFormElement | null>, onClose: () => void) {
  const [isAsking, setAsking] = useState(false)
  const close = () => {
    if (form.current && isEdited(form.current)) setAsking(true)
    else onClose()
  }
  const question = isAsking && <DiscardQuestion onDiscard={onClose} onKeep={() => setAsking(false)} />
  return { close, question }
}

type Props = { onDiscard: () => void; onKeep: () => void }

export const DiscardQuestion = ({ onDiscard, onKeep }: Props) => (
  <Dialog
    kind="alert"
    title="입력한 내용을 버릴까요?"
    onClose={onKeep}
    actions={
      <>
        <Button kind="danger" onClick={onDiscard}>
          버리기
        </Button>
        <Button onClick={onKeep} data-autofocus>
          계속 입력
        </Button>
      </>
    }
  >
    아직 저장하지 않은 내용이 있습니다.
  </Dialog>
)
