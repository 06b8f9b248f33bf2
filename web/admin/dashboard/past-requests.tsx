import { useId, type ReactNode } from 'react'
import { decideReservations } from '../../../contract/admin/bulk-decisions.ts'
import type { PastPart } from '../../../domain/reservation.ts'
import { useMay } from '../components/use-may.ts'
import type { Decision } from '../reservation-dialog/decisions.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Pager } from '../../ui/list/pager.tsx'
import { figures } from '../../ui/figures.ts'
import type { Past } from './use-queue-reads.ts'
import './past-requests.css'

type ForAll = readonly { decision: Decision; text: string }[]

export const PAST_TEXT: Readonly<Record<PastPart, { name: string; forAll: ForAll }>> = {
  past: { name: '지난 신청', forAll: [{ decision: 'reject', text: '모두 거절' }] },
  past_cancellations: {
    name: '지난 취소 요청',
    forAll: [
      { decision: 'reject_cancellation', text: '모두 거절' },
      { decision: 'approve_cancellation', text: '모두 승인' },
    ],
  },
}

type Props = {
  of: Past
  /** Without those just decided. */
  count: number
  onDecideAll: (decision: Decision) => void
  children: ReactNode
}

/** Requests or cancellation requests that ended undecided, collapsed. */
export function PastRequests({ of: { part, isOpen, setOpen, pager }, count, onDecideAll, children }: Props) {
  const rowsId = useId()
  const may = useMay()
  const { name, forAll } = PAST_TEXT[part]
  return (
    <div className="past-requests" role="group" aria-label={name}>
      <div className="past-requests__head">
        <h3 className="past-requests__title">
          <button
            type="button"
            className="past-requests__fold"
            aria-expanded={isOpen}
            aria-controls={isOpen ? rowsId : undefined}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name="chevron" />
            <span {...figures()}>
              {name} {count}건
            </span>
          </button>
        </h3>
        {count > 0 &&
          may(decideReservations) &&
          forAll.map(({ decision, text }) => (
            <Button key={decision} size="small" onClick={() => onDecideAll(decision)}>
              {text}
            </Button>
          ))}
      </div>
      {isOpen && (
        <div className="stack" id={rowsId}>
          {children}
          <Pager label={`${name} 페이지`} {...pager} />
        </div>
      )}
    </div>
  )
}
