import { memo, useId, type CSSProperties, type ReactNode } from 'react'
import type { Reservation } from '../../../contract/reservation.ts'
import { TierBadge } from '../../components/tier.tsx'
import { ReservationBlock } from './block.tsx'
import { HOURS, nowColumn } from '../components/drawn-hours.ts'
import { sameRow, type Cell, type GridDay, type Row } from './grid-days.ts'
import { madridTime } from '../../../domain/madrid-time.ts'
import { useNow } from '../../browser/clock.ts'
import { figures } from '../../ui/figures.ts'
import './hour-table.css'
import './now-line.css'

export type Actions = {
  onOpen: (reservation: Reservation) => void
  onEmpty: (row: Row, board: Pick<GridDay, 'kind' | 'date'>, time: string) => void
}

export const TITLES = { tour: 'VIP 투어', room: '미팅룸' } as const
const PLACES = { tour: ['도슨트', '가'], room: ['미팅룸', '이'] } as const

/**
 * No `<table>`: its rows can't skip drawing out of view, and with hundreds of reservations every press would wait
 * for them.
 */
export const HourTable = memo(function HourTable({ board, onOpen, onEmpty }: { board: GridDay } & Actions) {
  const titleId = useId()
  const { kind, date, rows, count } = board
  return (
    <section className="hour-board">
      <h3 className="hour-board__title" id={titleId}>
        <span>{TITLES[kind]}</span> <span {...figures('muted plain')}>{count}건</span>
      </h3>
      <div className="hour-table" role="table" aria-labelledby={titleId}>
        <div className="muted small hour-table__heads" role="row">
          <div className="hour-table__corner" role="columnheader">
            {PLACES[kind][0]}
          </div>
          {HOURS.map((hour) => (
            <div key={hour} {...figures('hour-table__hour')} role="columnheader">
              {hour}
            </div>
          ))}
          <NowLabel date={date} />
        </div>
        <NowLine date={date} />
        {rows.map((row) => (
          <PlaceRow key={row.key} row={row} date={date} kind={kind} onOpen={onOpen} onEmpty={onEmpty} />
        ))}
      </div>
      {rows.length === 0 && (
        <p className="hour-board__none muted">{`등록된 ${PLACES[kind].join('')} 없습니다.`}</p>
      )}
    </section>
  )
})

type RowProps = { row: Row; date: string; kind: GridDay['kind'] } & Actions

const PlaceRow = memo(
  function PlaceRow({ row, date, kind, onOpen, onEmpty }: RowProps) {
    return (
      <div className="hour-table__row" role="row" style={heightOf(row)}>
        <div className="hour-table__place" role="rowheader">
          <span {...figures('strong hour-table__name')}>{row.name}</span>{' '}
          {row.place && <TierBadge of={row.place} />}{' '}
          <span {...figures('muted small hour-table__facts')}>{factsOf(row)}</span>
        </div>
        {row.cells.map((cell, column) => (
          <HourCell
            key={HOURS[column]}
            cell={cell}
            placeName={row.name}
            onOpen={onOpen}
            onEmpty={(time) => onEmpty(row, { kind, date }, time)}
          />
        ))}
      </div>
    )
  },
  (before, after) =>
    before.date === after.date &&
    before.onOpen === after.onOpen &&
    before.onEmpty === after.onEmpty &&
    sameRow(before.row, after.row),
)

export function factsOf({ place }: Row): string {
  if (!place) return '삭제됨'
  return 'language' in place ? place.language : `${place.floor}층 · ${place.size}명`
}

// From this number on, the blocks of an hour are one line high.
const STACKED = 3
// An hour of ten-minute slots takes two lines of three.
const FREE_SHOWN = 6
const FREE_IN_LINE = 3

/** Estimates the height before drawing, from the fullest hour. */
function heightOf({ cells }: Row): CSSProperties {
  const heights = cells.map(({ blocks, free }) => {
    const lines = Math.ceil(Math.min(free.length, FREE_SHOWN) / FREE_IN_LINE)
    return blocks.length * (blocks.length < STACKED ? 2 : 1) + lines
  })
  return { '--lines': Math.max(2, ...heights) } as CSSProperties
}

type CellProps = {
  cell: Cell
  placeName: string
  onOpen: Actions['onOpen']
  onEmpty: (time: string) => void
}

const HourCell = ({ cell: { blocks, free }, placeName, onOpen, onEmpty }: CellProps) => (
  <div className="hour-table__cell" role="cell">
    {blocks.map(({ reservation, status, time, isOutside }) => (
      <ReservationBlock
        key={`${reservation.type} ${reservation.id}`}
        reservation={reservation}
        status={status}
        time={time}
        isOutside={isOutside}
        isCompact={blocks.length >= STACKED}
        onOpen={onOpen}
      />
    ))}
    {free.length > 0 && (
      <div className="hour-table__times">
        {free.slice(0, free.length > FREE_SHOWN ? FREE_SHOWN - 1 : FREE_SHOWN).map((time) => (
          <FreeTime key={time} time={time} name={`${placeName} ${time} 현장 예약`} onPress={onEmpty}>
            {time.slice(2)}
          </FreeTime>
        ))}
        {free.length > FREE_SHOWN && (
          <FreeTime
            time={free[FREE_SHOWN - 1]!}
            name={`${placeName} ${free[FREE_SHOWN - 1]} 이후 ${free.length - FREE_SHOWN + 1}개 시간 현장 예약`}
            onPress={onEmpty}
          >
            {`+${free.length - FREE_SHOWN + 1}`}
          </FreeTime>
        )}
      </div>
    )}
  </div>
)

type FreeTimeProps = { time: string; name: string; onPress: (time: string) => void; children: ReactNode }

const FreeTime = ({ time, name, onPress, children }: FreeTimeProps) => (
  <button
    type="button"
    {...figures('muted small center hour-table__free')}
    data-spot="free"
    tabIndex={-1}
    aria-haspopup="dialog"
    aria-label={name}
    onClick={() => onPress(time)}
  >
    {children}
  </button>
)

// Separate components, so that only they re-render.

function NowLine({ date }: { date: string }) {
  const column = nowColumn(date, useNow(60_000))
  return column !== null && <div className="now-line" style={placed(column)} aria-hidden="true" />
}

function NowLabel({ date }: { date: string }) {
  const now = useNow(60_000)
  const column = nowColumn(date, now)
  if (column === null) return null
  return (
    <span {...figures('small strong now-label')} style={placed(column)} aria-hidden="true">
      {madridTime(now)}
    </span>
  )
}

const placed = (column: number) => ({ '--share': column / HOURS.length }) as CSSProperties
