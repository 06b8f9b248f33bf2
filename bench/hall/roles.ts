import { setTimeout as wait } from 'node:timers/promises'
import { openHall, type Meter } from './hall-server.ts'
import type { People, Work } from './orders.ts'
import { startSimulator } from './simulated.ts'

/** Processor time of the program and of PostgreSQL in milliseconds, and the statements that were sent. */
export type Cost = { cpuMs: number; databaseMs: number; statements: number }
type Spent = { cost: Cost; seconds: number }

const KEYS = ['cpuMs', 'databaseMs', 'statements'] as const
const combine = (a: Cost, b: Cost, times: number): Cost => ({
  cpuMs: a.cpuMs + times * b.cpuMs,
  databaseMs: a.databaseMs + times * b.databaseMs,
  statements: a.statements + times * b.statements,
})
const ZERO: Cost = { cpuMs: 0, databaseMs: 0, statements: 0 }
const less = (a: Cost, b: Cost) => combine(a, b, -1)
// Less than nothing is the noise of the measurement.
const part = (cost: Cost, count: number) => {
  const of = combine(ZERO, cost, 1 / Math.max(1, count))
  for (const key of KEYS) of[key] = Math.max(0, of[key])
  return of
}
const aMinute = ({ cost, seconds }: Spent) => combine(ZERO, cost, 60 / seconds)
/** The cost of a time without that of as long a quiet one. */
const beyond = (spent: Spent, quiet: Spent) => combine(spent.cost, quiet.cost, -spent.seconds / quiet.seconds)

export function spentBetween(from: Meter, to: Meter): Spent {
  const cost = { ...ZERO }
  for (const key of KEYS) cost[key] = to[key] - from[key]
  return { cost, seconds: (to.at - from.at) / 1000 }
}

// After people have come: until their streams stand and what they asked for first is answered.
const SETTLE_MS = 5_000
// No more than administrators hear of, each by itself.
const CHANGES_A_SECOND = 1
/** Times that nobody else wants, enough for a minute. */
const WARMING = 120
const MEASURED = { boards: 30, admins: 10 }
const NAMES = {
  idle: 'a program with nobody there, a minute',
  phone: 'a phone, a minute',
  board: 'a board, a minute',
  admin: 'an administrator, a minute',
  change: 'a change of the times of a day',
  phoneHears: 'a phone that hears of it',
  boardHears: 'a board, when anything changes',
  adminHears: 'an administrator, when anything changes',
  booking: 'a booking with its mail',
  decision: 'a decision with its mail',
} as const
type Role = keyof typeof NAMES
export type Roles = { costs: Record<Role, Cost>; idleBytes: number; phoneBytes: number }
export const nameOf = (role: Role): string => NAMES[role]

/** Measures each role by itself, one after the other, before one program. */
export async function measureRoles(seconds: number, phoneCount: number): Promise<Roles> {
  const hall = await openHall({ ...MEASURED, phones: phoneCount, processes: 1, isBehindNginx: false })
  const { rows, pool } = hall
  const during = async (doing: () => Promise<unknown>) => {
    const from = await hall.meter()
    await doing()
    return spentBetween(from, await hall.meter())
  }
  const pause = () => wait(seconds * 1000)
  const count = Math.ceil(seconds * CHANGES_A_SECOND)
  async function change() {
    for (let n = 0; n < count; n += 1) {
      await pool.query('update slots set is_locked = not is_locked where id = $1', [rows.free[0]!.slot_id])
      await wait(1000 / CHANGES_A_SECOND)
    }
  }
  const nobody: People = { ...rows, places: hall.places, phones: [], admins: [], boards: [] }
  const noWork: Work = {
    free: rows.free.slice(1),
    pending: rows.pending,
    bookingsAMinute: 0,
    decisionsAMinute: 0,
  }
  /** With these people there: a quiet time, one of changes, and one of work. */
  async function withPeople(people: Partial<People>, work?: Partial<Work>) {
    const simulator = startSimulator()
    try {
      await simulator.give({ kind: 'open', people: { ...nobody, ...people }, withinMs: SETTLE_MS })
      await wait(SETTLE_MS)
      // Code that has run a few times is compiled: what is measured after it is as cheap as it will be.
      await change()
      await wait(SETTLE_MS)
      const quiet = await during(pause)
      const ofOne = part(beyond(await during(change), quiet), count)
      await simulator.look()
      const working = await during(async () => {
        await simulator.give({ kind: 'work', work: { ...noWork, ...work } })
        if (work) await pause()
        await simulator.give({ kind: 'rest' })
        // Mails leave within a second.
        if (work) await wait(1_000)
      })
      const seen = await simulator.look()
      const { resident } = await hall.meter()
      return { quiet, ofOne, work: beyond(working, quiet), seen, resident }
    } finally {
      await simulator.stop()
    }
  }
  try {
    const [phone, admin] = [rows.phones.slice(0, 1), rows.admins.slice(0, 1)]
    // A program that has just begun compiles: what is done first would be dear, and what is taken off it later too cheap.
    const others = {
      free: rows.free.slice(-WARMING),
      pending: [],
      bookingsAMinute: 120,
      decisionsAMinute: 60,
    }
    await withPeople({ phones: phone, admins: admin }, others)
    await wait(SETTLE_MS)
    const idle = await during(pause)
    const one = await withPeople({ phones: phone }, { bookingsAMinute: 120 })
    const boards = await withPeople({ boards: rows.boards })
    const phones = await withPeople({ phones: rows.phones })
    // Last, because the memory that their lists take is given back late.
    const desk = await withPeople({ admins: admin }, { decisionsAMinute: 60 })
    const admins = await withPeople({ admins: rows.admins })
    const quiet = (group: typeof one, size: number) => part(less(aMinute(group.quiet), aMinute(idle)), size)
    const hears = (group: typeof one, size: number) => part(less(group.ofOne, one.ofOne), size)
    const adminHears = hears(admins, MEASURED.admins)
    const booked = one.seen.bookings['booked'] ?? 0
    return {
      costs: {
        idle: aMinute(idle),
        phone: quiet(phones, phoneCount),
        board: quiet(boards, MEASURED.boards),
        admin: quiet(admins, MEASURED.admins),
        change: one.ofOne,
        // Those who show no times hear nothing, as in a hall.
        phoneHears: hears(phones, phoneCount * 0.8),
        boardHears: hears(boards, MEASURED.boards),
        adminHears,
        booking: part(less(part(one.work, booked), one.ofOne), 1),
        decision: part(less(part(desk.work, desk.seen.decisions), adminHears), 1),
      },
      idleBytes: boards.resident,
      // A program that has worked holds more than one that has just begun, whoever is there.
      phoneBytes: Math.max(0, phones.resident - boards.resident) / phoneCount,
    }
  } finally {
    await hall.close()
  }
}
