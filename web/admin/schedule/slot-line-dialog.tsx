import { getLineOfSlot } from '../../../contract/admin/waitlist.ts'
import { shortKoreanDate } from '../../../domain/madrid-time.ts'
import { usePolled } from '../../api/reads/use-read.ts'
import { Button } from '../../ui/controls.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { EmptyState, Skeletons } from '../../ui/page.tsx'
import { LoadState, useReads } from '../components/load-state.tsx'
import { LineList } from '../components/waitlist/line-list.tsx'
import type { Slot } from './slot-groups.ts'
import { figures } from '../../ui/figures.ts'

type Props = { slot: Slot; onClose: () => void }

export default function SlotLineDialog({ slot, onClose }: Props) {
  const waits = usePolled(getLineOfSlot, { params: { id: slot.id } })
  const reads = useReads({ waits }, '자리 대기를 불러오는데 실패했습니다.', { isBanner: true })
  const { name } = 'docent' in slot ? slot.docent : slot.room
  return (
    <Dialog title="자리 대기" onClose={onClose} actions={<Button onClick={onClose}>닫기</Button>}>
      <div className="stack">
        <p {...figures('strong')}>
          {shortKoreanDate(slot.event_date.date)} {slot.time} ~ {slot.end_time} · {name}
        </p>
        <LoadState reads={reads} skeleton={<Skeletons count={2} shape="control" />}>
          {({ waits: shown }) =>
            shown.count > 0 ? (
              <LineList line={shown} onChanged={() => void waits.refetch()} />
            ) : (
              <EmptyState title="기다리는 회원이 없습니다." />
            )
          }
        </LoadState>
      </div>
    </Dialog>
  )
}
