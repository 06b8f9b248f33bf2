import type { ImportedRow } from '../../../../contract/admin/member-import.ts'
import type { RowProblem } from '../../../../domain/member-import.ts'
import { Button } from '../../../ui/button.tsx'
import { Cell, Row, Table } from '../../../ui/list/table.tsx'
import { headerOf } from '../../../../domain/member-list.ts'
import { saveCsv } from '../../components/list-file/csv.ts'

const SHOWN = 100
const COLUMNS = [{ name: '행' }, { name: '이름' }, { name: '문제' }]

type Props = { problems: readonly RowProblem[]; rows: readonly ImportedRow[] }

const problemText = ({ fields }: RowProblem) =>
  Object.entries(fields).map(([field, text]) => `${headerOf(field)}: ${text}`)

export function ProblemList({ problems, rows }: Props) {
  const names = new Map(rows.map(({ row, name }) => [row, name]))
  const save = () =>
    saveCsv('회원등록_문제목록.csv', [
      ['행', '이름', '문제'],
      ...problems.map((problem) => [
        String(problem.row),
        textCell(names.get(problem.row) ?? ''),
        problemText(problem).join(' / '),
      ]),
    ])
  return (
    <div className="stack" data-gap="8">
      {/* Scrollable without focusable content, so the region itself takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="import__problems" role="region" aria-label="문제가 있는 행" tabIndex={0}>
        <Table label="문제가 있는 행" columns={COLUMNS}>
          {problems.slice(0, SHOWN).map((problem) => (
            <Row key={problem.row}>
              <Cell kind="title">{`${problem.row}행`}</Cell>
              <Cell label="이름">{names.get(problem.row) || '(이름 없음)'}</Cell>
              <Cell label="문제">
                <span>
                  {problemText(problem).map((text) => (
                    <span key={text} className="import__problem">
                      {text}
                    </span>
                  ))}
                </span>
              </Cell>
            </Row>
          ))}
        </Table>
      </div>
      <div className="row" data-wrap>
        {problems.length > SHOWN && (
          <p className="muted">{`${problems.length.toLocaleString('ko')}행 중 ${SHOWN}행을 표시합니다.`}</p>
        )}
        <Button size="small" onClick={save}>
          문제 목록 내려받기 (CSV)
        </Button>
      </div>
    </div>
  )
}

/** Keeps a spreadsheet from reading a name as a formula. */
const textCell = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
