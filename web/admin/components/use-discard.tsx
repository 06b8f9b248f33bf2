import { useState, type RefObject } from 'react'
import { isEdited } from '../../ui/form/form.tsx'
import { DiscardQuestion } from './discard-question.tsx'

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
