import type { Row, Sample } from './sample.ts'

/** The rows as a table of text. */
export function tableOf(rows: readonly Row[]): string {
  const head = [
    '',
    'least to most',
    'by CPU',
    'a second',
    'median',
    'p99',
    'server',
    'database',
    'reference',
    '',
  ]
  const lines = rows.map((row) => [
    row.value === null ? '-' : `${round(row.value)} ${row.unit}`.trim(),
    row.spread ? row.spread.map(round).join(' to ') : '',
    row.byCpu === undefined || Number.isNaN(row.byCpu) ? '' : round(row.byCpu),
    ...figuresOf(row.service),
    figuresOf(row.reference).filter(Boolean).join(', '),
    row.note ? `${row.name} (${row.note})` : row.name,
  ])
  const widths = head.map((_, at) => Math.max(...[head, ...lines].map((line) => line[at]!.length)))
  const drawn = [head, ...lines].map((line) =>
    line
      .map((cell, at) => (at === line.length - 1 ? cell : cell.padStart(widths[at]!)))
      .join('  ')
      .trimEnd(),
  )
  return drawn.join('\n')
}

function figuresOf(sample: Partial<Sample> = {}): string[] {
  const shown = (value: number | undefined, unit: string) =>
    value === undefined || Number.isNaN(value) || value === 0 ? '' : `${round(value)}${unit}`
  const { perSecond, median, p99, cpu, database } = sample
  return [
    shown(perSecond, '/s'),
    shown(median, ' ms'),
    shown(p99, ' ms'),
    shown(cpu && cpu * 1000, ' µs'),
    shown(database && database * 1000, ' µs'),
  ]
}

/** Three digits that count, and no more. */
function round(value: number): string {
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))
  return value.toFixed(Math.min(digits, 3))
}
