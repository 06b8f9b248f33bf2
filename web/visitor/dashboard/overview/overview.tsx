import { useRef, useState, type ReactNode } from 'react'
import { dayAxis } from '../../../../domain/day-axis.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useOwnTimes } from '../../components/own-times/use-own-times.ts'
import { ManySection } from '../many-section.tsx'
import { useMomentOfFolding } from '../times-of-day.tsx'
import type { DayProps } from '../use-day-choice.ts'
import { useManyChoice } from '../use-many-choice.ts'
import { Legend } from './legend.tsx'
import { OverviewGrid } from './overview-grid.tsx'
import './overview.css'

export default function Overview(props: DayProps) {
  const { day, kind, places, now } = props
  const choice = useManyChoice(props)
  const own = useOwnTimes()
  const section = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { past, ahead } = dayAxis(places, day.date, useMomentOfFolding(section, now))
  const times = isOpen ? [...past, ...ahead] : ahead
  const chosen = choice.selected.map(({ id }) => id)
  return (
    <ManySection
      className="overview frame"
      ref={section}
      of={props}
      choice={choice}
      bar={choice.bar('no_time')}
      head={
        <Head beside={props.beside} past={past.length} isOpen={isOpen} onToggle={() => setOpen(!isOpen)} />
      }
    >
      {times.length > 0 && (
        <>
          <OverviewGrid
            {...{ kind, places, times, now, own, chosen }}
            date={day.date}
            member={choice.member}
            onTap={(place, slot, state, line) => {
              if (line !== 0) return choice.tap(place, slot, line ? 'own' : state)
              const before = place === choice.place ? chosen : []
              choice.setAsked({ at: place.id, slot_ids: [...before, slot.id] })
            }}
          />
          {kind === 'room' && (
            <Legend isClosed={places.every(({ slots }) => slots.every(({ is_closed }) => is_closed))} />
          )}
        </>
      )}
    </ManySection>
  )
}

type HeadProps = { beside: ReactNode; past: number; isOpen: boolean; onToggle: () => void }

const Head = ({ beside, past, isOpen, onToggle }: HeadProps) => (
  <header className="row overview__head">
    {past > 0 && (
      <button type="button" className="overview__past" aria-expanded={isOpen} onClick={onToggle}>
        <span>
          지난 시간 <span translate="no">{`${past}개`}</span>
        </span>
        <Icon name="chevron" />
      </button>
    )}
    {beside}
  </header>
)
