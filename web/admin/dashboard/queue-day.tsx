import { memo, useId, type FocusEvent, type RefObject } from 'react'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { useMay } from '../components/use-may.ts'
import { checkedOf, type Selection } from '../components/use-selection.ts'
import { Checkbox } from '../../ui/choice/checkbox.tsx'
import { timeRange } from '../../components/reservation/reservation-text.ts'
import { QueueRow } from './queue-row.tsx'
import type { Deciding } from '../reservation-dialog/decide.ts'
import type { Queued, QueueGroup } from './queue.ts'
import type { FocusChange } from './queue-focus.ts'
import type { Queue } from './use-queue.ts'
import { figures } from '../../ui/figures.ts'
import './queue-day.css'

type Shared = {
  now: Instant
  onOpen: (reservation: Reservation) => void
  /** `toHere` selects a range. Stable, because rows are memoized. */
  onPress: (id: number, toHere: boolean) => void
}

type Props = Shared & {
  name: string
  /** This page's rows; `count` is the total. */
  day: QueueGroup
  count: number
  isToday: boolean
  queue: Queue
  inFlight: Deciding
}

/** Columns that differ by more rows are stacked, so that no half of the screen is empty. */
const EVEN = 8

export function QueueDayCard({ name, day, count, isToday, queue, inFlight, ...shared }: Props) {
  const titleId = useId()
  const { selection, focused, focusedRow, changeFocus } = queue
  const isEven = Math.abs(day.tours.length - day.meetings.length) <= EVEN
  const isWhole = day.tours.length === 0 || day.meetings.length === 0 || !isEven
  const columnOf = (title: string, reservations: readonly Reservation[]) =>
    reservations.length > 0 && (
      <Column
        title={title}
        name={name}
        showsDate={day.date === null}
        reservations={reservations}
        known={queue.known}
        isChosen={selection.has}
        onMark={selection.mark}
        busy={inFlight.doing}
        failures={inFlight.failures}
        focused={focused && reservations.includes(focused) ? focused : undefined}
        focusedRow={focusedRow}
        onFocus={changeFocus}
        {...shared}
      />
    )
  return (
    <section className="queue-day frame" aria-labelledby={titleId}>
      <h3 {...figures('row queue-day__title')} id={titleId}>
        {name}
        {isToday && <span className="queue-day__today"> 오늘</span>}
        <span className="muted"> {count}건</span>
      </h3>
      <div className="queue-day__columns lined" data-whole={isWhole || undefined}>
        {columnOf('VIP 투어', day.tours)}
        {columnOf('미팅룸', day.meetings)}
      </div>
    </section>
  )
}

type ColumnProps = Shared &
  Pick<Deciding, 'failures'> & {
    busy: Deciding['doing']
    known: Queue['known']
    title: string
    name: string
    showsDate: boolean
    reservations: readonly Reservation[]
    isChosen: Selection<number>['has']
    onMark: Selection<number>['mark']
    /** Undefined if another column has the focused row. */
    focused: Reservation | undefined
    focusedRow: RefObject<HTMLButtonElement | null>
    onFocus: (change: FocusChange) => void
  }

// Memoized: a key moves the focus in one or two columns of many rows.
const Column = memo(
  ({
    title,
    name,
    reservations,
    isChosen,
    onMark,
    focused,
    focusedRow,
    busy,
    failures,
    known,
    ...shared
  }: ColumnProps) => {
    const ids = reservations.map(({ id }) => id)
    const mayDecide = useMay()(actOnReservation)
    const checked = checkedOf(ids.filter(isChosen).length, ids.length)
    return (
      <div className="queue-day__column">
        <h4 className="row muted small strong queue-day__kind">
          {mayDecide && (
            <Checkbox quiet checked={checked} onChange={() => onMark(ids, checked !== true)}>
              {`${name} ${title} 모두 선택`}
            </Checkbox>
          )}
          <span>{title}</span> <span {...figures('muted')}>{ids.filter((id) => !busy.has(id)).length}건</span>
        </h4>
        <ul className="lined">
          {reservations.map((reservation) => (
            <Item
              key={reservation.id}
              reservation={reservation}
              queued={known.get(reservation.id)}
              isChosen={isChosen(reservation.id)}
              isBusy={busy.has(reservation.id)}
              failure={failures.get(reservation.id)}
              focusedRow={reservation === focused ? focusedRow : undefined}
              {...shared}
            />
          ))}
        </ul>
      </div>
    )
  },
)

type ItemProps = Pick<Shared, 'now' | 'onOpen' | 'onPress'> & {
  reservation: Reservation
  queued: Queued | undefined
  showsDate: boolean
  isChosen: boolean
  /** Decided, but not done yet. */
  isBusy: boolean
  failure: string | undefined
  focusedRow: RefObject<HTMLButtonElement | null> | undefined
  onFocus: (change: FocusChange) => void
}

// Memoized: there are hundreds, and a key changes one.
const Item = memo(({ reservation, isChosen, isBusy, focusedRow, onFocus, onPress, ...shown }: ItemProps) => {
  const mayDecide = useMay()(actOnReservation)
  return (
    // It only observes focus; checkbox and row handle input.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- see above
    <li
      className="queue-item"
      data-chosen={isChosen || undefined}
      data-busy={isBusy || undefined}
      onFocus={() => onFocus({ entered: reservation.id })}
      onBlur={(event) => hasLeft(event) && onFocus({ left: reservation.id })}
    >
      {mayDecide && (
        <Checkbox
          quiet
          checked={isChosen}
          onClick={({ shiftKey }) => onPress(reservation.id, shiftKey)}
          // onClick has handled it; React requires onChange for a controlled checkbox.
          onChange={() => {}}
        >
          {`${reservation.visitor.company} ${timeRange(reservation)} 선택`}
        </Checkbox>
      )}
      <QueueRow
        ref={focusedRow}
        reservation={reservation}
        isBusy={isBusy}
        onStep={(step) => onFocus({ step })}
        {...shown}
      />
    </li>
  )
})

/** False for a dialog or another window, which give the focus back. */
const hasLeft = ({ currentTarget, relatedTarget }: FocusEvent) =>
  relatedTarget
    ? !currentTarget.contains(relatedTarget) && !relatedTarget.closest('dialog')
    : document.hasFocus() && !document.querySelector('dialog[open]')
