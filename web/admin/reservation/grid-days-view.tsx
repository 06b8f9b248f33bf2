import { Fragment, useContext, useEffect, useRef, type ReactNode } from 'react'
import { STATUS_TEXT } from '../../../contract/reservation.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { statusesIn } from '../../../domain/reservation-filter.ts'
import { STATUSES } from '../../../domain/reservation.ts'
import { useFocusFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { StatusBadge } from '../../components/reservation/status-badge.tsx'
import { Pager } from '../../ui/list/pager.tsx'
import type { PagerOf } from '../components/use-pages.ts'
import { Badge } from '../../ui/list/badge.tsx'
import { useIsNarrow } from '../../ui/list/use-is-narrow.ts'
import { tabStopIn, useRovingFocus } from '../../ui/panel/use-roving-focus.ts'
import { WaitingCounts } from '../components/waitlist/waiting-counts.ts'
import { MARKS } from './block.tsx'
import { walkHours } from './cell-steps.ts'
import type { GridDay } from './grid-days.ts'
import type { Filters } from './filters.ts'
import { HourTable, type Actions } from './hour-table.tsx'
import { PlaceList } from './place-list.tsx'
import { figures } from '../../ui/figures.ts'

type Props = {
  days: readonly GridDay[]
  isBusy: boolean
  status: Filters['status']
  isAllDates: boolean
  /** Changes with the filters, not with a poll; then the table scrolls to the top. */
  view: string
  pager: PagerOf
  children: ReactNode
} & Actions

/** Lists on a phone. */
export function GridDays({ days, isBusy, status, isAllDates, view, pager, children, ...actions }: Props) {
  const isNarrow = useIsNarrow()
  const count = days.reduce((sum, board) => sum + board.count, 0)
  const hasOutside = days.some(({ rows }) =>
    rows.some(({ cells }) => cells.some(({ blocks }) => blocks.some(({ isOutside }) => isOutside))),
  )
  return (
    <>
      <div className="row sheets__line" data-wrap>
        <p {...figures()} role="status">
          예약 {pager.count > pager.pageSize ? pager.count : count}건
        </p>
        <Pager label="예약 페이지" {...pager} />
        {!isNarrow && <Legend status={status} />}
        {hasOutside && !isNarrow && (
          <p className="muted small">07:00 이전과 19:00 이후의 예약은 첫 칸과 마지막 칸에 있습니다.</p>
        )}
        {isAllDates && (
          <p className="muted small">현장 예약은 날짜를 하나 선택하면 빈 시간에서 등록할 수 있습니다.</p>
        )}
      </div>
      {count === 0 && children}
      {isNarrow ? (
        <Lists days={days} isBusy={isBusy} {...actions} />
      ) : (
        days.length > 0 && <Sheets days={days} isBusy={isBusy} view={view} {...actions} />
      )}
    </>
  )
}

const SPOTS = { cells: '[data-spot]', walk: walkHours, start: ['[data-spot=block]', '[data-spot]'] }

type SheetsProps = Pick<Props, 'days' | 'isBusy'> & Actions

function Sheets({ days, isBusy, view, onOpen, onEmpty }: SheetsProps & Pick<Props, 'view'>) {
  const holder = useFocusFallback<HTMLDivElement>(tabStopIn)
  const focus = useRovingFocus(holder, SPOTS)
  const shown = useRef(view)
  useEffect(() => {
    if (shown.current === view) return
    shown.current = view
    holder.current?.scrollTo({ top: 0 })
  })
  useStartAtNow(holder)
  return (
    <div
      className="sheets frame"
      ref={holder}
      {...focus}
      role="region"
      aria-label="예약 시간표"
      aria-busy={isBusy}
      // Scrollable, so focusable even when nothing inside is.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {days.map((board, i) => (
        <Fragment key={`${board.date} ${board.kind}`}>
          {board.date !== days[i - 1]?.date && <h2 {...figures('sheets__date')}>{koreanDate(board.date)}</h2>}
          <HourTable board={board} onOpen={onOpen} onEmpty={onEmpty} />
        </Fragment>
      ))}
    </div>
  )
}

function Lists({ days, isBusy, onOpen, onEmpty }: SheetsProps) {
  const holder = useFocusFallback<HTMLDivElement>()
  return (
    <div className="stack" data-gap="24" ref={holder} aria-busy={isBusy}>
      {days.map((board, i) => (
        <Fragment key={`${board.date} ${board.kind}`}>
          {board.date !== days[i - 1]?.date && (
            <h2 {...figures()} tabIndex={-1}>
              {koreanDate(board.date)}
            </h2>
          )}
          <PlaceList board={board} onOpen={onOpen} onEmpty={onEmpty} />
        </Fragment>
      ))}
    </div>
  )
}

const Legend = ({ status }: Pick<Props, 'status'>) => (
  <ul className="sheets__legend" aria-label="상태 표시">
    {STATUSES.filter((each) => statusesIn(status).includes(each)).map((each) => (
      <li key={each}>
        {/* Like its blocks, which differ from its badge. */}
        {each === 'COMPLETED' ? (
          <Badge tone="approved">{STATUS_TEXT[each]}</Badge>
        ) : (
          <StatusBadge status={each} />
        )}
        {MARKS[each] && <span className="strong sheets__mark">{MARKS[each]}</span>}
      </li>
    ))}
    {useContext(WaitingCounts).reservations.size > 0 && (
      <li className="small">
        <span className="strong hour-block__waiting">+1</span> 자리 대기
      </li>
    )}
  </ul>
)

/** Scrolls to the current hour where not all fit. */
function useStartAtNow(holder: { current: HTMLElement | null }) {
  const isDone = useRef(false)
  useEffect(() => {
    const sheet = holder.current
    const line = sheet?.querySelector<HTMLElement>('.now-line')
    if (isDone.current || !sheet || !line) return
    isDone.current = true
    const names = sheet.querySelector<HTMLElement>('.hour-table__corner')?.offsetWidth ?? 0
    sheet.scrollTo({ left: line.offsetLeft - names - sheet.clientWidth / 4 })
  })
}
