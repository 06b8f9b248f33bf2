import { endMeeting } from '../../../contract/meeting.ts'
import { NO_FIELDS, useForm } from '../../ui/form/form.tsx'
import { toastAfterUnmount } from '../components/toast-after-unmount.ts'
import { ActionDialog } from './action-dialog.tsx'
import { ActionSubject } from './action-subject.tsx'
import { mayDo, type ActionDialogProps } from './reservation-action.ts'
import { useReservationWrite } from './use-reservation-write.ts'

export function EndDialog({ reservation, now, onClose, onDone }: ActionDialogProps) {
  const { send, failed } = useReservationWrite(endMeeting, '미팅 종료에 실패했습니다.')
  const form = useForm({
    schema: NO_FIELDS,
    submit: async (_, onRetry) => {
      await send({ params: { id: reservation.id } }, onRetry)
      onDone()
    },
    failed,
    late: toastAfterUnmount('미팅 종료'),
  })
  const mayEnd = form.pending || mayDo('end', reservation, now)
  return (
    <ActionDialog
      kind="alert"
      title="미팅 종료"
      form={form}
      submit={{ label: '미팅 종료', kind: 'danger' }}
      maySubmit={mayEnd}
      onClose={onClose}
    >
      <ActionSubject {...{ reservation, now }} gone={mayEnd ? null : '종료할 수 없습니다'} />
      {mayEnd && (
        <p>
          {`${mayDo('cancel', reservation, now) ? '아직 시작하지 않은 미팅입니다. 참석이 어려우시면 예약 취소를 요청해주세요. ' : ''}지금 종료하면 되돌릴 수 없으며, 남은 시간은 다른 분이 예약할 수 있게 됩니다.`}
        </p>
      )}
    </ActionDialog>
  )
}
