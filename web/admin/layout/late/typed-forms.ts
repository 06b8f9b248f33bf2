import { readForm } from '../../../ui/form/form-values.ts'
import { SAVED } from '../../components/say-saved.ts'

const valuesOf = (form: HTMLFormElement) => JSON.stringify(readForm(form))

/**
 * Forms outside dialogs, which ask for themselves. `data-unsaved` answers for a form that holds more than its
 * fields.
 */
export function watchTypedForms(): { isAnyTyped: () => boolean; stop: () => void } {
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
  // Not every browser focuses what is pressed.
  const listeners = { focusin: begun, pointerdown: begun, input: put, reset: put, submit, [SAVED]: saved }
  for (const [type, listener] of Object.entries(listeners)) document.addEventListener(type, listener, true)
  return {
    isAnyTyped: () => {
      for (const form of touched) if (!form.isConnected) touched.delete(form)
      return [...touched].some(isTyped)
    },
    stop: () => {
      for (const [type, listener] of Object.entries(listeners))
        document.removeEventListener(type, listener, true)
    },
  }
}
