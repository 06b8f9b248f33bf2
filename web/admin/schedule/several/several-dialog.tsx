import { useDeferredValue, useMemo, useState } from 'react'
import { MAX_ROWS } from '../../../../contract/admin/several.ts'
import { ApiError } from '../../../api/client.ts'
import { useWriteKey } from '../../../api/writes/retrying-call.ts'
import { useForm, TextField } from '../../../ui/form/form.tsx'
import { FormDialog } from '../../components/form-dialog.tsx'
import { failureText, withToast } from '../../components/with-toast.ts'
import { refreshSchedule } from '../refresh-schedule.ts'
import { FromFile } from './from-file.tsx'
import { judgeRows, problemText, refusedRows, type JudgedRow } from './judged-rows.ts'
import { KINDS } from './several-kind.ts'
import { TablePreview } from './table-preview.tsx'

export type SeveralProps = {
  kind: keyof typeof KINDS
  names: readonly string[]
  onClose: () => void
}

const NONE_TEXT = '추가할 표를 붙여넣어주세요.'
const MANY_TEXT = `한 번에 최대 ${MAX_ROWS}개까지 추가할 수 있습니다.`

type Refused = { table: string; rows: Readonly<Record<number, string>> }

export default function SeveralDialog({ kind: name, names, onClose }: SeveralProps) {
  const kind = KINDS[name]
  const [table, setTable] = useState('')
  const [refused, setRefused] = useState<Refused>({ table: '', rows: {} })
  const keyOf = useWriteKey()
  const known = useMemo(() => new Set(names), [names])
  // Many rows must not slow down typing.
  const shown = useDeferredValue(table)
  const rows = judgeRows(kind.read(shown), known, refused.table === shown ? refused.rows : {})
  const form = useForm<string>({
    schema: {
      safeParse: (typed) => {
        const text = (typed as { table: string }).table
        return asResult(text, judgeRows(kind.read(text), known))
      },
    },
    submit: async (sent) => {
      try {
        await withToast(() => kind.send(sent, keyOf(sent)), kind.failed)
      } catch (failure) {
        if (failure instanceof ApiError) setRefused({ table: sent, rows: refusedRows(failure.fields) })
        throw failure
      } finally {
        void refreshSchedule()
      }
      onClose()
    },
    failed: (failure) => failureText(failure, kind.failed),
  })
  const paste = (text: string) => {
    const field = form.props.ref.current!.querySelector('textarea')!
    field.value = text
    // As if it was pasted by hand.
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const count = rows.length > 0 ? ` ${rows.length.toLocaleString('ko')}${kind.unit}` : ''
  return (
    <FormDialog
      wide
      title={`${kind.noun} 여러 ${kind.unit} 추가`}
      form={form}
      action={`${kind.noun}${count} 추가`}
      onClose={onClose}
    >
      <FromFile kind={name} label={`${kind.noun} 파일`} paste={paste} />
      <TextField
        {...form.field('table')}
        label="표 붙여넣기"
        hint={`엑셀에서 복사해 붙여넣거나 파일을 선택하세요. 열은 ${kind.columns} 순서입니다. 첫 줄이 제목이면 제목대로 읽습니다. 등급은 VIP, VVIP 또는 빈칸입니다.`}
        placeholder={kind.example}
        rows={6}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        onInput={(event) => setTable(event.currentTarget.value)}
      />
      <TablePreview kind={kind} rows={rows} />
    </FormDialog>
  )
}

/** A form schema: all problems belong to the only field, `table`. */
function asResult(table: string, rows: readonly JudgedRow[]) {
  const message = rows.length === 0 ? NONE_TEXT : rows.length > MAX_ROWS ? MANY_TEXT : problemText(rows)
  return message === null
    ? { success: true as const, data: table }
    : { success: false as const, error: { issues: [{ path: ['table'], message }] } }
}
