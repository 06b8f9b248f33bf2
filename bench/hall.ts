// How does one process serve a whole hall: thousands of phones, boards and administrators, and then the rush in which
// hundreds want the same few times?
import { loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import { openHall, type Meter } from './hall/hall-server.ts'
import type { Rush, Work } from './hall/orders.ts'
import { pollsAMinute } from './hall/pattern.ts'
import { checkSold, tellPhase, type Phase } from './hall/report.ts'
import { startSimulator } from './hall/simulated.ts'

const asked = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(`--${name}`)
  const value = at < 0 ? otherwise : Number(process.argv[at + 1])
  if (!(value >= 0)) throw new Error(`--${name} takes a number`)
  return value
}
const textAsked = (name: string) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}

// With --seconds everything is small: whether it still runs, and right.
const seconds = asked('seconds', 300)
const isShort = seconds < 60
const minutes = asked('minutes', seconds / 60)
const size = {
  phones: asked('phones', isShort ? 60 : 2_000),
  boards: asked('boards', isShort ? 3 : 30),
  admins: asked('admins', isShort ? 3 : 10),
}
const processes = asked('processes', 1)
const work = {
  bookingsAMinute: asked('bookings', isShort ? 600 : 12),
  decisionsAMinute: asked('decisions', isShort ? 600 : 30),
}
const rushing = {
  bookers: asked('rush', isShort ? 30 : Math.round(size.phones / 4)),
  reloadMs: asked('reload', isShort ? 0.2 : 10) * 1_000,
  withinMs: isShort ? 300 : 60_000,
  choosesMs: isShort ? ([50, 100] as const) : ([2_000, 5_000] as const),
}
const TIMES = isShort ? 4 : 40
const ARRIVAL_MS = isShort ? 200 : 20_000
const METER_MS = isShort ? 200 : 5_000

const isBehindNginx = process.argv.includes('--nginx')
const hall = await openHall({
  ...size,
  processes,
  isBehindNginx,
  isQuick: isShort,
  nodeOptions: textAsked('node'),
})
const simulator = startSimulator()

const coreBetween = (from: Meter, to: Meter) => (to.cpuMs - from.cpuMs) / (to.at - from.at)

/** Looks at the service before and after, and now and then while it goes on. */
async function phase(name: string, doing: () => Promise<unknown>): Promise<Phase> {
  await simulator.look()
  const from = await hall.meter()
  let { resident } = from
  let busiest = 0
  let last = from
  const note = (now: Meter) => {
    resident = Math.max(resident, now.resident)
    // An answer that came late leaves hardly any time before the next one.
    if (now.at - last.at > METER_MS / 2) busiest = Math.max(busiest, coreBetween(last, now))
    last = now
  }
  let isOver = false
  const ended = doing().finally(() => (isOver = true))
  const watching = setInterval(() => {
    if (!isOver) void hall.meter().then(note)
  }, METER_MS)
  await ended.finally(() => clearInterval(watching))
  const to = await hall.meter()
  note(to)
  const seen = await simulator.look()
  const done = { name, from, to, resident, busiest: Math.max(busiest, coreBetween(from, to)), seen }
  tellPhase(done, pollsAMinute(size))
  if (process.argv.includes('--statements'))
    for (const { calls, ms, query } of await hall.countStatements())
      console.log(`  ${calls.padStart(8)} x ${(ms / Number(calls)).toFixed(3)} ms  ${query.slice(0, 150)}`)
  return done
}

try {
  const { rows, places } = hall
  console.log(
    `${size.phones} phones, ${size.boards} boards, ${size.admins} administrators on ${processes} process${processes > 1 ? 'es' : ''}` +
      `${isBehindNginx ? ' behind nginx' : ''} for ${minutes.toFixed(1)} minutes; load average before: ${loadavg()[0]!.toFixed(1)}`,
  )
  const wanted = rows.free.slice(0, TIMES)
  const day: Work = { free: rows.free.slice(TIMES), pending: rows.pending, ...work }
  const rush: Rush = { wishes: wanted, ...rushing }
  const phases = [
    await phase('all arrive', () =>
      simulator.give({ kind: 'open', people: { ...rows, places }, withinMs: ARRIVAL_MS }),
    ),
  ]
  phases.push(
    await phase('an ordinary time', async () => {
      await simulator.give({ kind: 'work', work: day })
      await wait(minutes * 60_000)
      await simulator.give({ kind: 'rest' })
    }),
  )
  if (rush.bookers > 0) phases.push(await phase('the rush', () => simulator.give({ kind: 'rush', rush })))
  const sold = await checkSold(hall.pool, wanted)
  const errors = phases.reduce(
    (sum, { seen }) => sum + Object.values(seen.errors).reduce((all, each) => all + each, 0),
    0,
  )
  console.log(
    `\n${errors} errors; of ${sold.wanted} wanted times ${sold.sold} sold, ${sold.twice} of all sold twice`,
  )
  const said = hall.said().match(/^.*"level":(?:40|50|60).*$/gm) ?? []
  for (const line of said.slice(0, 5)) console.log(`  the service said: ${line.slice(0, 300)}`)
  if (sold.twice > 0) process.exitCode = 1
} finally {
  await simulator.stop()
  await hall.close()
}
