import { useEffect, useState } from 'react'
import { DiscardQuestion } from '../../components/discard-question.tsx'
import { SAVED } from '../../components/say-saved.ts'
import type { LeaveGuard } from '../use-leave-guard.ts'
import { holdBack } from './back-hold.ts'
import { watchTypedForms } from './typed-forms.ts'

/** A form does not survive a change of screen or tab. */
const placeOf = ({ pathname, searchParams }: URL) => `${pathname} ${searchParams.get('tab') ?? ''}`

/**
 * Asks before typed input is lost by a link, a tab, the back button or closing. The end of a session is handled by
 * SessionHold.
 */
export function UnsavedHold({ guardWith }: { guardWith: (next: LeaveGuard) => void }) {
  const [leave, setLeave] = useState<{ go: () => void } | null>(null)
  useEffect(() => {
    const forms = watchTypedForms()
    const ask = (go: () => void) => setLeave({ go })
    const back = holdBack(forms.isAnyTyped, ask)
    const closing = (event: Event) => {
      if (forms.isAnyTyped()) event.preventDefault()
    }
    const changed = () => {
      if (forms.isAnyTyped()) addEventListener('beforeunload', closing)
      else removeEventListener('beforeunload', closing)
      back.settle()
    }
    guardWith((to, go) => {
      const isLeft = placeOf(new URL(to, location.href)) !== placeOf(new URL(location.href))
      if (!isLeft) return false
      if (forms.isAnyTyped()) ask(() => back.release(go))
      else back.release(go)
      return true
    })
    document.addEventListener('input', changed)
    document.addEventListener(SAVED, changed)
    return () => {
      guardWith(() => false)
      document.removeEventListener('input', changed)
      document.removeEventListener(SAVED, changed)
      removeEventListener('beforeunload', closing)
      back.stop()
      forms.stop()
    }
  }, [guardWith])
  if (!leave) return null
  const discard = () => {
    setLeave(null)
    leave.go()
  }
  return <DiscardQuestion onDiscard={discard} onKeep={() => setLeave(null)} />
}
