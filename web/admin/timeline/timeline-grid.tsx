import { memo, useEffect, useRef, useState, type CSSProperties, type RefObject } from 'react'
import { madridDate, madridTime } from '../../../domain/madrid-time.ts'
import { lazy } from '../../shell/lazy.tsx'
import { useNow } from '../../browser/clock.ts'
import { useFocusFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { tabStopIn, useRovingFocus } from '../../ui/panel/use-roving-focus.ts'
import { makeSuccession, walkTimeline } from './timeline-keys.ts'
import type { MoveHandler, TimelineMoveProps } from './timeline-move.tsx'
import { TimelineRow, type Handlers } from './timeline-row.tsx'
import { firstColumn, type Row } from './timeline-rows.ts'
import { HOURS, nowColumn } from '../components/drawn-hours.ts'
import { figures } from '../../ui/figures.ts'

type Props = Handlers & {
  date: string
  rows: readonly Row[]
  isLoading: boolean
  onMove: MoveHandler | undefined
}

// Nothing can be moved before the day is loaded.
const TimelineMove = lazy<TimelineMoveProps>(() => import('./timeline-move.tsx'))

const KINDS = [
  { kind: 'tour', title: 'VIP 투어' },
  { kind: 'room', title: '미팅룸' },
] as const

const CELLS = {
  cells: '[data-cell]',
  walk: walkTimeline,
  start: ['[data-cell=block]', '[data-cell]'],
}

/** Scrolls inside, under its own headings. */
export const TimelineGrid = memo(function TimelineGrid(props: Props) {
  const { date, rows, isLoading, onOpen, onBook, onMove } = props
  const scroller = useRef<HTMLDivElement>(null)
  const sheet = useFocusFallback<HTMLDivElement>(tabStopIn)
  const [succession] = useState(makeSuccession)
  const focus = useRovingFocus(sheet, { ...CELLS, ...succession })
  const now = useNow(60_000)
  const today = madridDate(now)
  const time = madridTime(now)
  const column = nowColumn(date, now)
  const past = date < today ? '24:00' : date === today ? time : ''
  useOpening(scroller, column ?? (isLoading ? null : firstColumn(rows)))
  return (
    <div
      className="timeline frame"
      ref={scroller}
      role="region"
      aria-label="예약 타임라인"
      aria-busy={isLoading}
      // Scrollable, so focusable even when nothing inside is.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {isLoading && <p className="visually-hidden">불러오는 중</p>}
      <div
        className="timeline__sheet"
        ref={sheet}
        {...focus}
        data-now={column !== null || undefined}
        style={{ '--now': column ?? 0 } as CSSProperties}
      >
        {!isLoading && onMove && <TimelineMove {...{ sheet, scroller, rows, onMove }} />}
        <div className="timeline__hours">
          {HOURS.map((hour) => (
            <span key={hour} {...figures('muted strong timeline__hour')} data-hour aria-hidden="true">
              {hour}
            </span>
          ))}
          {column !== null && (
            <span {...figures('small strong timeline__now')} role="note" aria-label={`현재 시각 ${time}`}>
              {time}
            </span>
          )}
        </div>
        {KINDS.map(({ kind, title }) => {
          const own = rows.filter((row) => row.kind === kind)
          if (own.length === 0) return null
          return (
            <section key={kind} aria-labelledby={`timeline-${kind}`}>
              <h2 className="muted small timeline__kind" id={`timeline-${kind}`}>
                <span>{title}</span>
              </h2>
              {own.map((row) => (
                <TimelineRow
                  key={row.key}
                  row={row}
                  past={pastIn(row, past)}
                  isMovable={onMove !== undefined}
                  onOpen={onOpen}
                  onBook={onBook}
                />
              ))}
            </section>
          )
        })}
      </div>
    </div>
  )
})

/** The last slot that has begun: changes with slots, not every minute. */
const pastIn = ({ slots }: Row, past: string): string =>
  slots.findLast(({ time }) => time <= past)?.time ?? ''

const HALF_AN_HOUR = 0.5

/** Scrolls once to half an hour before `column`. */
function useOpening(scroller: RefObject<HTMLDivElement | null>, column: number | null) {
  const isOpened = useRef(false)
  useEffect(() => {
    const hour = scroller.current?.querySelector<HTMLElement>('[data-hour]')
    if (isOpened.current || column === null || !hour) return
    isOpened.current = true
    scroller.current?.scrollTo({ left: (column - HALF_AN_HOUR) * hour.offsetWidth })
  }, [scroller, column])
}
