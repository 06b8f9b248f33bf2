import type { ComponentProps, MouseEvent } from 'react'
import './button.css'

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
