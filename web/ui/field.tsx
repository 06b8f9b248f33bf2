import { useId, type ComponentProps, type ReactNode } from 'react'
import './field.css'
import { Icon } from './icon.tsx'

/** `form.field(name)` gives `name`, `defaultValue` and `error`. */
export type FieldProps = {
  label: string
  name: string
  error?: string | undefined
  hint?: ReactNode
  optional?: boolean | undefined
  /** For `aria-required`. */
  required?: boolean | undefined
}

type Wired = {
  id: string
  name: string
  'aria-required': true | undefined
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

export function FieldFrame({
  label,
  name,
  error,
  hint,
  optional = false,
  required = !optional,
  children,
}: FieldProps & { children: (wired: Wired) => ReactNode }) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
        {optional && <span className="field__optional"> (선택)</span>}
      </label>
      {children({
        id,
        name,
        'aria-required': required || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
      })}
      {hint && (
        <p className="field__hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className="field__error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}

export const Field = ({
  label,
  name,
  error,
  hint,
  optional,
  required,
  className = '',
  ...input
}: FieldProps & ComponentProps<'input'>) => (
  <FieldFrame label={label} name={name} error={error} hint={hint} optional={optional} required={required}>
    {(wired) => <input {...input} {...wired} className={`field__control ${className}`} />}
  </FieldFrame>
)

export const SelectField = ({
  label,
  name,
  error,
  hint,
  optional,
  required = false,
  ...select
}: FieldProps & ComponentProps<'select'>) => (
  <FieldFrame label={label} name={name} error={error} hint={hint} optional={optional} required={required}>
    {(wired) => (
      <span className="field__select">
        <select {...select} {...wired} className="field__control" />
        <Icon name="chevron" />
      </span>
    )}
  </FieldFrame>
)
