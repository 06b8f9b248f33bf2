import { useId, type ReactNode } from 'react'
import { decideReservations } from '../../../contract/admin/bulk-decisions.ts'
import type { PastPart } from '../../../domain/queue-part.ts'
import { ActionButton } from '../components/action-button.tsx'
import { useMay } from '../components/use-may.ts'
import type { Decision } from '../reservation-dialog/decide.ts'
import { Icon } from '../../ui/icon.tsx'
import { Pager } from '../../ui/list/pager.tsx'
import { figures } from '../../ui/figures.ts'
import type { Past } from './use-queue-reads.ts'
import './past-requests.css'

const SECTIONS: Readonly<Record<PastPart, { name: string; forAll: readonly Decision[] }>> = {
  past: { name: '지난 신청', forAll: ['reject'] },
  past_cancellations: { name: '지난 취소 요청', forAll: ['reject_cancellation', 'approve_cancellation'] },
}

type Props = {
  of: Past
  /** Without those just decided. */
  count: number
  onDecideAll: (decision: Decision) => Promise<void>
  children: (name: string) => ReactNode
}

/** Requests or cancellation requests that ended undecided, collapsed. */
export default function PastRequests({
  of: { part, isOpen, setOpen, pager },
  count,
  onDecideAll,
  children,
}: Props) {
  const rowsId = useId()
  const may = useMay()
  const { name, forAll } = SECTIONS[part]
  return (
    <div className="stack" data-gap="12" role="group" aria-label={name}>
      <div className="card row past-requests__head" data-wrap data-spread>
        <h3 className="past-requests__title">
          <button
            type="button"
            className="row muted strong past-requests__fold"
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
          forAll.map((decision) => (
            <ActionButton key={decision} size="small" act={() => onDecideAll(decision)}>
              {decision === 'approve_cancellation' ? '모두 승인' : '모두 거절'}
            </ActionButton>
          ))}
      </div>
      {isOpen && (
        <div className="stack" id={rowsId}>
          {children(name)}
          <Pager label={`${name} 페이지`} {...pager} />
        </div>
      )}
    </div>
  )
}
