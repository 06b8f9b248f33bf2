import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import './checkbox.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'ref'> & {
  /** Without it the form owns the state. */
  checked?: boolean | 'mixed'
  /** For a form that sets the box itself. */
  box?: { current: HTMLInputElement | null }
  quiet?: boolean
  children: ReactNode
}

export function Checkbox({ checked, box, quiet = false, children, ...input }: Props) {
  const own = useRef<HTMLInputElement>(null)
  const ref = box ?? own
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = checked === 'mixed'
  }, [ref, checked])
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
