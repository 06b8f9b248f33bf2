import { useEffect, type CSSProperties } from 'react'
import type { ScheduleSlot } from '../../../../contract/schedule.ts'
import { axisHours } from '../../../../domain/day-axis.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { memberSlotState, type MemberSlotState } from '../../../../domain/slot.ts'
import { hasTierFor, type TierFlags } from '../../../../domain/tier.ts'
import { labelledName } from '../../../components/tier.tsx'
import { useFocusFallback } from '../../../ui/dialog/use-focus-fallback.ts'
import { tabStopIn, useRovingFocus } from '../../../ui/panel/use-roving-focus.ts'
import type { OwnTimes } from '../../components/own-times/use-own-times.ts'
import type { Kind } from '../../../paths.ts'
import type { Place } from '../../components/places.ts'
import { OverviewCell } from './overview-cell.tsx'
import { cellInstead, walkRows } from './overview-keys.ts'
import { figures } from '../../../ui/figures.ts'
import './overview-grid.css'

type Props = {
  kind: Kind
  places: readonly Place[]
  times: readonly string[]
  date: string
  now: Instant
  member: TierFlags
  own: OwnTimes
  chosen: readonly number[]
  onTap: (place: Place, slot: ScheduleSlot, state: MemberSlotState, line: number | undefined) => void
}

/** The selection, else the first free time. */
const CELLS = {
  cells: 'tbody button',
  walk: walkRows,
  start: ['[data-state=selected]', '[data-state=available]', 'tbody button'],
  successor: cellInstead,
}

export function OverviewGrid({ kind, places, times, chosen, ...row }: Props) {
  const table = useFocusFallback<HTMLTableElement>(tabStopIn)
  const focus = useRovingFocus(table, CELLS)
  useEffect(() => {
    const cell = tabStopIn(table.current!)
    // If nothing is free, the message above is more important.
    if (cell?.getAttribute('aria-disabled') !== 'true')
      cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [table])
  return (
    <div className="overview-grid" data-kind={kind}>
      <table
        className="overview-grid__table"
        // Screen readers announce arrow keys only for a grid.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={kind === 'tour' ? '도슨트별 시간표' : '미팅룸별 시간표'}
        ref={table}
        style={{ '--columns': times.length } as CSSProperties}
        {...focus}
      >
        <thead>
          <tr>
            <th className="overview-grid__corner" scope="col">
              {kind === 'tour' ? '도슨트' : '미팅룸'}
            </th>
            {axisHours(times).map(({ hour, times: own }) => (
              <th
                key={hour}
                className="overview-grid__hour"
                scope="colgroup"
                colSpan={own.length}
                aria-label={`${hour}시`}
                translate="no"
              >
                {hour}
                {/* A single narrow column has room for the number alone. */}
                {(kind === 'tour' || own.length > 1) && '시'}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <Row key={place.id} place={place} times={times} chosen={chosen} {...row} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row({
  place,
  times,
  date,
  now,
  member,
  own,
  chosen,
  onTap,
}: Omit<Props, 'kind' | 'places'> & { place: Place }) {
  const hasTier = hasTierFor(member, place)
  const slots = new Map(place.slots.map((slot) => [slot.time, slot]))
  const isChosen = (time: string | undefined) => chosen.includes(slots.get(time ?? '')?.id ?? 0)
  return (
    <tr>
      <th className="overview-grid__place" scope="row" data-chosen={times.some(isChosen) || undefined}>
        <span {...figures('strong overview-grid__name')}>{labelledName(place)}</span>{' '}
        <span {...figures('muted small overview-grid__facts')}>
          {place.chosen.kind === 'tour' ? place.facts[0] : place.facts.join(' · ')}
        </span>
      </th>
      {times.map((time, i) => {
        const slot = slots.get(time)
        const state = slot && memberSlotState(slot, { ownSlots: own.slots, hasTier }, date, now)
        const line = state === 'reserved' ? own.lineOf(slot!, hasTier) : undefined
        const isSelected = isChosen(time)
        return (
          <td key={time} data-hour={times[i - 1]?.slice(0, 2) !== time.slice(0, 2) || undefined}>
            {slot && state && (
              <OverviewCell
                slot={slot}
                kind={place.chosen.kind}
                state={state}
                placeName={place.name}
                isSelected={isSelected}
                isJoined={isSelected && isChosen(times[i + 1])}
                isFollowing={isSelected && isChosen(times[i - 1])}
                line={line}
                onTap={() => onTap(place, slot, state, line)}
              />
            )}
          </td>
        )
      })}
    </tr>
  )
}
