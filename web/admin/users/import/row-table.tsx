import type { ImportAnswer, ImportedRow } from '../../../../contract/admin/member-import.ts'
import { MEMBER_COLUMNS } from '../../../../domain/member-list.ts'
import { formatPhone, isMemberPhone, sheetPhone } from '../../../../domain/phone.ts'
import { Cell, Row, Table } from '../../../ui/list/table.tsx'

type Props = { label: string; rows: readonly ImportedRow[]; answer: ImportAnswer }

const COLUMNS = [{ name: '행' }, ...MEMBER_COLUMNS.map(({ header }) => ({ name: header }))]

/** Values as they are registered, with the former value or the problem below each. */
export function RowTable({ label, rows, answer }: Props) {
  const [problems, replaced] = [answer.problems, answer.replaced].map(
    (each) => new Map(each.map(({ row, fields }) => [row, fields])),
  )
  return (
    <div className="stack" data-gap="8">
      <h3 className="small">{label}</h3>
      {/* Scrollable without focusable content, so the region itself takes the focus. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="small import__rows" role="region" aria-label={label} tabIndex={0}>
        <Table label={label} columns={COLUMNS}>
          {rows.map(({ row, ...values }) => (
            <Row key={row}>
              <Cell kind="title">{`${row}행`}</Cell>
              {MEMBER_COLUMNS.map(({ field, header }) => (
                <Cell key={field} label={header}>
                  <div>
                    <span translate="no">{shown(field, values[field])}</span>
                    <Below text={replaced?.get(row)?.[field]} kind="former" />
                    <Below text={problems?.get(row)?.[field]} kind="problem" />
                  </div>
                </Cell>
              ))}
            </Row>
          ))}
        </Table>
      </div>
    </div>
  )
}

function shown(field: string, text = ''): string {
  const phone = sheetPhone(text)
  return field === 'phone' && isMemberPhone(phone) ? formatPhone(phone) : text
}

const Below = ({ text, kind }: { text: string | undefined; kind: 'former' | 'problem' }) =>
  text !== undefined && (
    <span className={`import__${kind}`}>{kind === 'former' ? `지금: ${text}` : text}</span>
  )
