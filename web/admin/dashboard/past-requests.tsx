import { useId, type ReactNode } from 'react'
import { decideReservations } from '../../../contract/admin/bulk-decisions.ts'
import { useMay } from '../components/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { figures } from '../../ui/figures.ts'
import './past-requests.css'

type Props = {
  /** Without those just decided. */
  count: number
  isOpen: boolean
  onToggle: () => void
  onRejectAll: () => void
  children: ReactNode
}

/** Requests that ended undecided, collapsed. */
export function PastRequests({ count, isOpen, onToggle, onRejectAll, children }: Props) {
  const rowsId = useId()
  const may = useMay()
  return (
    <div className="past-requests">
      <div className="past-requests__head">
        <h3 className="past-requests__title">
          <button
            type="button"
            className="past-requests__fold"
            aria-expanded={isOpen}
            aria-controls={isOpen ? rowsId : undefined}
            onClick={onToggle}
          >
            <Icon name="chevron" />
            <span {...figures()}>지난 신청 {count}건</span>
          </button>
        </h3>
        {count > 0 && may(decideReservations) && (
          <Button size="small" onClick={onRejectAll}>
            모두 거절
          </Button>
        )}
      </div>
      {isOpen && (
        <div className="stack" id={rowsId}>
          {children}
        </div>
      )}
    </div>
  )
}
