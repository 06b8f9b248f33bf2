import { parseArgs } from 'node:util'
import { FAULTS, type FaultKind } from './plan.ts'
import type { TortureOptions } from './run.ts'

const LONGEST = 150

export type CommandOptions = TortureOptions & {
  seed: number
  minutes: number
  /** The control: removes guards, so that violations must be found. */
  isWeakened: boolean
}

/** Throws an Error that names the invalid option. */
export function readOptions(args: readonly string[], randomSeed: () => number): CommandOptions {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: 'string' },
      minutes: { type: 'string', default: '1' },
      faults: { type: 'string', default: FAULTS.join(',') },
      processes: { type: 'string', default: '2' },
      database: { type: 'string' },
      weakened: { type: 'boolean', default: false },
    },
  })
  const faults = readFaults(values.faults)
  if (values.database !== undefined && faults.includes('postgres'))
    throw new Error('--faults postgres needs a database of its own, not that of --database.')
  return {
    seed: wholeNumber('--seed', values.seed ?? String(randomSeed()), 1_000_000),
    minutes: readMinutes(values.minutes),
    faults,
    processes: wholeNumber('--processes', values.processes, 8, 1),
    database_url: values.database,
    isWeakened: values.weakened,
  }
}

function wholeNumber(name: string, text: string, max: number, min = 0): number {
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= min && number <= max) return number
  throw new Error(`${name} takes a whole number from ${min} to ${max}, not "${text}".`)
}

function readMinutes(text: string): number {
  const minutes = Number(text)
  // The first slot begins after three hours and must not end within the run.
  if (minutes > 0 && minutes <= LONGEST) return minutes
  throw new Error(`--minutes takes a number above 0 and up to ${LONGEST}, not "${text}".`)
}

function readFaults(text: string): FaultKind[] {
  if (text === 'none') return []
  return text.split(',').map((name) => {
    const kind = FAULTS.find((each) => each === name)
    if (kind) return kind
    throw new Error(`--faults takes none, or some of ${FAULTS.join(',')}, not "${name}".`)
  })
}
