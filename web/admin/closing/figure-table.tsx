import { Heads } from '../components/heads.tsx'
import { figures } from '../../ui/figures.ts'
import type { ReactNode } from 'react'

type Props = {
  title: string
  aside?: string | undefined
  note?: string | undefined
  columns: readonly string[]
  /** The first cell is the row's heading. */
  rows: readonly (readonly ReactNode[])[]
  empty: string
}

export const FigureTable = ({ title, aside, note, columns, rows, empty }: Props) => (
  <section className="closing__part card stack" data-gap="12">
    <h2>
      <span>{title}</span> {aside !== undefined && <span {...figures('closing__aside muted')}>{aside}</span>}
    </h2>
    {rows.length === 0 ? (
      <p className="muted">{empty}</p>
    ) : (
      <table {...figures('closing__table')} aria-label={title}>
        <Heads names={columns} />
        <tbody>
          {rows.map(([head, ...cells], row) => (
            <tr key={row}>
              <th scope="row">{head}</th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )}
    {note !== undefined && <p className="muted small">{note}</p>}
  </section>
)
