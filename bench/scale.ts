// The costs of each role, measured on this machine, what a hall of any size needs by them, and whether that is so.
import { readFileSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { openHall } from './hall/hall-server.ts'
import { requireNginx } from './hall/proxy.ts'
import { measureRoles, nameOf, spentBetween, type Roles } from './hall/roles.ts'
import { startSimulator } from './hall/simulated.ts'
import { FULL, loadOf, phonesOfOneProcess, type HallOf, type RoleCosts } from './scale-model.ts'

const PAGE = join(import.meta.dirname, '../docs/scale.md')
const [BEGIN, END] = ['<!-- begin: scripts/node bench/scale.ts --check --write -->', '<!-- end -->']
const has = (name: string) => process.argv.includes(`--${name}`)
const asked = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(`--${name}`)
  const value = at < 0 ? otherwise : Number(process.argv[at + 1])
  if (!(value >= 0)) throw new Error(`--${name} takes a number`)
  return value
}
const seconds = asked('seconds', 30)
const hall: HallOf = {
  phones: asked('phones', 2_000),
  boards: asked('boards', 30),
  admins: asked('admins', 10),
  processes: asked('processes', 1),
  bookingsAMinute: asked('bookings', 12),
  decisionsAMinute: asked('decisions', 30),
}
/** The halls at which the model is checked: phones, programs, and whether nginx stands before them. */
const [small, large] = [asked('small', 500), asked('large', 2_000)]
const CHECKS = [
  [small, 1, false],
  [large, 1, false],
  [large, 1, true],
  [large, 2, true],
] as const

if (has('check')) requireNginx()

const lines: string[] = []
const say = (line = '') => {
  console.log(line)
  lines.push(line)
}
const row = (...cells: (string | number)[]) => say(`| ${cells.join(' | ')} |`)
const core = (cpuMsAMinute: number) => (cpuMsAMinute / 60_000).toFixed(2)
const mega = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`
const fine = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0))

function modelOf({ costs, idleBytes, phoneBytes }: Roles): RoleCosts {
  return {
    idleMs: costs.idle.cpuMs,
    idleBytes,
    phoneMs: costs.phone.cpuMs,
    boardMs: costs.board.cpuMs,
    adminMs: costs.admin.cpuMs,
    phoneBytes,
    changeMs: costs.change.cpuMs,
    phoneHearsMs: costs.phoneHears.cpuMs,
    boardHearsMs: costs.boardHears.cpuMs,
    adminHearsMs: costs.adminHears.cpuMs,
    bookingMs: costs.booking.cpuMs,
    decisionMs: costs.decision.cpuMs,
  }
}

function tellRoles({ costs, idleBytes, phoneBytes }: Roles) {
  say(`Measured with a load average of ${loadavg()[1]!.toFixed(1)} on this machine.`)
  say()
  row('role', 'CPU of the program, ms', 'CPU of PostgreSQL, ms', 'statements')
  row('---', '---:', '---:', '---:')
  for (const role of Object.keys(costs) as (keyof Roles['costs'])[]) {
    const { cpuMs, databaseMs, statements } = costs[role]
    row(nameOf(role), fine(cpuMs), fine(databaseMs), fine(statements))
  }
  say()
  say(
    `Memory: ${mega(idleBytes)} for a program that has worked, and ${fine(phoneBytes / 1e3)} kB for each phone.`,
  )
}

function tellHall(model: RoleCosts) {
  const { parts, cpuMs, bytes } = loadOf(model, hall)
  say()
  say(
    `${hall.phones} phones, ${hall.boards} boards, ${hall.admins} administrators, ${hall.bookingsAMinute} bookings and ` +
      `${hall.decisionsAMinute} decisions a minute, on ${hall.processes} program${hall.processes > 1 ? 's' : ''}:`,
  )
  say()
  row('cause', 'part of a core')
  row('---', '---:')
  for (const [cause, ms] of Object.entries(parts)) row(cause, core(ms))
  row('all', core(cpuMs))
  say()
  say(
    `Each program holds ${mega(bytes)}. One program, ${FULL * 100} % busy, carries ${phonesOfOneProcess(model, hall)} phones of such a hall.`,
  )
}

/** Runs a hall of that size and compares what it took with what the model says. */
async function check(model: RoleCosts, phones: number, processes: number, isBehindNginx: boolean) {
  const size = { phones, boards: hall.boards, admins: hall.admins }
  const running = await openHall({ ...size, processes, isBehindNginx })
  const simulator = startSimulator()
  try {
    const people = { ...running.rows, places: running.places }
    await simulator.give({ kind: 'open', people, withinMs: 10_000 })
    await wait(5_000)
    const { bookingsAMinute, decisionsAMinute } = hall
    const work = { free: people.free, pending: people.pending, bookingsAMinute, decisionsAMinute }
    await simulator.give({ kind: 'work', work })
    // A program that has just begun compiles; the model is of one that has.
    await wait(seconds * 1_000)
    await simulator.look()
    const from = await running.meter()
    await wait(seconds * 2_000)
    await simulator.give({ kind: 'rest' })
    const to = await running.meter()
    const seen = await simulator.look()
    const { cost, seconds: took } = spentBetween(from, to)
    const said = loadOf(model, {
      ...size,
      processes,
      bookingsAMinute: ((seen.bookings['booked'] ?? 0) * 60) / took,
      decisionsAMinute: (seen.decisions * 60) / took,
    })
    const errors = Object.entries(seen.errors).map(([error, count]) => `${count} x ${error}`)
    row(
      phones,
      `${processes}${isBehindNginx ? ', nginx' : ''}`,
      core(said.cpuMs),
      core((cost.cpuMs * 60) / took),
      isBehindNginx ? core(((to.proxyMs - from.proxyMs) * 60) / took) : '-',
      core((cost.databaseMs * 60) / took),
      `${fine(seen.times['schedule']?.p50 ?? NaN)} / ${fine(seen.times['schedule']?.p99 ?? NaN)}`,
      `${mega(said.bytes)} / ${mega(to.resident)}`,
      errors.join(', ') || 0,
    )
  } finally {
    await simulator.stop()
    await running.close()
  }
}

const roles = await measureRoles(seconds, asked('measured-phones', 1_000))
const model = modelOf(roles)
tellRoles(roles)
tellHall(model)
if (has('check')) {
  say()
  row(
    'phones',
    'programs',
    'model',
    'measured',
    'nginx',
    'PostgreSQL',
    'schedule p50 / p99, ms',
    'memory, model / measured',
    'errors',
  )
  row('---:', '---', '---:', '---:', '---:', '---:', '---:', '---:', '---:')
  for (const [phones, processes, isBehindNginx] of CHECKS)
    await check(model, phones, processes, isBehindNginx)
}
if (has('write')) {
  const page = readFileSync(PAGE, 'utf8')
  const [before, after] = [page.split(BEGIN)[0]!, page.split(END)[1]]
  if (after === undefined) throw new Error('docs/scale.md has lost its marks')
  writeFileSync(PAGE, `${before}${BEGIN}\n\n${lines.join('\n')}\n\n${END}${after}`)
}
