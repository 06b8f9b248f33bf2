import { leaveWaitlist, listMyWaitlist, type WaitlistEntry } from '../../../../contract/waitlist.ts'
import { shortKoreanDate } from '../../../../domain/madrid-time.ts'
import { ApiError } from '../../../api/client.ts'
import { patchCache, refresh } from '../../../api/reads/use-read.ts'
import { useWriteKey, callWithRetry } from '../../../api/writes/retrying-call.ts'
import { wantedRange, wantedTitle } from '../../../components/waitlist-entry-text.ts'
import { NO_FIELDS, useForm } from '../../../ui/form/form.tsx'
import { visitorToast } from '../../../ui/toast.ts'
import { toastAfterUnmount } from '../../components/toast-after-unmount.ts'
import { ActionDialog } from '../action-dialog.tsx'
import { failureText } from '../../components/sending/failure-text.ts'
import { figures } from '../../../ui/figures.ts'

type Props = { entry: WaitlistEntry; onClose: () => void }

export function LeaveDialog({ entry, onClose }: Props) {
  const keyOf = useWriteKey()
  const isWaiting = entry.state === 'waiting'
  const leave = async (onRetry: () => void) => {
    const input = { params: { id: entry.id } }
    const { message, entry: left } = await callWithRetry(leaveWaitlist, input, {
      idempotencyKey: keyOf(input),
      onRetry,
    })
    await patchCache(listMyWaitlist, (list) => ({
      ...list,
      entries: list.entries.map((one) => (one.id === left.id ? left : one)),
    }))
    visitorToast.success(message)
    onClose()
  }
  const form = useForm({
    schema: NO_FIELDS,
    submit: (_, onRetry) => leave(onRetry).finally(() => void refresh(listMyWaitlist)),
    failed: (failure) =>
      failure instanceof ApiError && failure.code === 'waitlist_over'
        ? failure.text
        : failureText('자리 대기를 취소하지 못했습니다.', failure),
    late: toastAfterUnmount('자리 대기 취소'),
  })
  return (
    <ActionDialog
      kind="alert"
      title="자리 대기 취소"
      form={form}
      submit={{ label: '자리 대기 취소', kind: 'danger' }}
      maySubmit={isWaiting}
      onClose={onClose}
    >
      <p>
        <span {...figures('strong')}>{wantedTitle(entry)}</span>
        <br />
        <span {...figures('muted')}>
          {shortKoreanDate(entry.event_date.date)} {wantedRange(entry)}
        </span>
      </p>
      <p>
        {isWaiting
          ? '자리 대기를 취소하시면 지금의 순서는 되돌릴 수 없습니다.'
          : '이 자리 대기는 이미 끝나 취소하실 필요가 없습니다.'}
      </p>
    </ActionDialog>
  )
}
