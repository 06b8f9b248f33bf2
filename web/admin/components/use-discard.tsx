import { useState, type RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { isEdited } from '../../ui/form/form-values.ts'

/**
 * Closing a dialog that holds a form: `close` asks first when something was typed. Render `question` beside the dialog.
 */
export function useDiscard(form: RefObject<HTMLFormElement | null>, onClose: () => void) {
  const [isAsking, setAsking] = useState(false)
  const keep = () => setAsking(false)
  const close = () => {
    if (form.current && isEdited(form.current)) setAsking(true)
    else onClose()
  }
  const question = isAsking && (
    <Dialog
      kind="alert"
      title="입력한 내용을 버릴까요?"
      onClose={keep}
      actions={
        <>
          <Button kind="danger" onClick={onClose}>
            버리기
          </Button>
          <Button onClick={keep} data-autofocus>
            계속 입력
          </Button>
        </>
      }
    >
      아직 저장하지 않은 내용이 있습니다.
    </Dialog>
  )
  return { close, question }
}
