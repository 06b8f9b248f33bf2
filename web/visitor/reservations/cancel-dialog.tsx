import { useId, useState } from 'react'
import { MAX_LENGTH } from '../../../contract/field.ts'
import { requestCancellation } from '../../../contract/reservation-action.ts'
import { toastAfterUnmount } from '../components/sending/toast-after-unmount.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { FormError } from '../../ui/form/form-error.tsx'
import { useDialogFallback } from '../../ui/dialog/use-focus-fallback.ts'
import { ResendNote, RETRYING } from '../components/sending/resend-note.tsx'
import { useForm } from '../../ui/form/use-form.ts'
import { visitorToast } from '../../ui/toast.ts'
import { ActionSubject } from './action-subject.tsx'
import { CountedText } from './counted-text.tsx'
import { mayDo, type ActionDialogProps } from './reservation-action.ts'
import { useReservationWrite } from './use-reservation-write.ts'

export function CancelDialog({ reservation, now, onClose, onDone }: ActionDialogProps) {
  const formId = useId()
  const close = useDialogFallback()
  const mayCancel = mayDo('cancel', reservation, now)
  const { send, failed, isRetrying } = useReservationWrite(requestCancellation, '취소 요청에 실패했습니다.')
  const form = useForm({
    schema: requestCancellation.body!,
    draft: `cancel-${reservation.id}`,
    complete: (typed) => ({ ...typed, reservation_type: reservation.type }),
    submit: async (body) => {
      // The schema accepts both names of a meeting; this call is specified with `MEETING_ROOM`.
      const reservation_type = body.reservation_type === 'VIP_TOUR' ? 'VIP_TOUR' : 'MEETING_ROOM'
      await send({ params: { id: String(reservation.id) }, body: { ...body, reservation_type } })
      visitorToast.success('취소 요청이 접수되었습니다. 관리자 검토 후 이메일로 안내드립니다.')
      onDone()
    },
    failed,
    late: toastAfterUnmount('예약 취소'),
  })
  const reason = form.field('cancel_note')
  const [isBlank, setBlank] = useState(String(reason.defaultValue ?? '').trim() === '')
  return (
    <Dialog
      title="예약 취소"
      onClose={onClose}
      actions={
        <>
          <Button ref={close} onClick={onClose}>
            닫기
          </Button>
          {mayCancel && (
            <Button
              type="submit"
              form={formId}
              kind="danger"
              pending={form.pending}
              disabled={isBlank}
              {...(isRetrying && { pendingLabel: RETRYING })}
            >
              취소 요청
            </Button>
          )}
        </>
      }
    >
      <form {...form.props} id={formId} className="stack">
        <ActionSubject {...{ reservation, now }} gone={mayCancel ? null : '취소를 요청할 수 없습니다'} />
        {mayCancel && (
          <p>
            취소 요청은 되돌릴 수 없습니다. 관리자가 확인한 뒤 취소 여부를 결정하며, 결과는 이메일로
            안내드립니다.
          </p>
        )}
        <CountedText
          {...reason}
          label="취소 사유"
          hint="관리자에게 전달됩니다."
          max={MAX_LENGTH.reason}
          rows={5}
          readOnly={!mayCancel}
          onBlank={setBlank}
        />
        <ResendNote shown={isRetrying} />
        <FormError text={form.error} />
      </form>
    </Dialog>
  )
}
