import { ManySection } from '../many-section.tsx'
import type { DayProps } from '../use-day-choice.ts'
import { AtTime } from './at-time.tsx'
import { StartTimes } from './start-times.tsx'
import { useByTime } from './use-by-time.ts'
import './by-time.css'

export default function ByTime(props: DayProps) {
  const byTime = useByTime(props)
  const { choice, start, times, missing, loss, chooseStart } = byTime
  const bar = choice.bar(missing)
  return (
    <ManySection
      className="by-time stack"
      of={props}
      choice={choice}
      bar={{ hint: '시작 시간을 선택해주세요', ...bar, loss: bar.loss ?? loss }}
      hasStart={start !== undefined}
      head={props.beside}
    >
      {start ? (
        <AtTime
          key={start}
          kind={props.kind}
          {...byTime}
          start={start}
          onAsk={(at, slot_ids) => choice.setAsked({ at, slot_ids })}
        />
      ) : (
        times.length > 0 && <StartTimes kind={props.kind} times={times} onChoose={chooseStart} />
      )}
    </ManySection>
  )
}
