import { memo, useMemo, type CSSProperties } from 'react'
import { STATUS_TEXT, type Reservation } from '../../../contract/reservation.ts'
import { spanText } from '../../components/reservation/reservation-text.ts'
import { SLOT_TEXT } from '../../components/slot-text.ts'
import { TierBadge } from '../../components/tier.tsx'
import { partyName } from '../components/party-name.ts'
import type { Place } from '../components/place.ts'
import { groundOf, type Block, type Row } from './timeline-rows.ts'
import { placed, type Span } from './timeline-span.ts'
import { figures } from '../../ui/figures.ts'
import './timeline-row.css'
import './timeline-cell.css'

export type Handlers = {
  onOpen: (reservation: Reservation) => void
  onBook: (where: Place, time: string) => void
}

type Props = Handlers & {
  row: Row
  /** Times up to this one (`HH:MM`) have begun. */
  past: string
  isMovable: boolean
}

export const TimelineRow = memo(function TimelineRow({ row, past, isMovable, onOpen, onBook }: Props) {
  const ground = useMemo(() => groundOf(row.slots, past), [row.slots, past])
  const cells = useMemo(
    () => [...row.blocks, ...ground].sort((a, b) => a.from - b.from),
    [row.blocks, ground],
  )
  const where = useMemo(
    () => row.place && ({ kind: row.kind, place: row.place } as Place),
    [row.kind, row.place],
  )
  const nameId = `timeline-${row.key}`
  return (
    <div className="timeline__row" role="group" aria-labelledby={nameId} data-row={row.key}>
      <RowName row={row} id={nameId} />
      <div className="timeline__lane" style={{ '--lanes': row.lanes } as CSSProperties}>
        {cells.map((cell) =>
          'reservation' in cell ? (
            <BlockButton
              key={cell.reservation.id}
              {...cell}
              placeName={row.name}
              {...{ isMovable, onOpen }}
            />
          ) : cell.kind === 'free' && where ? (
            <FreeButton
              key={`free-${cell.slot.id}`}
              from={cell.from}
              until={cell.until}
              time={cell.slot.time}
              endTime={cell.slot.end_time}
              where={where}
              onBook={onBook}
            />
          ) : (
            <span
              key={`${cell.kind}-${cell.from}`}
              className="timeline__stretch"
              data-kind={cell.kind}
              style={placeStyle(cell)}
            >
              <span data-stays={cell.until - cell.from >= LONG || undefined}>
                {cell.kind === 'past' ? SLOT_TEXT.past : '잠김'}
              </span>
            </span>
          ),
        )}
      </div>
    </div>
  )
})

function placeStyle(span: Span, lane = 0): CSSProperties {
  const { at, length } = placed(span)
  return { '--at': at, '--length': length, '--lane': lane } as CSSProperties
}

function RowName({ row: { name, kind, place }, id }: { row: Row; id: string }) {
  return (
    <div className="timeline__name" id={id}>
      <span className="strong">
        <span translate="no">{name}</span> {place && <TierBadge of={place} />}
      </span>{' '}
      <span {...figures('muted small timeline__facts')}>
        {place === null
          ? `삭제된 ${kind === 'tour' ? '도슨트' : '미팅룸'}`
          : 'language' in place
            ? place.language
            : `${place.floor}층 · ${place.size}명`}
      </span>
    </div>
  )
}

// In minutes. A shorter block has no room for its time. Keeping its text in view would cost a layer for each.
const LONG = 40
// In minutes. A shorter block shows only the status, which must stay legible.
const NARROW = 20

/** Whether a name may need more than two lines; a Hangul syllable is 2.6 minutes wide. */
function mayOverflow(name: string, minutes: number): boolean {
  const inLine = Math.floor(minutes / 2.6) - 1
  return name.length > (name.includes(' ') ? inLine : 2 * inLine)
}

type BlockProps = Block & { placeName: string } & Pick<Props, 'isMovable' | 'onOpen'>

const BlockButton = memo(function BlockButton({
  reservation,
  from,
  until,
  lane,
  placeName,
  isMovable,
  onOpen,
}: BlockProps) {
  const { status, visitor } = reservation
  const company = partyName(reservation)
  const stays = until - from >= LONG || undefined
  const isNarrow = until - from < NARROW
  // COMPLETED looks approved, with a tick.
  const tick = status === 'COMPLETED' ? '✓' : ''
  const what = `${STATUS_TEXT[status]} ${visitor.count}명`
  const when = spanText(reservation)
  return (
    <button
      type="button"
      className="small timeline__block"
      data-cell="block"
      data-reservation={reservation.id}
      data-from={from}
      data-until={until}
      data-status={status}
      data-narrow={isNarrow || undefined}
      style={placeStyle({ from, until }, lane)}
      tabIndex={-1}
      aria-haspopup="dialog"
      aria-keyshortcuts={isMovable ? 'M' : undefined}
      // A label instead of hidden text: a full day has a thousand blocks.
      aria-label={`${company} ${what} ${when} ${placeName}`}
      onClick={() => onOpen(reservation)}
    >
      <span
        // Clipped only if long: each clipped element slows the painting of a full day.
        className={`strong timeline__company${mayOverflow(company, until - from) ? ' two-lines' : ''}`}
        data-stays={stays}
        translate="no"
      >
        {company}
      </span>{' '}
      <span {...figures('timeline__more')} data-stays={stays}>
        {stays ? `${tick} ${what} ${when}` : isNarrow ? tick || STATUS_TEXT[status] : `${tick} ${what}`}
      </span>
    </button>
  )
})

type FreeProps = Span & { time: string; endTime: string; where: Place; onBook: Handlers['onBook'] }

const FreeButton = memo(function FreeButton({ from, until, time, endTime, where, onBook }: FreeProps) {
  return (
    <button
      type="button"
      {...figures('timeline__free')}
      data-cell="free"
      data-from={from}
      data-until={until}
      style={placeStyle({ from, until })}
      tabIndex={-1}
      aria-haspopup="dialog"
      aria-label={`${time} ~ ${endTime} ${SLOT_TEXT.available}, ${where.place.name} 현장 예약`}
      onClick={() => onBook(where, time)}
    >
      {time}
    </button>
  )
})
