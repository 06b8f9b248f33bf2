import { useEffect, type ReactNode, type RefObject } from 'react'

type Props = {
  ref: RefObject<HTMLDivElement | null>
  /** Why the time is gone; null while it is not. */
  text: string | null
  /** It answers a press of the button: it is brought into view, which would disturb a visitor who is typing. */
  isAnswer: boolean
  isSearching: boolean
  children: ReactNode
}

/** The message in a form that its time cannot be had any more, with what can be had instead. */
export function LostTime({ ref, text, isAnswer, isSearching, children }: Props) {
  const wanted = text !== null && isAnswer && (isSearching ? 'text' : 'times')
  useEffect(() => {
    // Once more when the times have come.
    if (wanted) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [ref, wanted])
  return (
    <div className={`form-error-place booking__lost ${text === null ? '' : 'form-error'}`} ref={ref}>
      {/* Without the offers, which change with the day and would be read out whole each time. */}
      <p role="alert">{text}</p>
      {text !== null && children}
    </div>
  )
}
