import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import './checkbox.css'

type Props = Omit<ComponentProps<'input'>, 'type' | 'checked' | 'ref'> & {
  /** `mixed`: some of what it stands for. Without it the box is the form's own. */
  checked?: boolean | 'mixed'
  /** The ref of the input, for a form that moves the box along with another one. */
  box?: { current: HTMLInputElement | null }
  /** The label is read out and not seen. */
  quiet?: boolean
  children: ReactNode
}

/** A box to tick with its label; all of it may be pressed. */
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
