import type { Measured, Row, Sample } from './row.ts'

const HEAD = ['row', 'figure', 'lowest to highest', 'floor', 'a second', 'median', 'p99', 'reference', '']

/** The rows as a table of text. */
export function tableOf(results: readonly { row: Row; measured: Measured }[]): string {
  const lines = results.map(({ row, measured }) => [
    row.name,
    withUnit(measured.value, measured.unit),
    measured.spread?.map(round).join(' to ') ?? '',
    boundOf(row, measured),
    ...figuresOf(measured.service),
    figuresOf(measured.reference).filter(Boolean).join(', '),
    measured.note === undefined ? row.about : `${row.about} (${measured.note})`,
  ])
  const table = [HEAD, ...lines]
  const widths = HEAD.map((_, at) => Math.max(...table.map((line) => line[at]!.length)))
  return table
    .map((line) =>
      line
        .map((cell, at) =>
          at === 0 || at === line.length - 1 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

function boundOf({ floor, ceiling }: Row, { value, unit }: Measured): string {
  if (floor !== undefined) return `${floor}: ${value >= floor ? 'above' : 'BELOW'}`
  return ceiling === undefined ? '' : `(at most ${ceiling} ${unit})`
}

const figuresOf = (sample: Sample | undefined): string[] =>
  sample
    ? [`${round(sample.perSecond)}/s`, `${round(sample.median)} ms`, `${round(sample.p99)} ms`]
    : ['', '', '']

const withUnit = (value: number, unit: string) => `${round(value)} ${unit}`.trim()

/** Three significant digits, at most three of them behind the point. */
function round(value: number): string {
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))))
  return value.toFixed(Math.min(digits, 3))
}
