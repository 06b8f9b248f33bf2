import type { ComponentProps, MouseEvent } from 'react'
import './button.css'

type Props = ComponentProps<'button'> & {
  /** `quiet-danger`: for what ends something and is rarely wanted. */
  kind?: 'primary' | 'secondary' | 'quiet' | 'danger' | 'quiet-danger'
  size?: 'normal' | 'small'
  /** As wide as what holds it. */
  wide?: boolean
  /** Working: keeps its width and its focus, and does nothing when pressed. */
  pending?: boolean
  /** The label while working; without it the label gives way to three dots. */
  pendingLabel?: string
}

/** A button. It submits nothing unless it is given `type="submit"`. */
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
    // The button is not `disabled`, which would drop the focus of the user who pressed it.
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

/** A link that looks like a button, for what a browser does by itself: a download, another site. */
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
