import { useId, useState } from 'react'
import { MAX_LENGTH } from '../../../contract/field.ts'
import { editNote } from '../../../contract/admin/reservation-edits.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { call } from '../../api/client.ts'
import { TextField } from '../../ui/field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { failureText } from './decisions.ts'
import { CurrentValue, EditDialog } from '../components/edit-dialog.tsx'
import { useOvertaking } from './use-reservation-conflict.ts'

const noteOf = ({ note }: Reservation) => ({ note: note ?? '' })

/** Changes what is to be known about a visit. */
export function NoteDialog({ reservation, onClose }: { reservation: Reservation; onClose: () => void }) {
  const formId = useId()
  const { id, type } = reservation
  const { initial, expected_updated_at, others, told, save } = useOvertaking(reservation, noteOf)
  const [length, setLength] = useState(initial.note.length)
  const form = useForm({
    schema: editNote.body!,
    initial,
    complete: (typed) => ({ ...typed, type, expected_updated_at }),
    submit: (body) =>
      save(
        () => call(editNote, { params: { id: String(id) }, body }),
        '추가 정보 수정 중 오류가 발생했습니다.',
        onClose,
      ),
    failed: failureText,
  })
  return (
    <EditDialog title="추가 정보 수정" formId={formId} form={form} told={told} onClose={onClose}>
      <TextField
        {...form.field('note')}
        label="요청 사항"
        optional
        rows={8}
        maxLength={MAX_LENGTH.note}
        data-autofocus
        onInput={(event) => setLength(event.currentTarget.value.length)}
        hint={
          <>
            <span className="numerals">
              {length}/{MAX_LENGTH.note}
            </span>
            {others['note'] !== undefined && <CurrentValue form={form} name="note" value={others['note']} />}
          </>
        }
      />
    </EditDialog>
  )
}
