import { useId, useRef, useState } from 'react'
import type { WaitlistEntry } from '../../../../contract/waitlist.ts'
import { isPast } from '../../../../domain/slot.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { Button } from '../../../ui/controls.tsx'
import { figures } from '../../../ui/figures.ts'
import { useFocusFallback } from '../../../ui/dialog/use-focus-fallback.ts'
import { EntryCard } from './entry-card.tsx'
import { LeaveDialog } from './leave-dialog.tsx'

type Props = {
  entries: readonly WaitlistEntry[]
  now: Instant
  onOpen: (reservation: number) => void
}

/** Collapses entries whose time is past. */
export default function WaitlistSection({ entries, now, onOpen }: Props) {
  const headingId = useId()
  const [isUnfolded, unfold] = useState(false)
  const [leaving, setLeaving] = useState<number | null>(null)
  const acted = useRef(0)
  // A left entry disappears; the focus moves to the heading.
  const list = useFocusFallback<HTMLElement>((held) =>
    held.querySelector<HTMLElement>(`[data-entry="${acted.current}"] button`),
  )
  const isAhead = ({ state, event_date, time }: WaitlistEntry) =>
    state === 'waiting' || !isPast(event_date.date, time, now)
  const ahead = entries.filter(isAhead)
  const past = entries.filter((entry) => !isAhead(entry))
  const shown = isUnfolded ? [...ahead, ...past] : ahead
  const left = entries.find(({ id }) => id === leaving)
  return (
    <section className="stack" data-gap="12" aria-labelledby={headingId} ref={list}>
      <h2 id={headingId} tabIndex={-1}>
        자리 대기 <span {...figures('reservations__count')}>{ahead.length}</span>
      </h2>
      {shown.length > 0 && (
        <ul className="reservations">
          {shown.map((entry) => (
            <li key={entry.id} data-entry={entry.id}>
              <EntryCard
                entry={entry}
                onLeave={() => {
                  acted.current = entry.id
                  setLeaving(entry.id)
                }}
                onOpen={onOpen}
              />
            </li>
          ))}
        </ul>
      )}
      {past.length > 0 && (
        <Button kind="quiet" aria-expanded={isUnfolded} onClick={() => unfold(!isUnfolded)}>
          {isUnfolded ? (
            '지난 자리 대기 접기'
          ) : (
            <span>
              지난 자리 대기 <span translate="no">{`${past.length}건`}</span> 보기
            </span>
          )}
        </Button>
      )}
      {left && <LeaveDialog entry={left} onClose={() => setLeaving(null)} />}
    </section>
  )
}
