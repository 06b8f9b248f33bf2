import type { Bench } from './open-bench.ts'

/** One measurement of many equal calls. Times are milliseconds. */
export type Sample = {
  count: number
  perSecond: number
  median: number
  p99: number
  /** The part of a core that the load process used. */
  asking: number
  /** Calls that were refused with 503. They are not counted. */
  refused: number
}

export type Row = {
  /** As `--only` and `// Benchmark row:` name it. */
  name: string
  about: string
  /** The lowest acceptable ratio. */
  floor?: number
  /** The limit of milliseconds or megabytes. They depend on the machine, so it is only printed. */
  ceiling?: number
  measure(bench: Bench): Promise<Measured>
}

export type Measured = {
  value: number
  unit: '' | 'ms' | 'MB'
  /** The lowest and the highest of the rounds. */
  spread?: readonly [number, number]
  /** Medians of the rounds. */
  service?: Sample
  reference?: Sample
  note?: string
}

/** Measures both in turn, so that a busy second of the machine does not hit one alone. The ratio is by rate. */
export async function compare(
  rounds: number,
  { service, reference }: Record<'service' | 'reference', () => Promise<Sample>>,
): Promise<Measured> {
  const [ours, theirs]: [Sample[], Sample[]] = [[], []]
  for (let round = 0; round < rounds; round += 1) {
    theirs.push(await reference())
    ours.push(await service())
  }
  const ratios = ours.map(({ perSecond }, round) => perSecond / theirs[round]!.perSecond)
  const notes = doubtsOf([...ours, ...theirs])
  return {
    value: median(ratios),
    unit: '',
    spread: [Math.min(...ratios), Math.max(...ratios)],
    service: medians(ours),
    reference: medians(theirs),
    ...(notes.length > 0 && { note: notes.join('; ') }),
  }
}

function doubtsOf(samples: readonly Sample[]): string[] {
  const refused = samples.reduce((sum, each) => sum + each.refused, 0)
  const busiest = Math.max(...samples.map(({ asking }) => asking))
  return [
    ...(refused > 0 ? [`refused ${refused} times as overloaded`] : []),
    ...(busiest > 0.97 ? ['the load process was the limit'] : []),
  ]
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
}

function medians(samples: readonly Sample[]): Sample {
  const names = Object.keys(samples[0]!) as (keyof Sample)[]
  return Object.fromEntries(names.map((name) => [name, median(samples.map((each) => each[name]))])) as Sample
}

/** Sorts the times in place. */
export function summarize(times: number[]): Pick<Sample, 'count' | 'median' | 'p99'> {
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { count: times.length, median: at(0.5), p99: at(0.99) }
}
