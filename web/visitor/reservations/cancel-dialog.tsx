import { useState } from 'react'
import { MAX_LENGTH } from '../../../contract/field.ts'
import { requestCancellation } from '../../../contract/reservation-action.ts'
import { useForm } from '../../ui/form/form.tsx'
import { figures } from '../../ui/figures.ts'
import { visitorToast } from '../../ui/toast.ts'
import { toastAfterUnmount } from '../components/toast-after-unmount.ts'
import { ActionDialog } from './action-dialog.tsx'
import { ActionSubject } from './action-subject.tsx'
import { CountedText } from './counted-text.tsx'
import { mayDo, type ActionDialogProps } from './reservation-action.ts'
import { useOpenChange } from './time-change.tsx'
import { useReservationWrite } from './use-reservation-write.ts'

export function CancelDialog({ reservation, now, onClose, onDone }: ActionDialogProps) {
  const { send, failed } = useReservationWrite(requestCancellation, '취소 요청에 실패했습니다.')
  const form = useForm({
    schema: requestCancellation.body!,
    draft: `cancel-${reservation.id}`,
    complete: (typed) => ({ ...typed, reservation_type: reservation.type }),
    submit: async (body, onRetry) => {
      // The schema accepts both names of a meeting; this call is specified with `MEETING_ROOM`.
      const reservation_type = body.reservation_type === 'VIP_TOUR' ? 'VIP_TOUR' : 'MEETING_ROOM'
      await send({ params: { id: reservation.id }, body: { ...body, reservation_type } }, onRetry)
      visitorToast.success('취소 요청이 접수되었습니다. 관리자 검토 후 이메일로 안내드립니다.')
      onDone()
    },
    failed,
    late: toastAfterUnmount('예약 취소'),
  })
  // One's own request may show in the list before its answer.
  const mayCancel = form.pending || mayDo('cancel', reservation, now)
  const reason = form.field('cancel_note')
  const [isBlank, setBlank] = useState(String(reason.defaultValue ?? '').trim() === '')
  const change = useOpenChange(reservation)
  return (
    <ActionDialog
      title="예약 취소"
      form={form}
      submit={{ label: '취소 요청', kind: 'danger', disabled: isBlank }}
      maySubmit={mayCancel}
      onClose={onClose}
    >
      <ActionSubject {...{ reservation, now }} gone={mayCancel ? null : '취소를 요청할 수 없습니다'} />
      {mayCancel && (
        <p>
          취소 요청은 되돌릴 수 없습니다. 관리자가 확인한 뒤 취소 여부를 결정하며, 결과는 이메일로
          안내드립니다.
        </p>
      )}
      {mayCancel && change && (
        <p
          {...figures('note')}
        >{`시간 변경 요청(${change})은 함께 취소되지 않으며, 승인되면 새 예약이 됩니다.`}</p>
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
    </ActionDialog>
  )
}
