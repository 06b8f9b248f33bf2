import { useState } from 'react'
import { leaveWaitlist, listMyWaitlist, type WaitlistEntry } from '../../../../contract/waitlist.ts'
import { shortKoreanDate } from '../../../../domain/madrid-time.ts'
import { ApiError } from '../../../api/client.ts'
import { patchCache, refresh } from '../../../api/reads/use-read.ts'
import { useWriteKey } from '../../../api/writes/idempotency-key.ts'
import { callWithRetry } from '../../../api/writes/retrying-call.ts'
import { wantedRange, wantedTitle } from '../../../components/waitlist-entry-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { useDialogFallback } from '../../../ui/dialog/use-focus-fallback.ts'
import { FormError } from '../../../ui/form/form-error.tsx'
import { visitorToast } from '../../../ui/toast.ts'
import { ResendNote, RETRYING } from '../../components/sending/resend-note.tsx'
import { toastAfterUnmount } from '../../components/sending/toast-after-unmount.ts'
import { failureText } from '../use-reservation-write.ts'

type Props = { entry: WaitlistEntry; onClose: () => void }

export function LeaveDialog({ entry, onClose }: Props) {
  const close = useDialogFallback()
  const keyOf = useWriteKey()
  const [pending, setPending] = useState(false)
  const [isRetrying, setRetrying] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const isWaiting = entry.state === 'waiting'
  const leave = async () => {
    setPending(true)
    setError(null)
    const input = { params: { id: String(entry.id) } }
    try {
      const { message, entry: left } = await callWithRetry(leaveWaitlist, input, {
        idempotencyKey: keyOf(input),
        onRetry: () => setRetrying(true),
      })
      await patchCache(listMyWaitlist, (list) => ({
        ...list,
        entries: list.entries.map((one) => (one.id === left.id ? left : one)),
      }))
      visitorToast.success(message)
      onClose()
    } catch (failure) {
      const text =
        failure instanceof ApiError && failure.code === 'waitlist_over'
          ? failure.text
          : failureText('자리 대기를 취소하지 못했습니다.', failure)
      if (!close.current) return toastAfterUnmount('자리 대기 취소')(text)
      setError(text)
    } finally {
      setRetrying(false)
      setPending(false)
      void refresh(listMyWaitlist)
    }
  }
  return (
    <Dialog
      kind="alert"
      title="자리 대기 취소"
      onClose={onClose}
      actions={
        <>
          <Button ref={close} onClick={onClose} data-autofocus>
            닫기
          </Button>
          {isWaiting && (
            <Button
              kind="danger"
              pending={pending}
              onClick={() => void leave()}
              {...(isRetrying && { pendingLabel: RETRYING })}
            >
              자리 대기 취소
            </Button>
          )}
        </>
      }
    >
      <div className="stack" data-gap="12">
        <p>
          <span className="strong">{wantedTitle(entry)}</span>
          <br />
          <span className="muted numerals">
            {shortKoreanDate(entry.event_date.date)} {wantedRange(entry)}
          </span>
        </p>
        <p>
          {isWaiting
            ? '자리 대기를 취소하시면 지금의 순서는 되돌릴 수 없습니다.'
            : '이 자리 대기는 이미 끝나 취소하실 필요가 없습니다.'}
        </p>
        <ResendNote shown={isRetrying} />
        <FormError text={error} />
      </div>
    </Dialog>
  )
}
