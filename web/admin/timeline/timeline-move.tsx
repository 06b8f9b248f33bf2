import { useEffect, useRef } from 'react'
import './timeline-move.css'
import { useDragging } from './use-dragging.ts'
import { useMoveKey, type TimelineMoveProps } from './use-move-key.ts'

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
