import { useState } from 'react'
import type { PlanKind } from '../../../contract/admin/slot-plan.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { lazy } from '../../shell/lazy.tsx'
import { Button } from '../../ui/controls.tsx'

const CopyDayDialog = lazy(() => import('./copy-day-dialog.tsx'))

type Props = {
  /** Without it, chosen in the dialog. */
  from?: string
  kind?: PlanKind
}

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
