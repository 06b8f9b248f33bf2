import { useEffect, useRef, useState, type RefObject } from 'react'
import { isComposing } from '../../browser/is-composing.ts'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { now } from '../../browser/clock.ts'
import { dropOn, type Drop } from './drop-target.ts'
import { scrollAtEdges } from './edge-scroll.ts'
import { HOURS } from '../components/drawn-hours.ts'
import { minuteAt, placed } from './timeline-span.ts'
import { isAwaited } from '../../../domain/reservation.ts'
import type { Row } from './timeline-rows.ts'
import { figures } from '../../ui/figures.ts'
import './timeline-move.css'

/** With the mouse by dragging, with M in a dialog. Touch scrolls, and opens the details, which offer moving. */
export default function TimelineMove(props: TimelineMoveProps) {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useMoveKey(latest)
  const dragged = useDragging(latest)
  if (!dragged) return null
  const { box, text, canDrop, company } = dragged
  return (
    // The dialog that follows says the same.
    <div
      {...figures('small timeline-move')}
      data-refused={!canDrop || undefined}
      style={box}
      aria-hidden="true"
    >
      <span className="strong timeline-move__words">{company}</span>
      <span className="strong timeline-move__words">{text}</span>
    </div>
  )
}

/** In pixels of the sheet. */
type Dragged = Drop & {
  company: string
  box: { left: number; top: number; width: number; height: number }
}

// In pixels; a small movement is no drag.
const TREMBLE = 6

/** `offset`: pixels from the block's left edge. */
type Grab = {
  reservation: Reservation
  block: HTMLElement
  x: number
  y: number
  offset: number
  pointer: number
}

/** Escape cancels the drag. */
function useDragging(latest: RefObject<TimelineMoveProps>): Dragged | null {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  useEffect(() => {
    const sheet = latest.current.sheet.current!
    let letGo = () => {}
    const begin = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      const reservation = movableAt(event.target, latest.current.rows)
      const block = (event.target as Element).closest<HTMLElement>('[data-reservation]')
      if (!reservation || !block) return
      const { clientX: x, clientY: y, pointerId: pointer } = event
      const offset = x - block.getBoundingClientRect().left
      letGo = followPress({ reservation, block, x, y, offset, pointer }, latest, setDragged)
    }
    sheet.addEventListener('pointerdown', begin)
    return () => {
      sheet.removeEventListener('pointerdown', begin)
      // The screen disappears, for example at the end of a session.
      letGo()
    }
  }, [latest])
  return dragged
}

type Show = (dragged: Dragged | null) => void

/** Starts a drag once the pointer has moved enough. Returns a function that ends it. */
function followPress(grab: Grab, latest: RefObject<TimelineMoveProps>, show: Show): () => void {
  const listeners = new AbortController()
  const options = { signal: listeners.signal }
  let drag: ReturnType<typeof startDrag> | null = null
  const end = () => {
    listeners.abort()
    drag?.stop()
  }
  const move = ({ clientX, clientY, buttons }: PointerEvent) => {
    if (buttons === 0) return end()
    if (!drag && Math.hypot(clientX - grab.x, clientY - grab.y) < TREMBLE) return
    drag ??= startDrag(grab, latest, show)
    drag.to(clientX, clientY)
  }
  const letGo = () => {
    const goal = drag?.goal()
    end()
    if (goal) latest.current.onMove(grab.reservation, goal)
  }
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !drag || isComposing(event)) return
    event.preventDefault()
    end()
  }
  addEventListener('pointermove', move, options)
  addEventListener('pointerup', letGo, options)
  addEventListener('pointercancel', end, options)
  addEventListener('keydown', escape, { ...options, capture: true })
  return end
}

function startDrag(grab: Grab, latest: RefObject<TimelineMoveProps>, show: Show) {
  const { sheet, scroller } = latest.current
  const { block, pointer } = grab
  let [x, y] = [grab.x, grab.y]
  let found: ReturnType<typeof goalAt> = null
  const draw = () => {
    found = goalAt(x, y, grab, latest.current)
    show(found && found.dragged)
  }
  const mark = (isOn: boolean) => {
    sheet.current?.toggleAttribute('data-dragging', isOn)
    block.toggleAttribute('data-dragged', isOn)
  }
  const edges = scrollAtEdges(scroller.current!, nameWidth(sheet.current!), draw)
  // Notices the release outside the window too.
  sheet.current!.setPointerCapture(pointer)
  mark(true)
  return {
    to: (atX: number, atY: number) => {
      ;[x, y] = [atX, atY]
      edges.follow(x, y)
      draw()
    },
    /** Null where it can't be dropped. */
    goal: () => (found?.dragged.canDrop ? found.goal : null),
    stop: () => {
      edges.stop()
      mark(false)
      show(null)
      swallowClick()
    },
  }
}

function goalAt(x: number, y: number, grab: Grab, { sheet, rows }: TimelineMoveProps) {
  const holder = sheet.current!
  const under = [...holder.querySelectorAll<HTMLElement>('[data-row]')].find((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return y >= top && y < bottom
  })
  const row = rows.find(({ key }) => key === under?.dataset['row'])
  if (!under || !row) return null
  const [lane, all] = [under.lastElementChild!.getBoundingClientRect(), holder.getBoundingClientRect()]
  const { reservation, offset, block } = grab
  const drop = dropOn(row, minuteAt((x - offset - lane.left) / lane.width), reservation, now())
  const { at, length } = placed(drop)
  const hour = lane.width / HOURS.length
  const box = {
    left: lane.left - all.left + at * hour,
    top: lane.top - all.top,
    width: length * hour,
    height: block.offsetHeight,
  }
  const goal = { placeId: row.place?.id ?? 0, time: drop.time }
  return { goal, dragged: { ...drop, box, company: reservation.visitor.company } }
}

/** The names cover the left edge of the visible part. */
const nameWidth = (sheet: Element) =>
  sheet.querySelector('[data-row]')?.firstElementChild?.getBoundingClientRect().width ?? 0

/** The click after a drag opens nothing. */
function swallowClick() {
  const swallow = (event: Event) => event.stopPropagation()
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}

export type MoveHandler = (reservation: Reservation, goal?: { placeId: number; time: string }) => void

export type TimelineMoveProps = {
  sheet: RefObject<HTMLDivElement | null>
  scroller: RefObject<HTMLDivElement | null>
  rows: readonly Row[]
  onMove: MoveHandler
}

/** Undefined if it can no longer be moved. */
function movableAt(target: EventTarget | null, rows: readonly Row[]): Reservation | undefined {
  const block = target instanceof Element ? target.closest<HTMLElement>('[data-reservation]') : null
  const id = Number(block?.dataset['reservation'])
  const found = rows.flatMap(({ blocks }) => blocks).find(({ reservation }) => reservation.id === id)
  return found && isAwaited(reservationFacts(found.reservation), now()) ? found.reservation : undefined
}

function useMoveKey(latest: RefObject<TimelineMoveProps>) {
  useEffect(() => {
    const sheet = latest.current.sheet.current!
    const press = (event: KeyboardEvent) => {
      // By position: a Korean keyboard sends another letter.
      if (event.code !== 'KeyM' || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      const reservation = movableAt(event.target, latest.current.rows)
      if (!reservation) return
      event.preventDefault()
      latest.current.onMove(reservation)
    }
    sheet.addEventListener('keydown', press)
    return () => sheet.removeEventListener('keydown', press)
  }, [latest])
}
