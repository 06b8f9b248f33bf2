import type { ReactNode } from 'react'
import type { Reservation } from '../../../contract/reservation.ts'
import { TierBadge } from '../../components/tier.tsx'
import { competingTexts, type Queued } from './queue.ts'
import { figures } from '../../ui/figures.ts'
import { VisitorName, visitText } from '../components/visit.tsx'
import './bulk-list.css'

type Props = {
  label: string
  of: readonly Reservation[]
  children: (reservation: Reservation) => ReactNode
  /** The dialog's only content: it is tall and takes the focus, so that arrow keys scroll it. */
  isAll?: boolean
}

export const BulkList = ({ label, of, children, isAll }: Props) => (
  <div
    className="bulk-list"
    role="region"
    aria-label={label}
    // Arrow keys scroll only what has the focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
    tabIndex={0}
    data-tall={isAll || undefined}
    data-autofocus={isAll || undefined}
  >
    <ul className="lined">
      {of.map((reservation) => (
        <li key={reservation.id} className="bulk-list__item">
          <p>
            <VisitorName visitor={reservation.visitor} />
          </p>
          <p {...figures('muted small')}>{visitText(reservation)}</p>
          {children(reservation)}
        </li>
      ))}
    </ul>
  </div>
)

type WarningsProps = { reservation: Reservation; known: ReadonlyMap<number, Queued> }

export function Warnings({ reservation: { id }, known }: WarningsProps) {
  const queued = known.get(id)
  const rivals = queued ? competingTexts(queued.competing) : []
  if (!queued?.tier && rivals.length === 0) return null
  return (
    <p {...figures('warning medium small')}>
      {queued?.tier && <TierBadge of={queued.tier} />} {rivals.join(' · ')}
    </p>
  )
}
