import { MAX_ROWS } from '../../../../contract/admin/several.ts'
import { TierBadge } from '../../../components/tier.tsx'
import { Cell, Row, Table } from '../../../ui/list/table.tsx'
import type { JudgedRow } from './judged-rows.ts'
import type { SeveralKind } from './several-kind.ts'
import { figures } from '../../../ui/figures.ts'
import './table-preview.css'

type Props = { kind: SeveralKind; rows: readonly JudgedRow[] }

export function TablePreview({ kind, rows }: Props) {
  const wrong = rows.filter(({ problems }) => problems.length > 0).length
  return (
    <div className="stack" data-gap="8">
      <p role="status" className="table-preview__sum">
        {rows.length > 0 && (
          <>
            <span>{`${rows.length.toLocaleString('ko')}${kind.unit}`}</span>
            {wrong > 0 && <strong>{` · 고칠 행 ${wrong.toLocaleString('ko')}개`}</strong>}
          </>
        )}
      </p>
      {rows.length > 0 && (
        <Table label="미리보기" columns={[{ name: '이름' }, ...kind.facts, { name: '확인' }]}>
          {rows.slice(0, MAX_ROWS).map((row) => (
            <PreviewRow key={row.row} kind={kind} row={row} />
          ))}
        </Table>
      )}
    </div>
  )
}

const PreviewRow = ({
  kind,
  row: { row, of, facts, problems, notes },
}: {
  kind: SeveralKind
  row: JudgedRow
}) => (
  <Row>
    <Cell kind="title">
      <span {...figures('table-preview__number muted')}>{row}행</span> <span translate="no">{of.name}</span>{' '}
      <TierBadge of={of} />
    </Cell>
    {kind.facts.map(({ name, numeric }, index) => (
      <Cell key={name} label={name} numeric={numeric}>
        {facts[index]}
      </Cell>
    ))}
    <Cell label="확인">
      {problems.map((text) => (
        <p key={text} className="small table-preview__problem">
          {text}
        </p>
      ))}
      {notes.map((text) => (
        <p key={text} className="muted small">
          {text}
        </p>
      ))}
      {problems.length + notes.length === 0 && <span className="muted small">이상 없음</span>}
    </Cell>
  </Row>
)
