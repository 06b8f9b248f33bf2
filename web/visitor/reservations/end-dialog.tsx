import { useState } from 'react'
import { endMeeting } from '../../../contract/meeting.ts'
import { toastAfterUnmount } from '../components/sending/toast-after-unmount.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useDialogFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { ResendNote, RETRYING } from '../components/sending/resend-note.tsx'
import { ActionSubject } from './action-subject.tsx'
import { mayDo, type ActionDialogProps } from './reservation-action.ts'
import { useReservationWrite } from './use-reservation-write.ts'

export function EndDialog({ reservation, now, onClose, onDone }: ActionDialogProps) {
  const close = useDialogFallback()
  const mayEnd = mayDo('end', reservation, now)
  const { send, failed, isRetrying } = useReservationWrite(endMeeting, '미팅 종료에 실패했습니다.')
  const [pending, setPending] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const end = async () => {
    setPending(true)
    setError(null)
    try {
      await send({ params: { id: String(reservation.id) } })
      onDone()
    } catch (failure) {
      const text = failed(failure)
      if (!close.current) return toastAfterUnmount('미팅 종료')(text)
      setError(text)
      setPending(false)
    }
  }
  return (
    <Dialog
      kind="alert"
      title="미팅 종료"
      onClose={onClose}
      actions={
        <>
          <Button ref={close} onClick={onClose} data-autofocus>
            닫기
          </Button>
          {mayEnd && (
            <Button
              kind="danger"
              pending={pending}
              onClick={end}
              {...(isRetrying && { pendingLabel: RETRYING })}
            >
              미팅 종료
            </Button>
          )}
        </>
      }
    >
      <div className="stack" data-gap="12">
        <ActionSubject {...{ reservation, now }} gone={mayEnd ? null : '종료할 수 없습니다'} />
        {mayEnd && (
          <p>
            {mayDo('cancel', reservation, now) &&
              '아직 시작하지 않은 미팅입니다. 참석이 어려우시면 예약 취소를 요청해주세요. '}
            지금 종료하면 되돌릴 수 없으며, 남은 시간은 다른 분이 예약할 수 있게 됩니다.
          </p>
        )}
        <ResendNote shown={isRetrying} />
        <FormError text={error} />
      </div>
    </Dialog>
  )
}
