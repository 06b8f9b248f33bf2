import { useId } from 'react'
import { countWaiting, removeFromWaitlist, type LineEntry } from '../../../../contract/admin/waitlist.ts'
import { MAX_LENGTH } from '../../../../contract/field.ts'
import { shortKoreanDate } from '../../../../domain/madrid-time.ts'
import { call } from '../../../api/client.ts'
import { refresh } from '../../../api/reads/use-read.ts'
import { wantedRange } from '../../../components/waitlist-entry-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { FormError } from '../../../ui/form/form-error.tsx'
import { TextField } from '../../../ui/form/text-field.tsx'
import { useForm } from '../../../ui/form/use-form.ts'
import { adminToast } from '../../../ui/toast.ts'
import { useDiscard } from '../use-discard.tsx'
import { failureText } from '../with-toast.ts'

type Props = { entry: LineEntry; onClose: () => void; onRemoved: () => void }

export function RemoveDialog({ entry, onClose, onRemoved }: Props) {
  const formId = useId()
  const form = useForm({
    schema: removeFromWaitlist.body!,
    submit: async (body) => {
      const { message } = await call(removeFromWaitlist, { params: { id: String(entry.id) }, body })
      adminToast.success(`${entry.user.name} ${wantedRange(entry)} · ${message}`)
      void refresh(countWaiting)
      onRemoved()
      onClose()
    },
    failed: (failure) => {
      onRemoved()
      return failureText(failure, '자리 대기를 종료하지 못했습니다.')
    },
  })
  const { close, question } = useDiscard(form.props.ref, onClose)
  return (
    <>
      <Dialog
        title="자리 대기 종료"
        onClose={close}
        actions={
          <>
            <Button onClick={close}>닫기</Button>
            <Button type="submit" form={formId} kind="danger" pending={form.pending}>
              자리 대기 종료
            </Button>
          </>
        }
      >
        <form {...form.props} id={formId} className="stack">
          <p>
            <span className="strong">{entry.user.company_name}</span> {entry.user.name}
            <br />
            <span className="muted numerals">
              {shortKoreanDate(entry.event_date.date)} {wantedRange(entry)} ·{' '}
              {entry.type === 'VIP_TOUR' ? entry.docent.name : entry.room.name}
            </span>
          </p>
          <TextField
            {...form.field('reason')}
            label="사유"
            optional
            rows={3}
            maxLength={MAX_LENGTH.reason}
            hint="입력한 사유는 기다리던 회원의 예약내역에 표시됩니다. 이메일은 보내지 않습니다."
            data-autofocus
          />
          <FormError text={form.error} />
        </form>
      </Dialog>
      {question}
    </>
  )
}
