import type { Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { AskedDecision, Decision } from '../reservation-dialog/decide.ts'
import { ReasonDialog } from '../reservation-dialog/late-tasks.ts'
import { lazy } from '../../shell/lazy.tsx'
import type { BulkResult } from './result-dialog.tsx'
import type { Queued } from './queue.ts'

export const BulkDialog = lazy(() => import('./bulk-dialog.tsx'))
export const KindDialog = lazy(() => import('./kind-dialog.tsx'))

/** A decision to confirm, or two to choose from. */
export type PendingDecision =
  | { decision: Decision; about: readonly Reservation[]; isOne?: boolean; reason?: string }
  | { answer: AskedDecision; about: readonly Reservation[] }

type Props = {
  known: ReadonlyMap<number, Queued>
  deciding: PendingDecision
  now: Instant
  isInSight: (reservation: Reservation) => boolean
  onChoose: (decision: Decision) => void
  onClose: () => void
  onDone: (result: BulkResult) => void
}

export function DecisionDialog({ deciding, now, isInSight, known, onChoose, onClose, onDone }: Props) {
  const { about } = deciding
  if ('answer' in deciding)
    return <KindDialog answer={deciding.answer} {...{ about, now, onChoose, onClose }} />
  const { decision, isOne, reason } = deciding
  return isOne ? (
    <ReasonDialog reservation={about[0]!} decision={decision} onClose={onClose} onDecided={onClose} />
  ) : (
    <BulkDialog {...{ decision, about, reason, known, isInSight, onClose, onDone }} />
  )
}
