import { memo, useEffect, useLayoutEffect, useMemo, useRef, type CSSProperties, type RefObject } from 'react'
import { MINUTE, madridTime, type Instant } from '../../domain/madrid-time.ts'
import { boardSpan, type BoardBlock } from '../../domain/room-board.ts'
import type { RoomDay } from '../../domain/room-state.ts'
import { startTiming } from '../browser/clock.ts'
import { titleText } from './board-text.ts'
import { isNear, slotsBetween, timeMarks } from './day-layout.ts'
import { figures } from '../ui/figures.ts'
import './day-timeline.css'

const NOW_BELOW_EDGE = 200
const HELD_MS = 30_000
const BY_HAND = ['wheel', 'touchstart', 'touchmove', 'pointerdown', 'keydown'] as const

type Props = {
  date: string
  day: RoomDay<BoardBlock>
  now: Instant
}

/** Follows the clock, unless just scrolled by hand. */
export function DayTimeline({ date, day, now }: Props) {
  const { from, to } = useMemo(() => boardSpan(date, day.slots), [date, day])
  const frame = useRef<HTMLElement>(null)
  const scale = useRef<HTMLDivElement>(null)
  const heldUntil = useHold(frame)
  useLayoutEffect(() => {
    if (!frame.current || !scale.current || startTiming() < heldUntil.current) return
    const { offsetTop, offsetHeight } = scale.current
    frame.current.scrollTop = offsetTop + (offsetHeight * (now - from)) / (to - from) - NOW_BELOW_EDGE
  }, [now, from, to, heldUntil])
  const isOn = from <= now && now <= to
  return (
    <section
      className="board__day"
      aria-label="오늘 일정"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Without a touch screen it is scrolled by keyboard.
      tabIndex={0}
      ref={frame}
    >
      <div className="board__scale" ref={scale} style={place(0, slotsBetween(from, to))}>
        <Day {...{ day, from, to }} minute={Math.floor(now / MINUTE) * MINUTE} />
        {isOn && (
          <p className="board__now" style={place(slotsBetween(from, now))}>
            <time translate="no">{madridTime(now)}</time>
          </p>
        )}
      </div>
    </section>
  )
}

/** Monotonic. */
function useHold(frame: RefObject<HTMLElement | null>): RefObject<number> {
  const until = useRef(0)
  useEffect(() => {
    const element = frame.current
    const hold = () => {
      until.current = startTiming() + HELD_MS
    }
    for (const act of BY_HAND) element?.addEventListener(act, hold, { passive: true })
    return () => {
      for (const act of BY_HAND) element?.removeEventListener(act, hold)
    }
  }, [frame])
  return until
}

const place = (at: number, length?: number) => ({ '--at': at, '--length': length }) as CSSProperties

type DayProps = Pick<Props, 'day'> & { from: Instant; to: Instant; minute: Instant }

/** Renders once a minute, not each second. */
const Day = memo(function Day({ day: { slots, meetings }, from, to, minute }: DayProps) {
  return (
    <>
      <div aria-hidden="true">
        {slots.map(({ starts_at, ends_at, is_locked }) => (
          <div
            key={starts_at}
            className="board__slot"
            data-locked={is_locked}
            data-past={ends_at <= minute}
            style={place(slotsBetween(from, starts_at), slotsBetween(starts_at, ends_at))}
          />
        ))}
        {timeMarks(from, to)
          .filter(({ at }) => !isNear(at, slotsBetween(from, minute)))
          .map(({ at, text, isHour }) => (
            <div key={at} {...figures('board__mark')} data-hour={isHour} style={place(at)}>
              {text}
            </div>
          ))}
      </div>
      <ol>
        {meetings.map((block) => (
          <Block key={block.starts_at} block={block} from={from} minute={minute} />
        ))}
      </ol>
    </>
  )
})

function Block({ block, from, minute }: { block: BoardBlock } & Pick<DayProps, 'from' | 'minute'>) {
  const { title, name, start_time, end_time, starts_at, ends_at } = block
  const length = slotsBetween(starts_at, ends_at)
  return (
    <li
      className="board__block"
      data-short={length <= 1}
      data-past={ends_at <= minute}
      style={place(slotsBetween(from, starts_at), length)}
    >
      <div className="board__block-text">
        <p {...figures('board__block-time')}>
          {start_time} ~ {end_time}
        </p>
        <p className="two-lines board__block-title">
          <bdi>{titleText(title)}</bdi>
        </p>
        <p className="two-lines board__block-name">
          <bdi translate="no">{name}</bdi>
        </p>
      </div>
    </li>
  )
}
