import { ActionBar } from '../components/action-bar.tsx'
import { waitingText } from '../components/waitlist/waiting-counts.ts'
import { Button } from '../../ui/button.tsx'
import type { SlotFilter } from './address.ts'
import { isUnfiltered, type SlotAction } from './slot-task.ts'

type Props = {
  chosen: number
  total: number
  filter: SlotFilter
  onAsk: (action: SlotAction) => void
  /** Members waiting for the only chosen slot. */
  waiting: number
  onLine: () => void
  onClear: () => void
}

/** Without a choice they apply to all shown slots. */
export const SlotActions = ({ chosen, total, filter, waiting, onAsk, onLine, onClear }: Props) => (
  <ActionBar
    floats={chosen > 0 ? 'always' : total > 0 ? 'wide' : 'never'}
    status={statusOf(chosen, total, filter)}
    beside={
      chosen > 0 && (
        <Button size="small" kind="quiet" onClick={onClear}>
          선택 해제
        </Button>
      )
    }
  >
    {waiting > 0 && (
      <Button size="small" aria-haspopup="dialog" onClick={onLine}>
        {waitingText(waiting)}
      </Button>
    )}
    <Button size="small" onClick={() => onAsk('lock')}>
      {chosen > 0 ? '선택 잠금' : '전체 잠금'}
    </Button>
    <Button size="small" onClick={() => onAsk('unlock')}>
      {chosen > 0 ? '선택 잠금 해제' : '전체 잠금 해제'}
    </Button>
    <Button
      size="small"
      {...(chosen > 0 && { kind: 'danger' })}
      aria-keyshortcuts="Delete"
      onClick={() => onAsk('delete')}
    >
      {deletionOf(chosen, total, filter)}
    </Button>
  </ActionBar>
)

function deletionOf(chosen: number, total: number, filter: SlotFilter): string {
  if (chosen > 0) return `선택 삭제 (${chosen.toLocaleString('ko')})`
  if (total === 0 || isUnfiltered({ ids: null, filter })) return '전체 삭제'
  return `조회된 ${total.toLocaleString('ko')}개 삭제`
}

function statusOf(chosen: number, total: number, filter: SlotFilter): string {
  if (chosen > 0) return `${chosen.toLocaleString('ko')}개 선택됨`
  const size = `${total.toLocaleString('ko')}개`
  return isUnfiltered({ ids: null, filter }) ? `전체 ${size}` : `필터 결과 ${size}`
}
