import { useState } from 'react'
import { MAX_LENGTH } from '../../../contract/field.ts'
import { giveFeedback } from '../../../contract/meeting.ts'
import { toastAfterUnmount } from '../components/toast-after-unmount.ts'
import { useForm } from '../../ui/form/form.tsx'
import { visitorToast } from '../../ui/toast.ts'
import { ActionDialog } from './action-dialog.tsx'
import { ActionSubject } from './action-subject.tsx'
import { CountedText } from './counted-text.tsx'
import { mayDo, type ActionDialogProps } from './reservation-action.ts'
import { useReservationWrite } from './use-reservation-write.ts'

const WRITE = {
  title: '피드백 작성',
  submit: '등록',
  done: '피드백이 등록되었습니다.',
  failed: '피드백 등록에 실패했습니다.',
}
const EDIT = {
  title: '피드백 수정',
  submit: '수정',
  done: '피드백이 수정되었습니다.',
  failed: '피드백 수정에 실패했습니다.',
}

export function FeedbackDialog({ reservation, now, onClose, onDone }: ActionDialogProps) {
  // Fixed when opened, so that the texts do not change while sending.
  const [before] = useState(reservation.feedback)
  const words = before ? EDIT : WRITE
  const maySay = mayDo('feedback', reservation, now)
  const { send, failed } = useReservationWrite(giveFeedback, words.failed)
  const form = useForm({
    schema: giveFeedback.body!,
    initial: { feedback: before ?? '' },
    draft: `feedback-${reservation.id}`,
    submit: async (body, onRetry) => {
      await send({ params: { id: reservation.id }, body }, onRetry)
      visitorToast.success(words.done)
      onDone()
    },
    failed,
    late: toastAfterUnmount(words.title),
  })
  return (
    <ActionDialog
      title={words.title}
      form={form}
      submit={{ label: words.submit, kind: 'primary' }}
      maySubmit={maySay}
      onClose={onClose}
    >
      <ActionSubject {...{ reservation, now }} gone={maySay ? null : '피드백을 남길 수 없습니다'} />
      <CountedText
        {...form.field('feedback')}
        label="피드백"
        hint="미팅이 어떠셨는지 알려주세요."
        max={MAX_LENGTH.feedback}
        rows={8}
        readOnly={!maySay}
      />
    </ActionDialog>
  )
}
