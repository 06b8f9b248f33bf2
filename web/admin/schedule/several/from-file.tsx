import { useState } from 'react'
import { findSheet, tableText } from '../../../../domain/pasted-table.ts'
import { PLACE_COLUMNS } from '../../../../domain/place-table.ts'
import { FormError } from '../../../ui/form/form.tsx'
import { figures } from '../../../ui/figures.ts'
import type { Encoding } from '../../components/list-file/csv.ts'
import { FileButton } from '../../components/list-file/file-button.tsx'
import { FileProblem } from '../../components/list-file/file-problem.ts'
import { ListFields, type ListChoice } from '../../components/list-file/list-fields.tsx'
import { readList, type ListFile } from '../../components/list-file/read-list.ts'

type Props = { kind: keyof typeof PLACE_COLUMNS; label: string; paste: (table: string) => void }

/** The rows of a file become the pasted table, where they can be corrected. */
export function FromFile({ kind, label, paste }: Props) {
  const [shown, setShown] = useState<{ list: ListFile; choice: ListChoice }>()
  const [error, setError] = useState<string | null>(null)
  const show = (list: ListFile, choice: ListChoice) => {
    setShown({ list, choice })
    const { lines } = list.sheets[choice.sheet]!
    paste(tableText(lines.filter(({ isHidden }) => !isHidden || choice.withHidden)))
  }
  const read = async (file: File, encoding?: Encoding) => {
    setError(null)
    try {
      const list = await readList(file, encoding)
      show(list, { sheet: findSheet(list.sheets, PLACE_COLUMNS[kind]), withHidden: false })
    } catch (failure) {
      setError(failure instanceof FileProblem ? failure.message : '파일을 읽지 못했습니다.')
    }
  }
  return (
    <>
      <div className="row" data-wrap>
        <FileButton label={label} choose={(file) => void read(file)} />
        <p {...figures('muted small')}>
          {shown?.list.file.name ?? '엑셀(.xlsx)이나 CSV 파일을 여기에 끌어다 놓아도 됩니다.'}
        </p>
      </div>
      <FormError text={error} />
      {shown && (
        <ListFields
          {...shown}
          change={(change) => show(shown.list, { ...shown.choice, ...change })}
          readAs={(encoding) => void read(shown.list.file, encoding)}
        />
      )}
    </>
  )
}
