import { useEffect, useRef, type ReactNode } from 'react'

export function FormError({ text, children }: { text: string | null; children?: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // It may be out of sight on a small screen.
    if (text !== null) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [text])
  return (
    <div role="alert" className="live form-error-place" ref={ref}>
      {text !== null && (
        <div className="form-error">
          <p>{text}</p>
          {children}
        </div>
      )}
    </div>
  )
}
