import { useState } from 'react'
import type { Reservation } from '../../../contract/reservation.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { useInnermostDialog } from '../../ui/open-dialogs.ts'
import type { Result } from '../reservation-dialog/decide.ts'
import { BulkList } from './bulk-list.tsx'

export type BulkResult = { result: Result; fitting: readonly Reservation[] }

/** One result after another, never over another dialog. */
export function BulkResults({ of, onRead }: { of: readonly BulkResult[]; onRead: () => void }) {
  const isFree = useInnermostDialog() === undefined
  const [isShown, setShown] = useState(false)
  const [first] = of
  if (first && isFree && !isShown) setShown(true)
  if (!first || !isShown) return null
  const close = () => {
    setShown(false)
    onRead()
  }
  return <ResultDialog {...first} onClose={close} />
}

type Props = BulkResult & { onClose: () => void }

function ResultDialog({ result, fitting, onClose }: Props) {
  const told = new Map(result.results.map((each) => [each.id, each]))
  const title = `${result.done}건 처리, ${result.failed}건 실패`
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <Button kind="primary" onClick={onClose}>
          확인
        </Button>
      }
    >
      <BulkList label={title} of={fitting} isAll>
        {({ id }) => {
          const { done = false, error = null } = told.get(id) ?? {}
          return (
            <p className={`small ${done ? 'bulk-list__done' : 'bulk-list__error'}`}>
              {done ? '처리됨' : error}
            </p>
          )
        }}
      </BulkList>
    </Dialog>
  )
}
