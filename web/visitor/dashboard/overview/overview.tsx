import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Link } from 'wouter'
import { dayAxis } from '../../../../domain/day-axis.ts'
import { tabStopIn } from '../../../ui/panel/use-roving-focus.ts'
import { Icon } from '../../../ui/icon.tsx'
import { AlertDialog } from '../../components/late-dialogs.ts'
import TakenDialog from '../../components/waitlist/taken-dialog.tsx'
import { useOwnTimes } from '../../components/own-times/use-own-times.ts'
import { PLACE_KEYS, stepsAddress, type Kind } from '../choice.ts'
import NothingLeft from '../nothing-left.tsx'
import { SelectionBar } from '../selection-bar.tsx'
import { useMomentOfFolding } from '../times-of-day.tsx'
import type { DayProps } from '../use-day-choice.ts'
import { useManyChoice } from '../use-many-choice.ts'
import { Legend } from './legend.tsx'
import { OverviewGrid } from './overview-grid.tsx'
import './overview.css'

export default function Overview(props: DayProps) {
  const { day, kind, places, now, lead, takeLead } = props
  const choice = useManyChoice(props)
  const own = useOwnTimes()
  const [asked, setAsked] = useState<{ at: number; slot_ids: readonly number[] } | null>(null)
  const askedAt = places.find(({ id }) => id === asked?.at)
  const section = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { past, ahead } = dayAxis(places, day.date, useMomentOfFolding(section, now))
  const times = isOpen ? [...past, ...ahead] : ahead
  const arrive = useEffectEvent(() => {
    if (takeLead()) focusTimes(section.current)
  })
  useEffect(() => arrive(), [])
  const clear = () => {
    // Before the button disappears.
    focusTimes(section.current)
    choice.clear()
  }
  return (
    <section className="overview" aria-label="시간 선택" ref={section}>
      <Head
        kind={kind}
        date={day.date}
        past={past.length}
        isOpen={isOpen}
        onToggle={() => setOpen(!isOpen)}
      />
      {choice.nothingLeft && (
        <NothingLeft
          {...{ kind, now, lead }}
          why={choice.nothingLeft}
          date={day.date}
          wanted={props.choice[PLACE_KEYS[kind]] ?? 0}
        />
      )}
      {times.length > 0 && (
        <>
          <OverviewGrid
            {...{ kind, places, times, now, own }}
            date={day.date}
            member={choice.member}
            chosen={choice.selected.map(({ id }) => id)}
            onTap={(place, slot, state, line) => {
              if (line !== 0) return choice.tap(place, slot, line ? 'own' : state)
              const before = place === choice.place ? choice.selected.map(({ id }) => id) : []
              setAsked({ at: place.id, slot_ids: [...before, slot.id] })
            }}
          />
          {kind === 'room' && <Legend />}
        </>
      )}
      {choice.hasBar && <SelectionBar {...choice.bar('no_time')} onClear={clear} />}
      {choice.alert !== null && (
        <AlertDialog title="예약 안내" text={choice.alert} onClose={choice.closeAlert} />
      )}
      {asked && askedAt && (
        <TakenDialog
          {...{ kind, now }}
          date={day.date}
          place={askedAt}
          slot_ids={asked.slot_ids}
          onClose={() => setAsked(null)}
          onWait={(...times) => choice.wait(askedAt, ...times)}
        />
      )}
    </section>
  )
}

const focusTimes = (section: HTMLElement | null) => section && tabStopIn(section)?.focus()

type HeadProps = { kind: Kind; date: string; past: number; isOpen: boolean; onToggle: () => void }

const Head = ({ kind, date, past, isOpen, onToggle }: HeadProps) => (
  <header className="overview__head">
    {past > 0 && (
      <button type="button" className="overview__past" aria-expanded={isOpen} onClick={onToggle}>
        지난 시간 {past}개
        <Icon name="chevron" />
      </button>
    )}
    <Link className="overview__steps" to={stepsAddress(kind, date)}>
      단계별로 예약하기
    </Link>
  </header>
)
