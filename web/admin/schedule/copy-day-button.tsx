import { Suspense, useState } from 'react'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { lazyScreen } from '../../shell/lazy-screen.tsx'
import { Button } from '../../ui/button.tsx'

const CopyDayDialog = lazyScreen(() => import('./copy-day-dialog.tsx'))

type Props = {
  /** The date to copy; without it one is chosen in the dialog. */
  from?: string
}

/** Opens the copy of one date's times to others. */
export function CopyDayButton({ from }: Props) {
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
      {isOpen && (
        <Suspense fallback={null}>
          <CopyDayDialog from={from} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
