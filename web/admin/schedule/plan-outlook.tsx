import { TOO_MANY_TEXT } from '../../../contract/admin/slot-plan.ts'
import type { SlotKind } from './slot-kind.ts'
import type { PlanOutlook } from './use-plan-outlook.ts'
import type { Docent, Room } from '../../../contract/place.ts'
import type { EventDate } from '../../../contract/event-date.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { TierBadge } from '../../components/tier.tsx'
import { Cell, Row, Table } from '../../ui/list/table.tsx'
import { groupBy } from '../../../domain/group-by.ts'
import type { PlanCell } from './plan-cells.ts'
import { figures } from '../../ui/figures.ts'
import './plan.css'

export function PlanTable({ kind, plan }: { kind: SlotKind; plan: PlanOutlook }) {
  const { day, shown, isTooMuch, outlook } = plan
  const { interval_minutes, duration_minutes } = day.plan
  return (
    <div className="stack" data-gap="8">
      <div className="stack" data-gap="8" role="status">
        <Summary {...plan} noun={kind.place} />
        {isTooMuch && <p className="warning medium">{TOO_MANY_TEXT}</p>}
        {interval_minutes < duration_minutes && (
          <p className="warning medium">간격이 소요 시간보다 짧아, 서로 겹치는 시간은 건너뜁니다.</p>
        )}
      </div>
      {outlook && <Reopened {...shown} cells={outlook.cells} />}
      {outlook && <PlanMatrix noun={kind.place} {...shown} cells={outlook.cells} isStale={!day.isTyped} />}
    </div>
  )
}

function Summary({ day, outlook, isTooMuch, noun }: PlanOutlook & { noun: string }) {
  if (!day.isTyped) return <p className="muted">시간대와 간격, 소요 시간을 확인해주세요.</p>
  if (isTooMuch) return null
  if (!outlook) return <p className="muted">{`${noun}, 날짜를 하나 이상 선택해주세요.`}</p>
  const { created, skipped } = outlook.total
  return (
    <p>
      <strong {...figures()}>{`${created.toLocaleString('ko')}개`}</strong>가 추가됩니다.{' '}
      {skipped > 0 && (
        <span>
          겹치거나 만들 수 없는 <span {...figures()}>{`${skipped.toLocaleString('ko')}개`}</span>는
          건너뜁니다.
        </span>
      )}
    </p>
  )
}

type ReopenedProps = Pick<Props, 'places' | 'dates' | 'cells'>

/** Names what was deleted or locked and would be open again. */
function Reopened({ places, dates, cells }: ReopenedProps) {
  const added = cells.filter(({ created }) => created > 0)
  const linesOf = (some: readonly PlanCell[]) =>
    [...groupBy(some, ({ event_date_id, reopened }) => `${event_date_id} ${reopened}`).values()].map(
      (same) => {
        const [{ event_date_id, reopened }] = same as [PlanCell]
        const date = shortKoreanDate(dates.find(({ id }) => id === event_date_id)!.date)
        const names = places.filter(({ id }) => same.some(({ place_id }) => place_id === id))
        return `${date} ${reopened} · ${names.map(({ name }) => name).join(', ')}`
      },
    )
  const gaps = linesOf(added.filter(({ reopened }) => reopened !== ''))
  const locked = linesOf(added.filter(({ isLocked }) => isLocked).map((cell) => ({ ...cell, reopened: '' })))
  return (
    <>
      <ReopenedNote text="삭제했거나 만들지 않은 다음 시간도 열립니다." lines={gaps} />
      <ReopenedNote text="모두 잠근 다음 곳에 잠기지 않은 시간이 생깁니다." lines={locked} />
    </>
  )
}

const ReopenedNote = ({ text, lines }: { text: string; lines: readonly string[] }) =>
  lines.length > 0 && (
    <div className="note schedule__warning">
      <p className="strong">{text}</p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- A long list scrolls, also by keyboard. */}
      <ul className="plan__reopened small" tabIndex={0} aria-label={text}>
        {lines.map((line) => (
          <li key={line} translate="no">
            {line}
          </li>
        ))}
      </ul>
    </div>
  )

type Props = {
  noun: string
  places: readonly (Docent | Room)[]
  dates: readonly EventDate[]
  cells: readonly PlanCell[]
  /** Shows the last valid plan while typing. */
  isStale: boolean
}

const LABEL = '만들어질 시간'

function PlanMatrix({ noun, places, dates, cells, isStale }: Props) {
  const byPlace = new Map(cells.map((cell) => [`${cell.place_id} ${cell.event_date_id}`, cell]))
  return (
    <div
      className="plan__matrix"
      translate="no"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Many dates scroll, also by keyboard.
      tabIndex={0}
      role="group"
      aria-label={LABEL}
      data-stale={isStale || undefined}
    >
      <Table
        label={LABEL}
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
    {existing > 0 && <span className="muted small">{`있음 ${existing}`}</span>}
    {skipped > 0 && (
      <span className="plan__skipped small">
        <span>{`건너뜀 ${skipped}`}</span>
        {why && <span className="visually-hidden">{`: ${why}`}</span>}
      </span>
    )}
  </div>
)
