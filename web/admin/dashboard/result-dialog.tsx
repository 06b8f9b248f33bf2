import type { Reservation } from '../../../contract/reservation.ts'
import { Button } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { BulkList } from './bulk-list.tsx'
import type { Result } from '../reservation-dialog/decide.ts'

export type BulkResult = { result: Result; fitting: readonly Reservation[] }

type Props = BulkResult & { onClose: () => void }

export default function ResultDialog({ result, fitting, onClose }: Props) {
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
          return <p className={`small ${done ? 'bulk-list__done' : 'problem'}`}>{done ? '처리됨' : error}</p>
        }}
      </BulkList>
    </Dialog>
  )
}
