import { useEffect, useRef, useState, type SyntheticEvent, type ReactNode } from 'react'
import { readStored, storeForSession } from '../../browser/session-storage.ts'
import { FieldFrame, type ControlProps } from '../controls.tsx'

/** Nested by the dots in field names. */
export type Typed = { [name: string]: string | number | boolean | Typed | undefined }

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

type Schema<Value> = {
  safeParse(
    input: unknown,
  ): { success: true; data: Value } | { success: false; error: { issues: readonly Issue[] } }
}

export const NO_FIELDS: Schema<object> = { safeParse: () => ({ success: true, data: {} }) }

type Errors = Readonly<Record<string, string>>

type Options<Value> = {
  /** Its dotted paths are field names. */
  schema: Schema<Value>
  /** By field name. */
  initial?: object | undefined
  /** Session storage key of what was typed, until it is sent. */
  draft?: string
  /** Adds values chosen outside the form. */
  complete?: (typed: Typed) => unknown
  check?: (value: Value) => Errors
  /**
   * A failure with `fields` marks those fields; others go to `failed`. `onRetry` is false after the form was
   * unmounted.
   */
  submit: (value: Value, onRetry: () => boolean) => Promise<void>
  /** May return a text for the form, or texts by field. */
  failed?: (error: unknown) => string | Errors | void
  /** Gets the text of a failure after the form was unmounted. */
  late?: (text: string) => void
}

/**
 * `<form {...form.props}>` with uncontrolled `<Field {...form.field('visitor.phone')} />`. Focuses the first
 * error; never drops typed text.
 */
export function useForm<Value>(options: Options<Value>) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, ReactNode>>>({})
  const [refused, setRefused] = useState<Errors>({})
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const [isRetrying, setRetrying] = useState(false)
  const [initial] = useState<Record<string, unknown>>(() => ({
    ...options.initial,
    ...(options.draft ? readDraft(options.draft) : {}),
  }))
  const busy = useRef(false)

  useEffect(() => {
    // After the errors are rendered, so that they are read out. A focus that stays reads nothing.
    const first = form.current?.querySelector<Control>('[aria-invalid=true]')
    if (first !== document.activeElement) first?.focus()
    else if (first) setErrors({ ...refused, [first.name]: <span role="alert">{refused[first.name]}</span> })
  }, [refused])

  const refuse = (found: Errors) => {
    const loose = Object.entries(found).find(([name]) => !form.current?.elements.namedItem(name))
    setErrors(found)
    setRefused(found)
    setError(loose?.[1] ?? null)
  }

  const fail = (failure: unknown) => {
    const said = fieldsOf(failure) ?? options.failed?.(failure)
    if (!form.current) {
      const text = typeof said === 'object' ? Object.values(said)[0] : said
      if (text) options.late?.(text)
    } else if (typeof said === 'object') refuse(said)
    else setError(said ?? null)
  }

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy.current || !form.current) return
    const typed = readForm(form.current)
    const parsed = options.schema.safeParse(options.complete ? options.complete(typed) : typed)
    if (!parsed.success) return refuse(byField(parsed.error.issues))
    const broken = options.check?.(parsed.data) ?? {}
    if (Object.keys(broken).length > 0) return refuse(broken)
    setErrors({})
    setError(null)
    setRetrying(false)
    setPending((busy.current = true))
    try {
      await options.submit(parsed.data, () => {
        setRetrying(true)
        return form.current !== null
      })
      if (options.draft) forgetDraft(options.draft)
    } catch (failure) {
      fail(failure)
    } finally {
      setPending((busy.current = false))
    }
  }

  const input = (event: SyntheticEvent) => {
    const name = (event.target as Element).getAttribute('name')
    if (name && errors[name]) setErrors(({ [name]: _, ...others }) => others)
    if (options.draft && form.current) saveDraft(options.draft, form.current)
  }

  return {
    props: { ref: form, noValidate: true, onSubmit: submit, onInput: input },
    field: (name: string) => ({
      name,
      defaultValue: (initial[name] ?? undefined) as string | number | undefined,
      error: errors[name],
    }),
    error,
    pending,
    isRetrying: pending && isRetrying,
  }
}

function fieldsOf(failure: unknown): Errors | undefined {
  const fields = (failure as { fields?: Errors } | undefined)?.fields
  return fields && Object.keys(fields).length > 0 ? fields : undefined
}

function byField(issues: readonly Issue[]): Errors {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[path.join('.')] ??= message
  return errors
}

/** Also a select or a text area, which have no `checked` and `valueAsNumber`. Nothing else in a form has a name. */
type Control = HTMLInputElement

const controlsOf = (form: HTMLFormElement) =>
  ([...form.elements] as Control[]).filter(({ name, type, checked }) => name && (type !== 'radio' || checked))

// An empty number is NaN, which the schema refuses even where the field is optional. A half-typed date or time
// must not count as empty, so the schema gets a text that it refuses.
function valueOf({ type, checked, valueAsNumber, validity, value }: Control) {
  if (type === 'checkbox') return checked
  if (type === 'number') return valueAsNumber
  return validity.badInput ? '-' : value
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
        ? field.checked !== field.defaultChecked
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

export function FormError({ text, children }: { text: string | null; children?: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It may be out of sight on a small screen.
    if (text !== null) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <div role="alert" className="live form-error-place" ref={ref}>
      {text !== null && (
        <div className="form-error">
          <p>{text}</p>
          {children}
        </div>
      )}
    </div>
  )
}

export const TextField = (field: ControlProps<'textarea'>) => (
  <FieldFrame<'textarea'> {...field}>
    {(control) => <textarea {...control} className="field__control" data-tall />}
  </FieldFrame>
)
