import type { ReactNode } from 'react'
import { reservationFacts, type Reservation } from '../../../contract/reservation.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import type { TierFlags } from '../../../domain/tier.ts'
import { placeName, timeRange } from '../../components/reservation/reservation-text.ts'
import { TierBadge } from '../../components/tier.tsx'
import { competingTexts, type CompetingRequests } from './competing-requests.ts'
import './bulk-list.css'

export type Weighed = {
  competing: ReadonlyMap<number, CompetingRequests>
  tiers: ReadonlyMap<number, TierFlags>
}

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
    <ul>
      {of.map((reservation) => (
        <li key={reservation.id} className="bulk-list__item">
          <p>
            <span className="strong">{reservation.visitor.company}</span> {reservation.visitor.name}
          </p>
          <p className="muted small numerals">
            {shortKoreanDate(reservationFacts(reservation).date)} {timeRange(reservation)} ·{' '}
            {placeName(reservation)}
          </p>
          {children(reservation)}
        </li>
      ))}
    </ul>
  </div>
)

export function Warnings({ reservation, competing, tiers }: Weighed & { reservation: Reservation }) {
  const tier = tiers.get(reservation.user.id ?? 0)
  const rivals = competingTexts(competing.get(reservation.id))
  if (!tier && rivals.length === 0) return null
  return (
    <p className="bulk-list__warnings small numerals">
      {tier && <TierBadge of={tier} />} {rivals.join(' · ')}
    </p>
  )
}
