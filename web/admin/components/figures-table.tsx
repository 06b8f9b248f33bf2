import type { ReactNode } from 'react'
import { figures } from '../../ui/figures.ts'
import { Heads } from './heads.tsx'
import './figures-table.css'

export type FiguresProps = {
  columns: readonly string[]
  /** The first cell is the row's heading. */
  rows: readonly (readonly ReactNode[])[]
}

export const FiguresTable = ({ label, columns, rows }: FiguresProps & { label: string }) => (
  <table {...figures('figures')} aria-label={label}>
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
)
