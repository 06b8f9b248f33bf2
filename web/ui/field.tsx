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

type Tag = 'input' | 'select' | 'textarea'
type Attributes<T extends Tag> = Omit<ComponentProps<T>, keyof FieldProps | 'children'>
export type ControlProps<T extends Tag> = FieldProps & Attributes<T>

type FrameProps<T extends Tag> = ControlProps<T> & { children: (control: Attributes<T> & Wired) => ReactNode }

export function FieldFrame<T extends Tag = 'input'>({
  label,
  name,
  error,
  hint,
  optional = false,
  required = !optional,
  children,
  ...control
}: FrameProps<T>) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  const wired: Wired = {
    id,
    name,
    'aria-required': required || undefined,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy || undefined,
  }
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        <span>{label}</span>
        {optional && <span className="field__optional"> (선택)</span>}
      </label>
      {children({ ...(control as unknown as Attributes<T>), ...wired })}
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

export const Field = ({ className = '', ...field }: ControlProps<'input'>) => (
  <FieldFrame {...field}>
    {(control) => <input {...control} className={`field__control ${className}`} />}
  </FieldFrame>
)

type SelectProps = ControlProps<'select'> & { children: ReactNode }

export const SelectField = ({ children, required = false, ...field }: SelectProps) => (
  <FieldFrame<'select'> {...field} required={required}>
    {(control) => (
      <span className="field__select">
        <select {...control} className="field__control">
          {children}
        </select>
        <Icon name="chevron" />
      </span>
    )}
  </FieldFrame>
)
