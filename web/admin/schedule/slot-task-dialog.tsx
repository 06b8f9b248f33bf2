import { withToast } from '../components/with-toast.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { refreshSchedule } from './refresh-schedule.ts'
import { isUnfiltered, perform, readTaskImpact, TASK_TEXTS, type SlotTask } from './slot-task.ts'

type Props = { task: SlotTask; onDone: () => void; onClose: () => void }

/** Asks before slots are locked, opened or deleted, and does it. */
export default function SlotTaskDialog({ task, onDone, onClose }: Props) {
  const { action, kind, ids, count } = task
  const { name, failed, effect, unfiltered } = TASK_TEXTS[action]
  const size = count.toLocaleString('ko')
  const confirm = async (reason?: string) => {
    try {
      await withToast(() => perform(task, reason), failed)
      onDone()
    } finally {
      void refreshSchedule()
    }
  }
  return (
    <ConfirmDialog
      title={`가용 시간 ${name}`}
      action={`${size}개 ${name}`}
      kind={action === 'delete' ? 'danger' : 'primary'}
      isEverything={action === 'delete' && isUnfiltered(task)}
      reservations={action === 'delete' ? 'cancelled' : 'kept'}
      // Opening slots touches no reservation.
      {...(action !== 'unlock' && { readImpact: () => readTaskImpact(task) })}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {ids ? '선택한' : isUnfiltered(task) ? '모든' : '필터 결과의'} {kind.title} {size}개가 대상입니다.{' '}
        {effect}
      </p>
      {isUnfiltered(task) && (
        <p className="schedule__warning">
          <strong>필터를 선택하지 않았습니다.</strong> {unfiltered}
        </p>
      )}
    </ConfirmDialog>
  )
}
