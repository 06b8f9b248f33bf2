import { Checkbox } from '../../../ui/choice/checkbox.tsx'
import { SelectField } from '../../../ui/controls.tsx'
import { ENCODINGS, type Encoding } from './csv.ts'
import type { ListFile } from './read-list.ts'

export type ListChoice = { sheet: number; withHidden: boolean }

export type ListProps<Choice extends ListChoice = ListChoice> = {
  list: ListFile
  choice: Choice
  change: (change: Partial<Choice>) => void
  readAs: (encoding: Encoding) => void
}

/** The encoding of a text file, or the sheet and hidden rows of a workbook. */
export function ListFields({ list: { encoding, sheets }, choice, change, readAs }: ListProps) {
  const hidden = sheets[choice.sheet]!.lines.filter(({ isHidden }) => isHidden).length
  return (
    <>
      {encoding && (
        <SelectField
          name="encoding"
          label="문자 인코딩"
          hint="글자가 깨져 보이면 바꿔보세요."
          value={encoding}
          onChange={({ currentTarget: { value } }) => readAs(value as Encoding)}
        >
          {ENCODINGS.map((each) => (
            <option key={each} value={each}>
              {each.replace('KR', 'KR (CP949)')}
            </option>
          ))}
        </SelectField>
      )}
      {sheets.length > 1 && (
        <SelectField
          name="sheet"
          label="시트"
          value={choice.sheet}
          onChange={({ currentTarget: { value } }) => change({ sheet: Number(value) })}
        >
          {sheets.map(({ name, isHidden, lines }, n) => (
            <option key={name} value={n}>
              {`${name} (${lines.length.toLocaleString('ko')}행${isHidden ? ', 숨긴 시트' : ''})`}
            </option>
          ))}
        </SelectField>
      )}
      {hidden > 0 && (
        <Checkbox
          checked={choice.withHidden}
          onChange={({ currentTarget }) => change({ withHidden: currentTarget.checked })}
        >
          {`필터 등으로 숨긴 ${hidden.toLocaleString('ko')}행도 포함`}
        </Checkbox>
      )}
    </>
  )
}
