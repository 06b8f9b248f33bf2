import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Dashboard } from '../../../../contract/admin/dashboard.ts'
import { lazyScreen } from '../../../shell/lazy-screen.tsx'
import { Button } from '../../../ui/button.tsx'

const Checklist = lazyScreen(() => import('./checklist.tsx'))

/** How this browser left the list: hidden by somebody, or with nothing to do. */
const LEFT = 'setup_checklist'

/** Something that must be there before anything can be booked is not. */
const isBare = ({ dates, docents, rooms }: Dashboard) =>
  dates.length === 0 || docents.length === 0 || rooms.length === 0

const hasRequests = ({ reservations }: Dashboard) =>
  Object.values(reservations).some((days) => days.length > 0)

type Shown = 'above' | 'below' | 'wanted' | null

/** Above the queue while nobody has asked for anything; else below it, where it moves no row away under a hand. */
function shownAtFirst(dashboard: Dashboard): Shown {
  const left = localStorage.getItem(LEFT)
  if (left === 'hidden' || (left === 'ready' && !isBare(dashboard))) return null
  return hasRequests(dashboard) ? 'below' : 'above'
}

/**
 * The dashboard with the checklist of the event's set-up. Hidden or done it is not fetched any more, until it is wanted.
 */
export function WithChecklist({ dashboard, children }: { dashboard: Dashboard; children: ReactNode }) {
  const [shown, setShown] = useState(() => shownAtFirst(dashboard))
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
    <Suspense fallback={null}>
      <Checklist
        key={shown}
        isOpen={shown !== 'below'}
        isWanted={shown === 'wanted'}
        onReady={() => localStorage.setItem(LEFT, 'ready')}
        onHide={hide}
      />
    </Suspense>
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
