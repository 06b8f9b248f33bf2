// How fast is the service, and how much does each call cost it, as a multiple of the least that the same machine could do?
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { openBench, type Group } from './harness/bench.ts'
import { describeMachine, lookAtMachine } from './harness/machine.ts'
import type { Row } from './harness/sample.ts'
import { tableOf } from './harness/table.ts'
import { backup } from './rows/backup.ts'
import { booking } from './rows/booking.ts'
import { closing } from './rows/closing.ts'
import { crossing } from './rows/crossing.ts'
import { desk } from './rows/desk.ts'
import { large, memory, screens } from './rows/large.ts'
import { mass } from './rows/mass.ts'
import { overload } from './rows/overload.ts'
import { myReservations, schedule } from './rows/reads.ts'
import { streams } from './rows/streams.ts'

/** The table; what stands below it is measured only by its name. */
const TABLE: readonly Group[] = [schedule, myReservations, booking, screens, large, memory]
const MORE: readonly Group[] = [streams, backup, closing, mass, crossing, overload, desk]

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '5' },
    days: { type: 'string', default: '100' },
    service: { type: 'string', default: join(import.meta.dirname, '..') },
    json: { type: 'string' },
  },
})

function numberOf(name: 'seconds' | 'rounds' | 'days'): number {
  const number = Number(values[name])
  if (!(number > 0)) throw new Error(`--${name} takes a number above 0`)
  return number
}

function chosen(): readonly Group[] {
  if (values.only === undefined) return TABLE
  const all = [...TABLE, ...MORE]
  return values.only.split(',').map((name) => {
    const group = all.find((each) => each.name === name)
    if (!group)
      throw new Error(`--only takes names of ${all.map((each) => each.name).join(', ')}; not "${name}"`)
    return group
  })
}

const groups = chosen()
const before = await lookAtMachine()
console.log(describeMachine(before))
const bench = await openBench({
  checkout: resolve(values.service),
  seconds: numberOf('seconds'),
  rounds: numberOf('rounds'),
  days: numberOf('days'),
})
// Nothing stays behind that would go on alone: not after a Ctrl-C, nor when whoever reads this has gone.
for (const end of ['SIGINT', 'SIGTERM', 'uncaughtException'] as const)
  process.once(end, () => void bench.close().finally(() => process.exit(1)))
const rows: Row[] = []
for (const group of groups) {
  console.error(`measuring ${group.name}`)
  try {
    rows.push(...(await group.rows(bench)))
  } catch (error) {
    // The others have taken minutes, or will be worth theirs.
    console.error(`${group.name} could not be measured:`, error)
    process.exitCode = 1
  }
}
await bench.close()
const after = await lookAtMachine()
console.log(`\n${tableOf(rows)}\n\nafterwards: ${describeMachine(after)}`)
if (values.json)
  writeFileSync(values.json, `${JSON.stringify({ before, after, options: values, rows }, null, 2)}\n`)
