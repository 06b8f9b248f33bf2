import { type ComponentProps, type MouseEvent, useId, type ReactNode } from 'react'
import './button.css'
import './field.css'
import { Icon } from './icon.tsx'

type Props = ComponentProps<'button'> & {
  /** `quiet-danger`: rarely wanted endings. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'quiet-danger'
  size?: 'normal' | 'small'
  wide?: boolean
  /** Keeps width and focus, ignores presses. */
  pending?: boolean
  pendingLabel?: string | undefined
}

export function Button({
  kind = 'secondary',
  size = 'normal',
  wide = false,
  pending = false,
  pendingLabel,
  type = 'button',
  onClick,
  children,
  ...rest
}: Props) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Not `disabled`, which would drop the focus.
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className="button"
      data-kind={kind}
      data-size={size}
      data-wide={wide || undefined}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={press}
    >
      <span className="button__label" data-away={pending || undefined}>
        {children}
      </span>
      {(pending || pendingLabel) && (
        <span className="button__label" data-away={!pending || undefined}>
          {pendingLabel ?? <Dots />}
        </span>
      )}
    </button>
  )
}

type LinkProps = ComponentProps<'a'> & Pick<Props, 'kind' | 'size'>

export const ButtonLink = ({ kind = 'secondary', size = 'normal', children, ...rest }: LinkProps) => (
  <a {...rest} className="button" data-kind={kind} data-size={size}>
    <span className="button__label">{children}</span>
  </a>
)

const Dots = () => (
  <>
    <span className="button__dots" aria-hidden="true" />
    <span className="visually-hidden">처리 중</span>
  </>
)

/** `form.field(name)` gives `name`, `defaultValue` and `error`. */
export type FieldProps = {
  label: ReactNode
  name: string
  error?: ReactNode
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
