import { useContext, useId } from 'react'
import { StatusBadge } from '../../components/reservation/status-badge.tsx'
import { spanText } from '../../components/reservation/reservation-text.ts'
import { TierBadge } from '../../components/tier.tsx'
import type { GridDay, Row } from './grid-days.ts'
import { factsOf, TITLES, type Actions } from './hour-table.tsx'
import { UNTOLD_TEXT, useFailedMails } from '../components/failed-mails.ts'
import { WaitingCounts, waitingText } from '../components/waitlist/waiting-counts.ts'
import { Badge } from '../../ui/list/badge.tsx'
import { partyName } from '../components/party-name.ts'
import { figures } from '../../ui/figures.ts'
import './place-list.css'

type Props = { board: GridDay } & Actions

/** For phones: a card per docent or room. */
export function PlaceList({ board, onOpen, onEmpty }: Props) {
  const titleId = useId()
  const { kind, date, rows, count } = board
  const [busy, idle] = [rows.filter((row) => row.count > 0), rows.filter((row) => row.count === 0)]
  return (
    <section className="stack" data-gap="12" aria-labelledby={titleId}>
      <h3 id={titleId}>
        <span>{TITLES[kind]}</span> <span {...figures('muted')}>{count}건</span>
      </h3>
      {busy.map((row) => (
        <PlaceCard key={row.key} row={row} kind={kind} date={date} onOpen={onOpen} onEmpty={onEmpty} />
      ))}
      {idle.length > 0 && (
        <div className="place-list__idle">
          <p className="muted small">예약 없음</p>
          {idle.map((row) => (
            <div key={row.key} className="row place-list__idle-row" data-spread>
              <PlaceName row={row} />
              <FreeButton row={row} kind={kind} date={date} onEmpty={onEmpty} />
            </div>
          ))}
        </div>
      )}
    </section>
  )
}

type RowProps = { row: Row } & Pick<GridDay, 'kind' | 'date'>

function PlaceCard({ row, onOpen, ...rest }: RowProps & Actions) {
  const untold = useFailedMails()
  const waiting = useContext(WaitingCounts).reservations
  return (
    <article className="place-card frame">
      <header className="row place-card__head" data-spread>
        <h4>
          <PlaceName row={row} />
        </h4>
        <FreeButton row={row} {...rest} />
      </header>
      <ul>
        {row.cells.flatMap(({ blocks }) =>
          blocks.map(({ reservation, status }) => (
            <li key={`${reservation.type} ${reservation.id}`}>
              <button
                type="button"
                className="place-card__block focus-inside"
                data-status={status}
                aria-haspopup="dialog"
                onClick={() => onOpen(reservation)}
              >
                <span {...figures('strong place-card__company')}>{partyName(reservation)}</span>{' '}
                <StatusBadge status={status} />{' '}
                {waiting.has(reservation.id) && (
                  <Badge tone="held">{waitingText(waiting.get(reservation.id)!)}</Badge>
                )}{' '}
                <span className="place-card__line muted small">
                  <span {...figures()}>{spanText(reservation)}</span>
                  {' · '}
                  <bdi translate="no">
                    {reservation.type === 'GROUP_MEETING'
                      ? reservation.visitor.title
                      : reservation.visitor.name}
                  </bdi>
                  <span {...figures()}> · {reservation.visitor.count}명</span>
                  {untold.has(reservation.id) && (
                    <span className="problem medium">{` · ${UNTOLD_TEXT}`}</span>
                  )}
                </span>
              </button>
            </li>
          )),
        )}
      </ul>
    </article>
  )
}

const PlaceName = ({ row }: { row: Row }) => (
  <span className="plain">
    <span {...figures('strong')}>{row.name}</span> {row.place && <TierBadge of={row.place} />}{' '}
    <span {...figures('muted small')}>{factsOf(row)}</span>
  </span>
)

function FreeButton({ row, kind, date, onEmpty }: RowProps & Pick<Actions, 'onEmpty'>) {
  const { free } = row
  if (free === null) return null
  return (
    <button
      type="button"
      {...figures('strong place-card__free')}
      aria-haspopup="dialog"
      aria-label={`${row.name} ${free} 현장 예약`}
      onClick={() => onEmpty(row, { kind, date }, free)}
    >
      + {free}
    </button>
  )
}
