import { useState } from 'react'
import { MAX_LENGTH } from '../../../contract/field.ts'
import { editNote } from '../../../contract/admin/reservation-edits.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { call } from '../../api/client.ts'
import { TextField, useForm } from '../../ui/form/form.tsx'
import { failureText } from './decide.ts'
import { EditDialog } from '../components/form-dialog.tsx'
import { CurrentValue } from '../components/edit-conflict.tsx'
import { useReservationEdit } from './use-reservation-edit.ts'
import { figures } from '../../ui/figures.ts'

const FAILED = '추가 정보 수정 중 오류가 발생했습니다.'

export function NoteDialog({ reservation, onClose }: { reservation: Reservation; onClose: () => void }) {
  const { id, type } = reservation
  const { opened, conflict, changeOf, save } = useReservationEdit(reservation, FAILED, onClose)
  const initial = opened.note ?? ''
  const [length, setLength] = useState(initial.length)
  const change = changeOf('note')
  const form = useForm({
    schema: editNote.body!,
    initial: { note: initial },
    complete: (typed) => ({ ...typed, type }),
    submit: (body) =>
      save(({ note }) => call(editNote, { params: { id }, body: { ...body, expected: { note } } })),
    failed: failureText,
  })
  return (
    <EditDialog title="추가 정보 수정" form={form} conflict={conflict} onClose={onClose}>
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
            <span {...figures()}>
              {length}/{MAX_LENGTH.note}
            </span>
            {change && <CurrentValue form={form} change={change} />}
          </>
        }
      />
    </EditDialog>
  )
}
