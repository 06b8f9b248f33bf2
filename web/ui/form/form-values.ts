import { readStored, storeForSession } from '../../browser/session-storage.ts'

/** Nested by the dots in field names. */
export type Typed = { [name: string]: string | number | boolean | Typed | undefined }

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (field): field is Control =>
      (field instanceof HTMLInputElement ||
        field instanceof HTMLTextAreaElement ||
        field instanceof HTMLSelectElement) &&
      field.name !== '' &&
      !(field instanceof HTMLInputElement && field.type === 'radio' && !field.checked),
  )
}

// An empty number is undefined, so that the schema reports it as missing.
function valueOf(field: Control): string | number | boolean | undefined {
  if (field instanceof HTMLInputElement && field.type === 'checkbox') return field.checked
  if (field instanceof HTMLInputElement && field.type === 'number')
    return Number.isNaN(field.valueAsNumber) ? undefined : field.valueAsNumber
  return field.value
}

export function readForm(form: HTMLFormElement): Typed {
  const values: Typed = {}
  for (const field of controlsOf(form)) {
    const path = field.name.split('.')
    const last = path.pop()!
    let place = values
    for (const step of path) place = (place[step] ??= {}) as Typed
    place[last] = valueOf(field)
  }
  return values
}

export const isEdited = (form: HTMLFormElement): boolean =>
  controlsOf(form).some((field) =>
    field instanceof HTMLSelectElement
      ? [...field.options].some((option) => option.selected !== option.defaultSelected)
      : field.type === 'checkbox'
        ? (field as HTMLInputElement).checked !== (field as HTMLInputElement).defaultChecked
        : field.value !== field.defaultValue,
  )

const keyOf = (draft: string) => `draft:${draft}`

export function readDraft(draft: string): Record<string, string> {
  return (readStored(keyOf(draft)) ?? {}) as Record<string, string>
}

export function saveDraft(draft: string, form: HTMLFormElement): void {
  const texts: Record<string, string> = {}
  for (const field of controlsOf(form))
    if (!['password', 'checkbox', 'radio'].includes(field.type)) texts[field.name] = field.value
  addToDraft(draft, texts)
}

export function addToDraft(draft: string, texts: Record<string, string>): void {
  storeForSession(keyOf(draft), JSON.stringify({ ...readDraft(draft), ...texts }))
}

export function forgetDraft(draft: string): void {
  sessionStorage.removeItem(keyOf(draft))
}
