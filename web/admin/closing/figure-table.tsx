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
      {title} {aside !== undefined && <span className="closing__aside muted numerals">{aside}</span>}
    </h2>
    {rows.length === 0 ? (
      <p className="muted">{empty}</p>
    ) : (
      <table className="closing__table numerals" aria-label={title}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
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
