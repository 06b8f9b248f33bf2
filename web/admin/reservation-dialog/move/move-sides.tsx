import type { ReactNode } from 'react'
import { reservationFacts, type Reservation } from '../../../../contract/reservation.ts'
import type { Time } from '../../../../domain/slot.ts'
import { koreanDate } from '../../../../domain/madrid-time.ts'
import { spanOf } from '../../../../domain/slot-choice.ts'
import { minutesOf, placeName, timeRange, whereOf } from '../../../components/reservation/reservation-text.ts'
import { Drawing } from '../../../ui/icon.tsx'
import type { Place } from '../../components/place.ts'
import { figures } from '../../../ui/figures.ts'
import './move.css'

const ARROW = 'M4 12h15M13 6l6 6-6 6'

type Side = { date: string; range: string; minutes: number; name: string; facts: string }

const sideOf = (reservation: Reservation): Side => ({
  date: reservationFacts(reservation).date,
  range: timeRange(reservation),
  minutes: minutesOf(reservation),
  name: placeName(reservation),
  facts: (reservation.type === 'VIP_TOUR' ? whereOf(reservation) : whereOf(reservation).slice(1)).join(' · '),
})

export const placeFacts = ({ kind, place }: Place): string =>
  kind === 'tour' ? `${place.language} · ${place.start_point}` : `${place.floor}층 · ${place.size}명`

type Props = {
  reservation: Reservation
  goal: Place
  date: string
  chosen: readonly Time[]
  isSame: boolean
  /** Warnings about the new side. */
  children: ReactNode
}

export function MoveSides({ reservation, goal, date, chosen, isSame, children }: Props) {
  const before = sideOf(reservation)
  const span = chosen.length > 0 ? spanOf(chosen) : null
  const after: Side | null = span && {
    date,
    range: `${span.time} ~ ${span.end_time}`,
    minutes: span.minutes,
    name: goal.place.name,
    facts: placeFacts(goal),
  }
  return (
    <div className="move__sides">
      <section className="stack move__side" data-gap="4" data-side="before" aria-label="현재">
        <h3 className="muted small">현재</h3>
        <SideText {...before} after={isSame ? null : after} />
      </section>
      <span className="muted move__arrow">
        <Drawing shape={ARROW} />
      </span>
      <section
        className="stack move__side"
        data-gap="4"
        data-side="after"
        aria-label="변경 후"
        aria-live="polite"
      >
        <h3 className="muted small">변경 후</h3>
        {isSame ? (
          <p className="muted">날짜, 장소나 시간을 바꿔주세요.</p>
        ) : after ? (
          <>
            <SideText {...after} before={before} />
            {children}
          </>
        ) : (
          <p className="muted">시간을 선택해주세요.</p>
        )}
      </section>
    </div>
  )
}

type TextProps = Side & { before?: Side; after?: Side | null }

/** Struck out on the old side: what changes. */
function SideText({ date, range, minutes, name, facts, before, after }: TextProps) {
  const isMoved = after != null && (after.date !== date || after.range !== range)
  return (
    <>
      <p {...figures('strong move__when')} data-gone={isMoved || undefined}>
        {koreanDate(date)}
        <br />
        {range}
      </p>
      <p>
        <span
          className="strong move__place"
          data-gone={(after != null && after.name !== name) || undefined}
          translate="no"
        >
          {name}
        </span>{' '}
        <span className="muted small">{facts}</span>
      </p>
      {before && before.minutes !== minutes && (
        <p {...figures('warning small')}>
          이용 시간이 {before.minutes}분에서 {minutes}분으로 바뀝니다.
        </p>
      )}
    </>
  )
}
