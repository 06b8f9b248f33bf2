import { useEffect, useRef, type ReactNode } from 'react'

/** The error of a form beyond its fields; `text` is `form.error`. */
export function FormError({ text, children }: { text: string | null; children?: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // At the foot of a form on a small screen it may be out of sight of the button that was pressed.
    if (text !== null) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <div role="alert" className="form-error-place" ref={ref}>
      {text !== null && (
        <div className="form-error">
          <p>{text}</p>
          {children}
        </div>
      )}
    </div>
  )
}
