import { useEffect, type ReactNode, type RefObject } from 'react'

type Props = {
  ref: RefObject<HTMLDivElement | null>
  text: string | null
  /** After a press of the button it scrolls into view; otherwise that would disturb typing. */
  isAnswer: boolean
  isSearching: boolean
  children: ReactNode
}

export function LostTime({ ref, text, isAnswer, isSearching, children }: Props) {
  const wanted = text !== null && isAnswer && (isSearching ? 'text' : 'times')
  useEffect(() => {
    // Again when the alternatives have loaded.
    if (wanted) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [ref, wanted])
  return (
    <div className={`form-error-place booking__lost ${text === null ? '' : 'form-error'}`} ref={ref}>
      {/* Without the alternatives, which would be announced again at each change. */}
      <p role="alert">{text}</p>
      {text !== null && children}
    </div>
  )
}
