import type { ReactNode } from 'react'
import './table.css'

type Column = {
  name: string
  numeric?: boolean
  quiet?: boolean
}

type Props = {
  label: string
  selectAll?: ReactNode
  columns: readonly Column[]
  children: ReactNode
}

/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   Browsers forget the roles of a table where phones show its rows as cards, so they are written out. */

export const Table = ({ label, selectAll, columns, children }: Props) => (
  <div className="table-frame frame">
    <table className="table" role="table" aria-label={label}>
      <thead role="rowgroup">
        <tr role="row">
          {selectAll && (
            <th role="columnheader" scope="col" className="table__select">
              {selectAll}
            </th>
          )}
          {columns.map(({ name, numeric, quiet }) => (
            <th key={name} role="columnheader" scope="col" data-numeric={numeric || undefined}>
              <span className={quiet ? 'visually-hidden' : undefined}>{name}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  </div>
)

export const Row = ({ chosen = false, children }: { chosen?: boolean; children: ReactNode }) => (
  <tr role="row" data-chosen={chosen || undefined}>
    {children}
  </tr>
)

const NUMERIC = { 'data-numeric': true, translate: 'no' } as const

type CellProps = {
  kind?: 'title' | 'select' | 'actions' | 'fact'
  label?: string
  numeric?: boolean
  children: ReactNode
}

export const Cell = ({ kind = 'fact', label, numeric = false, children }: CellProps) => (
  <td role="cell" className={`table__${kind}`} data-label={label} {...(numeric && NUMERIC)}>
    {children}
  </td>
)

export const WholeRow = ({ columns, children }: { columns: number; children: ReactNode }) => (
  <tr role="row" className="table__whole">
    <td role="cell" colSpan={columns}>
      {children}
    </td>
  </tr>
)
