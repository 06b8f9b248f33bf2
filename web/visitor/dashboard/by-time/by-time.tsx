import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { AlertDialog } from '../../components/late-dialogs.ts'
import TakenDialog from '../../components/waitlist/taken-dialog.tsx'
import { PLACE_KEYS } from '../choice.ts'
import NothingLeft from '../nothing-left.tsx'
import { SelectionBar } from '../selection-bar.tsx'
import type { DayProps } from '../use-day-choice.ts'
import { AtTime } from './at-time.tsx'
import { StartTimes } from './start-times.tsx'
import { useByTime } from './use-by-time.ts'
import './by-time.css'

export default function ByTime(props: DayProps) {
  const { day, kind, choice: wish, now, lead, takeLead } = props
  const byTime = useByTime(props)
  const { choice, start, times, missing, loss, chooseStart } = byTime
  const bar = choice.bar(missing)
  const [asked, setAsked] = useState<{ at: number; slot_ids: readonly number[] } | null>(null)
  const askedAt = props.places.find(({ id }) => id === asked?.at)
  const section = useRef<HTMLElement>(null)
  const arrive = useEffectEvent(() => {
    if (takeLead()) focusIn(section.current)
  })
  useEffect(() => arrive(), [])
  const clear = () => {
    // Before the button disappears.
    focusIn(section.current)
    choice.clear()
  }
  return (
    <section className="by-time stack" aria-label="시간 선택" ref={section}>
      {start ? (
        <AtTime
          key={start}
          kind={kind}
          {...byTime}
          start={start}
          onAsk={(at, slot_ids) => setAsked({ at, slot_ids })}
        />
      ) : (
        <>
          {choice.nothingLeft && (
            <NothingLeft
              {...{ kind, now, lead }}
              why={choice.nothingLeft}
              date={day.date}
              wanted={wish[PLACE_KEYS[kind]] ?? 0}
            />
          )}
          {times.length > 0 && <StartTimes times={times} onChoose={chooseStart} />}
        </>
      )}
      {choice.hasBar && (
        <SelectionBar hint="시작 시간을 선택해주세요" {...bar} loss={bar.loss ?? loss} onClear={clear} />
      )}
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

const focusIn = (section: HTMLElement | null) =>
  section?.querySelector<HTMLElement>('h2, .slot[tabindex="0"]')?.focus()
