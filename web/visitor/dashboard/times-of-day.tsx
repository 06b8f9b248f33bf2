import { useEffect, useRef, useState } from 'react'
import type { ScheduleSlot } from '../../../contract/schedule.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { MemberSlotState } from '../../../domain/slot.ts'
import { foldedCount } from '../../../domain/times-left.ts'
import { now as readClock } from '../../browser/clock.ts'
import type { ChosenSlot } from '../../paths.ts'
import { SlotGrid } from '../components/slot-grid.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Place } from '../components/places.ts'

type Props = {
  place: Place
  date: string
  now: Instant
  selected: readonly number[]
  onTap: (slot: ScheduleSlot, state: MemberSlotState) => void
  onWait: (slots: readonly ChosenSlot[], waits: boolean) => void
}

export function TimesOfDay({ place, date, ...rest }: Props) {
  const [isOpen, setOpen] = useState(false)
  const holder = useRef<HTMLDivElement>(null)
  const folded = foldedCount(place.slots, date, useMomentOfFolding(holder, rest.now))
  const shown = isOpen ? place.slots : place.slots.slice(folded)
  return (
    <div className="stack" data-gap="8" ref={holder}>
      {folded > 0 && (
        <button
          type="button"
          className="muted slot-picker__past"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <span>
            지난 시간 <span translate="no">{`${folded}개`}</span>
          </span>
          <Icon name="chevron" />
        </button>
      )}
      {shown.length > 0 && (
        <SlotGrid
          kind={place.chosen.kind}
          slots={shown}
          date={date}
          placeName={place.name}
          tier={place}
          opensOwn
          {...rest}
        />
      )}
    </div>
  )
}

/**
 * When past times collapse: not each minute, which would move the grid under a thumb, but when the page
 * becomes visible without focus in the grid.
 */
export function useMomentOfFolding(holder: { current: HTMLElement | null }, now: Instant): Instant {
  const [moment, setMoment] = useState(now)
  useEffect(() => {
    const look = () => {
      if (!document.hidden && !holder.current?.contains(document.activeElement)) setMoment(readClock())
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [holder])
  // The clock may have been ahead until the service corrected it.
  return Math.min(moment, now)
}
