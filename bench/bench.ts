// npm run bench: nine rows. A ratio compares two things that were measured in turn on this machine.
import { availableParallelism, cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { openBench } from './harness/open-bench.ts'
import type { Measured, Row } from './harness/row.ts'
import { tableOf } from './harness/table.ts'
import { approval, booking, repeat } from './rows/booking.ts'
import { largeBooking, largeSchedule, largeScreens, memory } from './rows/large.ts'
import { ownReservations, schedule } from './rows/reads.ts'

/** In this sequence: bookings enlarge the database that screens read, and memory is read after all other calls. */
const ROWS: readonly Row[] = [
  schedule,
  ownReservations,
  booking,
  repeat,
  approval,
  largeScreens,
  largeSchedule,
  largeBooking,
  memory,
]

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    days: { type: 'string', default: '100' },
  },
})

function numberOf(name: 'seconds' | 'rounds' | 'days'): number {
  const number = Number(values[name])
  if (!(number > 0)) throw new Error(`--${name} takes a number above 0`)
  return number
}

function chosenRows(): readonly Row[] {
  const names = values.only?.split(',')
  const known = ROWS.map(({ name }) => name)
  const unknown = names?.filter((name) => !known.includes(name)) ?? []
  if (unknown.length > 0) throw new Error(`--only takes ${known.join(', ')}; not ${unknown.join(', ')}`)
  return ROWS.filter(({ name }) => names?.includes(name) ?? true)
}

const loadNow = () => loadavg()[0]!.toFixed(2)

const rows = chosenRows()
const loadBefore = loadNow()
const bench = await openBench({
  seconds: numberOf('seconds'),
  rounds: numberOf('rounds'),
  days: numberOf('days'),
})
// End the servers after Ctrl-C, which may come twice, and when the reader of the output has gone.
for (const end of ['SIGINT', 'SIGTERM', 'uncaughtException'] as const)
  process.on(end, () => void bench.close().finally(() => process.exit(1)))
const results: { row: Row; measured: Measured }[] = []
for (const row of rows) {
  console.error(`measuring ${row.name}`)
  try {
    results.push({ row, measured: await row.measure(bench) })
  } catch (error) {
    // The other rows are still worth their minutes.
    console.error(`${row.name} could not be measured:`, error)
    process.exitCode = 1
  }
}
await bench.close()
console.log(`\n${tableOf(results)}\n`)
console.log(
  `${availableParallelism()} cores (${cpus()[0]?.model ?? 'unknown'}), load average of one minute: ${loadBefore} before, ${loadNow()} after`,
)
