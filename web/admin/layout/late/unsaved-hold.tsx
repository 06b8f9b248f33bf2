import { useEffect, useState } from 'react'
import { DiscardQuestion } from '../../components/use-discard.tsx'
import { SAVED } from '../../components/say-saved.ts'
import type { LeaveGuard } from '../use-leave-guard.ts'
import { keepDialogHistory } from '../../../ui/dialog/dialog-history.ts'
import { popupOpened } from '../../../ui/dialog/dialog-stack.ts'
import { readForm } from '../../../ui/form/form.tsx'

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
    const stopHistory = keepDialogHistory()
    let release: (() => void) | null = null
    const hold = (isHeld: boolean) => {
      if (isHeld) release ??= popupOpened(back)
      else {
        release?.()
        release = null
      }
    }
    const ask = (go: () => void) =>
      setLeave({
        go: () => {
          hold(false)
          go()
        },
      })
    const goBack = () => history.back()
    // Typed text has a history entry, as a popup has; Back has left it.
    const back = () => {
      if (forms.isAnyTyped()) return ask(() => addEventListener('popstate', goBack, { once: true }))
      hold(false)
      goBack()
    }
    const closing = (event: Event) => {
      if (forms.isAnyTyped()) event.preventDefault()
    }
    const changed = () => {
      if (forms.isAnyTyped()) addEventListener('beforeunload', closing)
      else removeEventListener('beforeunload', closing)
      hold(forms.isAnyTyped())
    }
    guardWith((to, go) => {
      const isLeft = placeOf(new URL(to, location.href)) !== placeOf(new URL(location.href))
      if (!isLeft || !forms.isAnyTyped()) return false
      ask(go)
      return true
    })
    document.addEventListener('input', changed)
    document.addEventListener(SAVED, changed)
    return () => {
      guardWith(() => false)
      document.removeEventListener('input', changed)
      document.removeEventListener(SAVED, changed)
      removeEventListener('beforeunload', closing)
      hold(false)
      stopHistory()
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

const valuesOf = (form: HTMLFormElement) => JSON.stringify(readForm(form))

/**
 * Forms outside dialogs, which ask for themselves. `data-unsaved` answers for a form that holds more than its
 * fields.
 */
function watchTypedForms(): { isAnyTyped: () => boolean; stop: () => void } {
  const stored = new WeakMap<HTMLFormElement, string>()
  const sent = new WeakMap<HTMLFormElement, string>()
  const touched = new Set<HTMLFormElement>()
  const formOf = ({ target }: Event) => {
    const form = target instanceof Element ? target.closest('form') : null
    return form && !form.closest('dialog') ? form : null
  }
  const begun = (event: Event) => {
    const form = formOf(event)
    if (form && !stored.has(form)) stored.set(form, valuesOf(form))
  }
  const put = (event: Event) => {
    const form = formOf(event)
    if (form) touched[event.type === 'reset' ? 'delete' : 'add'](form)
  }
  const submit = (event: Event) => {
    const form = formOf(event)
    if (form) sent.set(form, valuesOf(form))
  }
  const saved = (event: Event) => {
    const form = formOf(event)
    if (form) stored.set(form, sent.get(form) ?? valuesOf(form))
  }
  const isTyped = (form: HTMLFormElement) => {
    const { unsaved } = form.dataset
    return unsaved === undefined ? stored.get(form) !== valuesOf(form) : unsaved === 'true'
  }
  // Not every browser focuses what is pressed. `submit` follows the form's own handler, which may tidy texts.
  const listeners = { focusin: begun, pointerdown: begun, input: put, reset: put, submit, [SAVED]: saved }
  for (const [type, listener] of Object.entries(listeners))
    document.addEventListener(type, listener, type !== 'submit')
  return {
    isAnyTyped: () => {
      for (const form of touched) if (!form.isConnected) touched.delete(form)
      return [...touched].some(isTyped)
    },
    stop: () => {
      for (const [type, listener] of Object.entries(listeners))
        document.removeEventListener(type, listener, type !== 'submit')
    },
  }
}
