import type { DeletionTerms } from '../../../contract/admin/deletion.ts'
import { withReason, withToast } from '../components/with-toast.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { useRead } from '../../api/reads/use-read.ts'
import { figures } from '../../ui/figures.ts'
import { ConfirmDialog } from '../components/confirm-dialog.tsx'
import { useWaitingCounts } from '../components/waitlist/waiting-counts.ts'
import type { SlotKind } from './slot-kind.ts'
import { refreshSchedule } from './refresh-schedule.ts'
import { isUnfiltered, perform, readTaskImpact, TASK_TEXTS, type SlotTask } from './slot-task.ts'

type Props = { task: SlotTask; onDone: () => void; onClose: () => void }

export default function SlotTaskDialog({ task, onDone, onClose }: Props) {
  const { action, kind, ids, count } = task
  const { name, failed, effect, waits, unfiltered } = TASK_TEXTS[action]
  const size = count.toLocaleString('ko')
  const scope = useScope(task)
  const isWaitedFor = useIsWaitedFor(task)
  const confirm = async (terms: DeletionTerms) => {
    try {
      await withToast(() => perform(task, terms), failed, withReason)
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
      offersMove={action === 'delete'}
      reservations={action === 'delete' ? 'cancelled' : 'kept'}
      // Unlocking affects no reservation.
      {...(action !== 'unlock' && { readImpact: () => readTaskImpact(task) })}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {scope && <strong {...figures()}>{scope}</strong>}
        <span>{`${ids ? '선택한' : scope ? '의' : '모든'} ${kind.title} ${size}개가 대상입니다. ${effect}`}</span>
      </p>
      {isWaitedFor && waits && <p>{waits}</p>}
      {isUnfiltered(task) && (
        <p className="note schedule__warning">
          <strong>필터를 선택하지 않았습니다.</strong> <span>{unfiltered}</span>
        </p>
      )}
    </ConfirmDialog>
  )
}

/** Names the filter; null if it does not matter. */
function useScope({ kind, ids, filter: { place, date } }: SlotTask): string | null {
  const places = useRead<SlotKind['places']>(kind.places, {}).data ?? []
  if (ids !== null || (place === null && date === null)) return null
  const name = places.find(({ id }) => id === place)?.name ?? `전체 ${kind.place}`
  return `${name} · ${date === null ? '전체 날짜' : koreanDate(date)}`
}

/** With a filter, only loaded slots are known. */
function useIsWaitedFor({ ids, days, filter }: SlotTask): boolean {
  const { slots } = useWaitingCounts(filter.date ?? undefined)
  const inView = days.flatMap(({ groups }) => groups.flatMap((group) => group.slots.map(({ id }) => id)))
  return (ids ?? inView).some((id) => slots.has(id))
}
