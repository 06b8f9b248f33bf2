import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import './checkbox.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'ref'> & {
  /** Without it the form owns the state. */
  checked?: boolean | 'mixed'
  quiet?: boolean
  children: ReactNode
}

export function Checkbox({ checked, quiet = false, children, ...input }: Props) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = checked === 'mixed'
  }, [checked])
  return (
    <label className="checkbox">
      <input
        {...input}
        {...(checked === undefined ? {} : { checked: checked === true })}
        ref={ref}
        type="checkbox"
        className="checkbox__box"
      />
      <span className={quiet ? 'visually-hidden' : undefined}>{children}</span>
    </label>
  )
}
