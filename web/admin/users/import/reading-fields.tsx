import { useState } from 'react'
import { LIST_COLUMNS, readHeader, type MemberField } from '../../../../domain/member-list.ts'
import { oneLine } from '../../../../domain/pasted-table.ts'
import { Field, SelectField } from '../../../ui/controls.tsx'
import { ListFields, type ListProps } from '../../components/list-file/list-fields.tsx'
import { missingText, type Choice } from './read-file.ts'

const HEADERS = 50
const SHOWN = 24

const short = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text)

/** How the list was understood. Each part can be corrected. */
export function ReadingFields(props: ListProps<Choice>) {
  const { list, choice, change } = props
  const { lines } = list.sheets[choice.sheet]!
  const { header, position } = choice
  const [isOpen, setOpen] = useState(missingText(choice) !== null)
  const below = lines.slice(header.at + 1)
  const used = header.fields.filter(Boolean).length
  return (
    <>
      <ListFields {...props} />
      <details
        className="import__columns"
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary>{`열 ${header.fields.length}개 중 ${used}개를 사용합니다. 열과 머리글 확인`}</summary>
        <div className="stack">
          <SelectField
            name="header"
            label="머리글"
            value={header.at}
            onChange={({ currentTarget: { value } }) => change({ header: readHeader(lines, Number(value)) })}
          >
            <option value={-1}>머리글 없음</option>
            {lines.slice(0, HEADERS).map(({ row, cells }, n) => (
              <option key={row} value={n}>
                {`${row}행: ${short(cells.map(oneLine).filter(Boolean).join(', '))}`}
              </option>
            ))}
          </SelectField>
          <div className="import__fields">
            {header.fields.map((field, n) => (
              <SelectField
                key={n}
                name={`column-${n}`}
                label={short(oneLine(header.cells[n])) || `${n + 1}번째 열`}
                hint={short(oneLine(below.find(({ cells }) => cells[n]?.trim())?.cells[n])) || '빈 열'}
                value={field ?? ''}
                onChange={({ currentTarget: { value } }) =>
                  change({ header: { ...header, fields: assigned(header.fields, n, value as MemberField) } })
                }
              >
                <option value="">사용 안 함</option>
                {LIST_COLUMNS.map((column) => (
                  <option key={column.field} value={column.field}>
                    {column.header}
                  </option>
                ))}
              </SelectField>
            ))}
          </div>
        </div>
      </details>
      {!header.fields.includes('position') && (
        <Field
          name="position"
          label="직책 열이 없습니다. 모두에게 입력할 직책"
          optional={choice.mode !== 'add'}
          defaultValue={position}
          onInput={({ currentTarget }) => change({ position: currentTarget.value.trim() })}
        />
      )}
    </>
  )
}

/** A column that had the same content before is used no longer. */
const assigned = (fields: readonly (MemberField | null)[], place: number, value: MemberField | '') =>
  fields.map((field, n) => (n === place ? value || null : field === value ? null : field))
