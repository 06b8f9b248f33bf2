import type { Docent } from '../../../contract/docent.ts'
import type { EventDate } from '../../../contract/event-date.ts'
import type { Room } from '../../../contract/room.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { TierBadge } from '../../components/tier.tsx'
import { Cell, Row, Table } from '../../ui/list/table.tsx'
import type { PlanCell } from './plan-cells.ts'
import './plan.css'

type Props = {
  label: string
  noun: string
  places: readonly (Docent | Room)[]
  dates: readonly EventDate[]
  cells: readonly PlanCell[]
  /** Shows the last valid plan while typing. */
  isStale: boolean
}

export function PlanMatrix({ label, noun, places, dates, cells, isStale }: Props) {
  const byPlace = new Map(cells.map((cell) => [`${cell.place_id} ${cell.event_date_id}`, cell]))
  return (
    <div
      className="plan__matrix"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Many dates scroll, also by keyboard.
      tabIndex={0}
      role="group"
      aria-label={label}
      data-stale={isStale || undefined}
    >
      <Table
        label={label}
        columns={[
          { name: noun },
          ...dates.map(({ date }) => ({ name: shortKoreanDate(date), numeric: true })),
        ]}
      >
        {places.map((place) => (
          <Row key={place.id}>
            <Cell kind="title">
              {place.name} <TierBadge of={place} />
            </Cell>
            {dates.map(({ id, date }) => (
              <Cell key={id} label={shortKoreanDate(date)} numeric>
                <Amount {...byPlace.get(`${place.id} ${id}`)} />
              </Cell>
            ))}
          </Row>
        ))}
      </Table>
    </div>
  )
}

const Amount = ({ existing = 0, created = 0, skipped = 0, why }: Partial<PlanCell>) => (
  <div className="plan__amount">
    <span className={created > 0 ? 'strong' : 'muted'}>{created > 0 ? `+${created}개` : '0개'}</span>
    {existing > 0 && <span className="muted small">있음 {existing}</span>}
    {skipped > 0 && (
      <span className="plan__skipped small">
        건너뜀 {skipped}
        {why && <span className="visually-hidden">: {why}</span>}
      </span>
    )}
  </div>
)
