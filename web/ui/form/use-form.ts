import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { forgetDraft, readDraft, readForm, saveDraft, type Typed } from './form-values.ts'

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string }

/** A contract schema, as far as a form needs it. */
type Schema<Value> = {
  safeParse(
    input: unknown,
  ): { success: true; data: Value } | { success: false; error: { issues: readonly Issue[] } }
}

type Errors = Readonly<Record<string, string>>

type Options<Value> = {
  /** The body schema of the call. Its dotted paths are the fields' names. */
  schema: Schema<Value>
  /** The initial values of the fields, by name. */
  initial?: Readonly<Record<string, string | number>>
  /** Keeps what is typed in session storage under this name, until it is sent. */
  draft?: string
  /** Adds what is not typed but chosen elsewhere, before the schema judges. */
  complete?: (typed: Typed) => unknown
  /** Rules beyond the schema, by field name. */
  check?: (value: Value) => Errors
  /** Sends it. A failure with `fields`, texts by field name, marks them; any other goes to `failed`. */
  submit: (value: Value) => Promise<void>
  /** Hears of a failure without `fields`; may return a text to show in the form, or texts by field. */
  failed?: (error: unknown) => string | Errors | void
  /** Hears the words of a failure that comes when the form is no longer on the screen. */
  late?: (text: string) => void
}

/**
 * A form over uncontrolled fields: `<form {...form.props}>` and `<Field {...form.field('visitor.phone')} />`.
 * The contract's schema gives the errors, by field; the first one gets the focus. Nothing typed is ever dropped.
 */
export function useForm<Value>(options: Options<Value>) {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Errors>({})
  const [error, setError] = useState<string | null>(null)
  const [pending, setPending] = useState(false)
  const [initial] = useState(() => ({
    ...options.initial,
    ...(options.draft ? readDraft(options.draft) : {}),
  }))
  const busy = useRef(false)
  const focusWanted = useRef(false)

  useEffect(() => {
    // After the errors are on screen, so that focusing also reads them out.
    if (!focusWanted.current || Object.keys(errors).length === 0) return
    focusWanted.current = false
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [errors])

  const refuse = (found: Errors) => {
    const names = new Set([...(form.current?.elements ?? [])].map((field) => field.getAttribute('name')))
    const loose = Object.entries(found).find(([name]) => !names.has(name))
    focusWanted.current = true
    setErrors(found)
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
    setPending((busy.current = true))
    try {
      await options.submit(parsed.data)
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
    /** Spread on the form element. */
    props: { ref: form, noValidate: true, onSubmit: submit, onInput: input },
    /** Spread on the field of that name. */
    field: (name: string) => ({ name, defaultValue: initial[name], error: errors[name] }),
    /** A text that belongs to no field. */
    error,
    pending,
  }
}

function fieldsOf(failure: unknown): Errors | undefined {
  const { fields } = (failure ?? {}) as { fields?: Errors }
  return fields && Object.keys(fields).length > 0 ? fields : undefined
}

function byField(issues: readonly Issue[]): Errors {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) errors[path.join('.')] ??= message
  return errors
}
