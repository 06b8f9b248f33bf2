/** One measurement of one thing. Times are milliseconds; NaN is what could not be measured. */
export type Sample = {
  count: number
  perSecond: number
  median: number
  p99: number
  /** Processor time of the server for each call. */
  cpu: number
  /** The same of PostgreSQL. */
  database: number
  /** How much of one core the process took that asked. */
  asking: number
  /** The bytes of an answer, with its head. */
  bytes: number
  /** How many were refused because the service was late: it shares its cores with others then. */
  shed: number
}

/** One line of the table: how the service compares, by the median of all rounds. */
export type Row = {
  group: string
  name: string
  /** Null where this service has no such call. */
  value: number | null
  unit: 'x' | 'ms' | 'MB' | ''
  /** The least and most of the rounds. */
  spread: readonly [number, number] | null
  /** The same by processor time, of server and PostgreSQL together, which a busy machine changes less than rates. */
  byCpu?: number
  /** The medians of what was compared. */
  service?: Partial<Sample>
  reference?: Partial<Sample>
  /** The bytes of the biggest answer, uncompressed. */
  bytes?: number
  note?: string
}

type Samples = readonly Sample[]
type By = (one: Sample, other: Sample) => number

/** The ratios that rows are made of. */
const byRate: By = (one, other) => one.perSecond / other.perSecond
export const byP99: By = (one, other) => one.p99 / other.p99
/** How many times as long each takes. */
export const byCost: By = (one, other) => other.perSecond / one.perSecond

const cpuOf = ({ cpu, database }: Sample) => (cpu || 0) + (database || 0)

/** Measures things in turn, round after round, so that a busy moment of the machine does not fall on one alone. */
export async function alternate<Name extends string>(
  rounds: number,
  things: Record<Name, () => Promise<Sample>>,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(things) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Sample[]>
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) samples[name].push(await things[name]())
  return samples
}

/** A row that compares two things which were measured in turn. */
export function compare(
  about: { group: string; name: string },
  service: Samples,
  reference: Samples,
  by: By = byRate,
): Row {
  const ratios = service.map((each, round) => by(each, reference[round]!))
  const [ours, theirs] = [middles(service), middles(reference)]
  const byCpu = cpuOf(theirs) / cpuOf(ours)
  const doubts = doubtsOf([...service, ...reference])
  return {
    ...about,
    unit: 'x',
    value: middle(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    ...(by !== byP99 && { byCpu: by === byCost ? 1 / byCpu : byCpu }),
    service: ours,
    reference: theirs,
    ...(doubts.length > 0 && { note: doubts.join('; ') }),
  }
}

/** The reasons why a ratio may say less than it seems to. */
function doubtsOf(samples: Samples): string[] {
  const shed = samples.reduce((sum, each) => sum + each.shed, 0)
  const busiest = Math.max(0, ...samples.map(({ asking }) => asking || 0))
  return [
    ...(shed > 0 ? [`refused ${shed} times as overloaded`] : []),
    ...(busiest > 0.97 ? ['the asking process was the limit'] : []),
  ]
}

/** The middle of some numbers. */
export function middle(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  return (sorted[Math.floor((sorted.length - 1) / 2)]! + sorted[Math.ceil((sorted.length - 1) / 2)]!) / 2
}

function middles(samples: Samples): Sample {
  const names = Object.keys(samples[0]!) as (keyof Sample)[]
  return Object.fromEntries(names.map((name) => [name, middle(samples.map((each) => each[name]))])) as Sample
}
