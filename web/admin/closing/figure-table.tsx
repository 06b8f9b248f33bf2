import { figures } from '../../ui/figures.ts'
import { FiguresTable, type FiguresProps } from '../components/figures-table.tsx'

type Props = FiguresProps & {
  title: string
  aside?: string | undefined
  note?: string | undefined
  empty: string
}

export const FigureTable = ({ title, aside, note, empty, ...table }: Props) => (
  <section className="closing__part card stack" data-gap="12">
    <h2>
      <span>{title}</span> {aside !== undefined && <span {...figures('closing__aside muted')}>{aside}</span>}
    </h2>
    {table.rows.length === 0 ? <p className="muted">{empty}</p> : <FiguresTable label={title} {...table} />}
    {note !== undefined && <p className="muted small">{note}</p>}
  </section>
)
