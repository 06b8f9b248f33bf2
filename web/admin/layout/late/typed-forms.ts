import { readForm } from '../../../ui/form/form-values.ts'
import { SAVED } from '../../components/say-saved.ts'

const valuesOf = (form: HTMLFormElement) => JSON.stringify(readForm(form))

/**
 * Watches the forms of the screen, not those of dialogs, which ask for themselves. A form with `data-unsaved` says itself
 * whether something of it would be lost, because it holds more than its fields do.
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
  // Not every browser gives what is pressed the focus.
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
