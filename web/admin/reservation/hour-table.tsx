import { memo, useId } from 'react'
import { tierOf } from '../../../domain/tier.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { TierBadge } from '../../labels/tier.tsx'
import { ReservationBlock } from './block.tsx'
import { HOURS, sameRow, type Board, type Cell, type Row } from './boards.ts'
import './hour-table.css'
import { NowLine } from './now-line.tsx'

export type Actions = {
  onOpen: (reservation: Reservation) => void
  /** Books at the desk: where, and from which time on. */
  onEmpty: (row: Row, board: Pick<Board, 'kind' | 'date'>, time: string) => void
}

const TITLES = { tour: 'VIP 투어', room: '미팅룸' } as const
const PLACES = { tour: '도슨트', room: '미팅룸' } as const

/** One date's docents or rooms by hours. */
export const HourTable = memo(function HourTable({ board, onOpen, onEmpty }: { board: Board } & Actions) {
  const titleId = useId()
  const { kind, date, rows, count } = board
  return (
    <section className="hour-board">
      <h3 className="hour-board__title" id={titleId}>
        {TITLES[kind]} <span className="hour-board__count numerals">{count}건</span>
      </h3>
      <div className="hour-board__sheet">
        <table className="hour-table" aria-labelledby={titleId}>
          <thead>
            <tr>
              <th className="hour-table__corner" scope="col">
                {PLACES[kind]}
              </th>
              {HOURS.map((hour) => (
                <th key={hour} className="hour-table__hour numerals" scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <PlaceRow key={row.key} row={row} date={date} kind={kind} onOpen={onOpen} onEmpty={onEmpty} />
            ))}
          </tbody>
        </table>
        <NowLine date={date} />
        {rows.length === 0 && <p className="hour-board__none muted">등록된 {PLACES[kind]}가 없습니다.</p>}
      </div>
    </section>
  )
})

type RowProps = { row: Row; date: string; kind: Board['kind'] } & Actions

const PlaceRow = memo(
  function PlaceRow({ row, date, kind, onOpen, onEmpty }: RowProps) {
    return (
      <tr className="hour-table__row">
        <th className="hour-table__place" scope="row">
          <span className="hour-table__name">{row.name}</span>{' '}
          {row.place && tierOf(row.place) !== 'normal' && <TierBadge of={row.place} />}{' '}
          <span className="hour-table__facts">{factsOf(row)}</span>
        </th>
        {row.cells.map((cell, column) => (
          <HourCell
            key={HOURS[column]}
            cell={cell}
            placeName={row.name}
            onOpen={onOpen}
            onEmpty={(time) => onEmpty(row, { kind, date }, time)}
          />
        ))}
      </tr>
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

const STACKED = 3

type CellProps = {
  cell: Cell
  placeName: string
  onOpen: Actions['onOpen']
  onEmpty: (time: string) => void
}

const HourCell = ({ cell: { blocks, free }, placeName, onOpen, onEmpty }: CellProps) => (
  <td className="hour-table__cell">
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
    {free !== null && (
      <button
        type="button"
        className="hour-table__free"
        data-spot="free"
        tabIndex={-1}
        aria-haspopup="dialog"
        aria-label={`${placeName} ${free} 현장 예약`}
        onClick={() => onEmpty(free)}
      >
        +
      </button>
    )}
  </td>
)
