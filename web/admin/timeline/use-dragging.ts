import { useEffect, useState, type RefObject } from 'react'
import type { Reservation } from '../../../contract/reservation.ts'
import { now } from '../../browser/clock.ts'
import { dropOn } from './drop-target.ts'
import type { Dragged, TimelineMoveProps } from './timeline-move.tsx'
import { minuteAt, placed } from './timeline-span.ts'
import { movableAt } from './use-move-key.ts'

// A press that trembles is no drag. In pixels, as the rest.
const TREMBLE = 6
const EDGE = 56
const STEP = 14

type Grab = {
  reservation: Reservation
  block: HTMLElement
  x: number
  y: number
  offset: number
  pointer: number
}

/** Drags blocks with the mouse; answers the one that is on its way. Escape leaves it where it was. */
export function useDragging(latest: RefObject<TimelineMoveProps>): Dragged | null {
  const [dragged, setDragged] = useState<Dragged | null>(null)
  useEffect(() => {
    const sheet = latest.current.sheet.current!
    const begin = (event: PointerEvent) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      const reservation = movableAt(event.target, latest.current.rows)
      const block = (event.target as Element).closest<HTMLElement>('[data-reservation]')
      if (!reservation || !block) return
      const offset = event.clientX - block.getBoundingClientRect().left
      const { clientX: x, clientY: y, pointerId: pointer } = event
      follow({ reservation, block, x, y, offset, pointer }, latest, setDragged)
    }
    sheet.addEventListener('pointerdown', begin)
    return () => sheet.removeEventListener('pointerdown', begin)
  }, [latest])
  return dragged
}

function follow(grab: Grab, latest: RefObject<TimelineMoveProps>, show: (dragged: Dragged | null) => void) {
  const sheet = latest.current.sheet.current!
  const listeners = new AbortController()
  let [x, y, isUnderWay, frame] = [grab.x, grab.y, false, 0]

  const draw = () => {
    const found = goalAt(x, y, grab, latest.current)
    show(found && found.dragged)
    return found
  }
  const scroll = () => {
    const scroller = latest.current.scroller.current!
    const [left, top] = [scroller.scrollLeft, scroller.scrollTop]
    scroller.scrollBy(...stepAt(x, y, scroller.getBoundingClientRect(), nameWidth(sheet)))
    if (scroller.scrollLeft !== left || scroller.scrollTop !== top) draw()
    frame = requestAnimationFrame(scroll)
  }
  const start = () => {
    isUnderWay = true
    sheet.setPointerCapture(grab.pointer)
    sheet.toggleAttribute('data-dragging', true)
    grab.block.toggleAttribute('data-dragged', true)
    frame = requestAnimationFrame(scroll)
  }
  const end = () => {
    listeners.abort()
    cancelAnimationFrame(frame)
    sheet.toggleAttribute('data-dragging', false)
    grab.block.toggleAttribute('data-dragged', false)
    show(null)
    if (isUnderWay) swallowClick()
  }
  const options = { signal: listeners.signal }
  addEventListener(
    'pointermove',
    (event) => {
      ;[x, y] = [event.clientX, event.clientY]
      if (event.buttons === 0) return end()
      if (!isUnderWay && Math.hypot(x - grab.x, y - grab.y) < TREMBLE) return undefined
      if (!isUnderWay) start()
      draw()
      return undefined
    },
    options,
  )
  addEventListener(
    'pointerup',
    () => {
      const found = isUnderWay ? draw() : null
      end()
      if (found?.dragged.canDrop) latest.current.onMove(grab.reservation, found.goal)
    },
    options,
  )
  addEventListener('pointercancel', end, options)
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !isUnderWay) return
      event.preventDefault()
      end()
    },
    { ...options, capture: true },
  )
}

/** The row under the pointer, and where in it the reservation would land. */
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
  const box = {
    left: lane.left - all.left + (at * lane.width) / 12,
    top: lane.top - all.top,
    width: (length * lane.width) / 12,
    height: block.offsetHeight,
  }
  const goal = { placeId: row.place?.id ?? 0, time: drop.time }
  return { goal, dragged: { ...drop, box, company: reservation.visitor.company } }
}

/** The names stick over the left edge of what can be seen. */
const nameWidth = (sheet: Element) =>
  sheet.querySelector('[data-row]')?.firstElementChild?.getBoundingClientRect().width ?? 0

/** How far to scroll while the pointer is near an edge. */
function stepAt(
  x: number,
  y: number,
  { left, right, top, bottom }: DOMRect,
  names: number,
): [number, number] {
  const along = (at: number, from: number, until: number) =>
    at < from + EDGE ? -STEP : at > until - EDGE ? STEP : 0
  return [along(x, left + names, right), along(y, top, bottom)]
}

/** The click that ends a drag opens nothing. */
function swallowClick() {
  const swallow = (event: Event) => event.stopPropagation()
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }))
}
