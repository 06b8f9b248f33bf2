import { useEffect, useRef, useState, type ReactNode } from 'react'
import { storeOnDevice } from '../../../browser/session-storage.ts'
import { lazy } from '../../../shell/lazy.tsx'
import { Button } from '../../../ui/controls.tsx'
import { useMay } from '../../components/use-may.ts'

const Checklist = lazy(() => import('./checklist.tsx'))

/** `hidden` by an administrator, or `ready` with nothing to do. */
const LEFT = 'setup_checklist'

/** Nothing can be booked yet. */
const isBare = ({ dates, docents, rooms }: Event) => [dates, docents, rooms].some(({ length }) => !length)

type Event = {
  dates: readonly unknown[]
  docents: readonly unknown[]
  rooms: readonly unknown[]
  has_reservations: boolean
}

type Shown = 'above' | 'below' | 'wanted' | null

/** Below the queue once there are reservations: a list that appears above would move rows under the pointer. */
function shownAtFirst(event: Event): Shown {
  const left = localStorage.getItem(LEFT)
  if (left === 'hidden' || (left === 'ready' && !isBare(event))) return null
  return event.has_reservations ? 'below' : 'above'
}

/** Not loaded while hidden or done, until requested. */
type Props = { event: Event; children: ReactNode }

export const WithChecklist = (props: Props) => {
  const may = useMay()
  return may({ role: 'owner' }) ? <Shown {...props} /> : props.children
}

function Shown({ event, children }: Props) {
  const [shown, setShown] = useState(() => shownAtFirst(event))
  const [wasHidden, setWasHidden] = useState(false)
  const again = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // Only after hiding, when the pressed button is gone; otherwise the queue has the focus.
    if (wasHidden && !shown) again.current?.focus()
  }, [wasHidden, shown])
  const hide = () => {
    storeOnDevice(LEFT, 'hidden')
    setWasHidden(true)
    setShown(null)
  }
  const checklist = shown && (
    <Checklist
      key={shown}
      isOpen={shown !== 'below'}
      isWanted={shown === 'wanted'}
      onReady={() => storeOnDevice(LEFT, 'ready')}
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
