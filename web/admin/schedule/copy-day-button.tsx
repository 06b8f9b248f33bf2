import { useState } from 'react'
import type { PlanKind } from '../../../contract/admin/slot-plan.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { lazy } from '../../shell/lazy.tsx'
import { Button } from '../../ui/button.tsx'

const CopyDayDialog = lazy(() => import('./copy-day-dialog.tsx'))

type Props = {
  /** The date to copy; without it one is chosen in the dialog. */
  from?: string
  /** The kind of times that is copied unless another is chosen. */
  kind?: PlanKind
}

/** Opens the copy of one date's times to others. */
export function CopyDayButton({ from, kind }: Props) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size={from ? 'small' : 'normal'}
        aria-label={from && `${koreanDate(from)} 시간을 다른 날짜로 복사`}
        onClick={() => setOpen(true)}
      >
        {from ? '복사' : '하루 복사'}
      </Button>
      {isOpen && <CopyDayDialog from={from} kind={kind} onClose={() => setOpen(false)} />}
    </>
  )
}
