import { useEffect, useRef, useState, type ReactNode } from 'react'
import { lazy } from '../../../shell/lazy.tsx'
import { Button } from '../../../ui/button.tsx'

const Checklist = lazy(() => import('./checklist.tsx'))

/** How this browser left the list: hidden by somebody, or with nothing to do. */
const LEFT = 'setup_checklist'

/** Something that must be there before anything can be booked is not. */
const isBare = ({ dates, docents, rooms }: Event) =>
  dates.length === 0 || docents.length === 0 || rooms.length === 0

/** The parts of an event that say how far it is set up. */
type Event = {
  dates: readonly unknown[]
  docents: readonly unknown[]
  rooms: readonly unknown[]
  has_reservations: boolean
}

type Shown = 'above' | 'below' | 'wanted' | null

/** Above the queue while nobody has asked for anything; else below it, where it moves no row away under a hand. */
function shownAtFirst(event: Event): Shown {
  const left = localStorage.getItem(LEFT)
  if (left === 'hidden' || (left === 'ready' && !isBare(event))) return null
  return event.has_reservations ? 'below' : 'above'
}

/**
 * The dashboard with the checklist of the event's set-up. Hidden or done it is not fetched any more, until it is wanted.
 */
export function WithChecklist({ event, children }: { event: Event; children: ReactNode }) {
  const [shown, setShown] = useState(() => shownAtFirst(event))
  const [wasHidden, setWasHidden] = useState(false)
  const again = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The button that was pressed has gone. Only then: the focus is the queue's at all other times.
    if (wasHidden && !shown) again.current?.focus()
  }, [wasHidden, shown])
  const hide = () => {
    localStorage.setItem(LEFT, 'hidden')
    setWasHidden(true)
    setShown(null)
  }
  const checklist = shown && (
    <Checklist
      key={shown}
      isOpen={shown !== 'below'}
      isWanted={shown === 'wanted'}
      onReady={() => localStorage.setItem(LEFT, 'ready')}
      onHide={hide}
    />
  )
  return (
    <>
      {shown === 'above' && checklist}
      {children}
      {shown !== 'above' && checklist}
      {!shown && (
        <div>
          <Button size="small" kind="quiet" ref={again} onClick={() => setShown('wanted')}>
            행사 준비 목록 보기
          </Button>
        </div>
      )}
    </>
  )
}
