import { useEffect, useRef } from 'react'
import './timeline-move.css'
import { useDragging } from './use-dragging.ts'
import { useMoveKey, type TimelineMoveProps } from './use-move-key.ts'

/**
 * Moves reservations on the sheet: with the mouse they are dragged to where they are to be, with the key M a dialog asks.
 * A finger scrolls, and opens the details, from which it goes on.
 */
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
    // Hidden from readers: the dialog that follows says the same.
    <div
      className="timeline-move numerals"
      data-refused={!canDrop || undefined}
      style={box}
      aria-hidden="true"
    >
      <span className="timeline-move__words">{company}</span>
      <span className="timeline-move__words">{text}</span>
    </div>
  )
}
