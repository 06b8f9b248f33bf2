import { useEffect, useEffectEvent, useRef } from 'react'
import { lengthsFrom, placesFreeFor, startTimes } from '../../../../domain/time-first.ts'
import { spanOf } from '../../../../domain/slot-choice.ts'
import { tierPrefix } from '../../../components/tier.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChoiceList } from '../../../ui/choice/choice-list.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { AlertDialog } from '../../../ui/panel/alert-dialog.tsx'
import { PLACE_KEYS } from '../choice.ts'
import NothingLeft from '../nothing-left.tsx'
import type { Alert } from '../selection.ts'
import { SelectionBar } from '../selection-bar.tsx'
import { useDayChoice, type DayProps } from '../use-day-choice.ts'
import { StartTimes } from './start-times.tsx'
import './by-time.css'

/** The time first, for a meeting also how long, then a docent or room that is free for all of it. */
export default function ByTime(props: DayProps) {
  const { day, kind, places, choice: wish, change, now, lead, takeLead } = props
  const choice = useDayChoice(props)
  const section = useRef<HTMLElement>(null)
  const arrive = useEffectEvent(() => {
    if (takeLead()) focusIn(section.current)
  })
  useEffect(() => arrive(), [])
  const search = { date: day.date, member: choice.member, now }
  const times = startTimes(places, search)
  const start = times.find(({ time }) => time === (choice.selected[0]?.time ?? wish.start))
  const lengths = start && kind === 'room' ? lengthsFrom(places, start.time, search) : []
  const wanted = choice.selected.length > 0 ? spanOf(choice.selected).minutes : wish.minutes
  const length = lengths.find(({ minutes }) => minutes === wanted) ?? lengths[0]
  const foundFor = (minutes = length?.minutes) =>
    start ? placesFreeFor(places, { time: start.time, minutes: minutes ?? null }, search) : []
  const found = foundFor()

  const chooseLength = (minutes: number) => {
    const same = foundFor(minutes).find(({ place }) => place.id === choice.place?.id)
    change({ start: start!.time, minutes, slot_ids: same?.slots.map(({ id }) => id) ?? [] })
  }
  const choosePlace = (id: number) => {
    const { place, slots } = found.find((each) => each.place.id === id)!
    choice.choose(
      place,
      slots.map((slot) => slot.id),
    )
  }
  const missing: Alert = !start ? 'no_time' : kind === 'tour' ? 'no_docent' : 'no_room'
  const clear = () => {
    // First, because the button goes away with the choice.
    focusIn(section.current)
    choice.clear()
  }
  return (
    <section className="by-time stack" aria-label="시간 선택" ref={section}>
      {start ? (
        <>
          <Chosen
            key={start.time}
            text={`${start.time} · ${found.length}곳 가능`}
            onChange={() => change({ start: null, slot_ids: [] })}
          />
          {length && (
            <SelectField
              label="이용 시간"
              name="minutes"
              value={length.minutes}
              onChange={(event) => chooseLength(Number(event.currentTarget.value))}
            >
              {lengths.map(({ minutes, end_time, places: count }) => (
                <option key={minutes} value={minutes}>
                  {minutes}분 ({end_time}까지) · {count}곳 가능
                </option>
              ))}
            </SelectField>
          )}
          <ChoiceList
            legend={kind === 'tour' ? '도슨트' : '미팅룸'}
            name="place"
            choices={found.map(({ place, slots }) => ({
              value: place.id,
              label: `${tierPrefix(place)}${place.name}`,
              notes: [place.facts.join(' · '), ...(kind === 'tour' ? [`${slots[0]!.end_time}까지`] : [])],
            }))}
            selected={choice.place?.id}
            onSelect={choosePlace}
          />
        </>
      ) : choice.nothingLeft ? (
        <NothingLeft
          {...{ kind, now, lead }}
          why={choice.nothingLeft}
          date={day.date}
          wanted={wish[PLACE_KEYS[kind]] ?? 0}
        />
      ) : (
        <StartTimes times={times} onChoose={(time) => change({ start: time, slot_ids: [] })} />
      )}
      {choice.hasBar && (
        <SelectionBar hint="시작 시간을 선택해주세요" {...choice.bar(missing)} onClear={clear} />
      )}
      {choice.alert !== null && (
        <AlertDialog title="예약 안내" text={choice.alert} onClose={choice.closeAlert} />
      )}
    </section>
  )
}

/** The time that was chosen; with it the focus goes on from the time that was pressed. */
function Chosen({ text, onChange }: { text: string; onChange: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  }, [])
  return (
    <div className="by-time__chosen">
      <h2 className="by-time__start" tabIndex={-1} ref={heading}>
        {text}
      </h2>
      <Button onClick={onChange}>시간 바꾸기</Button>
    </div>
  )
}

/** To the times, or to the one that was chosen. */
const focusIn = (section: HTMLElement | null) =>
  section?.querySelector<HTMLElement>('h2, .slot[tabindex="0"]')?.focus()
