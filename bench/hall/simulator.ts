// The people of a hall, in a process of their own: `hall.ts` starts it and gives it orders.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { Gathered, type SimulatedFigures } from './figures.ts'
import type { Answered, Order, People, Rush, Work } from './orders.ts'
import { ADMIN_SCREENS, BOARD_SCREEN, PHONE_SCREENS, screenOf } from './pattern.ts'
import { Person } from './person.ts'
import { book, decide } from './writes.ts'

// Every twentieth booking of the rush loses its answer on the way: the app sends it again.
const LOST = 0.05
const MAX_TRIES = 3

const gathered = new Gathered()
const lateness = monitorEventLoopDelay({ resolution: 1 })
lateness.enable()
let cpu = process.cpuUsage()
let phones: Person[] = []
let admins: Person[] = []
let boards: Person[] = []
let timers: NodeJS.Timeout[] = []
const underWay = new Set<Promise<unknown>>()

const anyOf = <Each>(among: readonly Each[]): Each => among[Math.floor(Math.random() * among.length)]!

async function open(people: People, withinMs: number) {
  const { places, date } = people
  const placeOf = (n: number) => places[n % places.length]!
  phones = people.phones.map((token, n, { length }) => {
    const who = { place: placeOf(n), cookie: `session=${token}`, values: { date } }
    return new Person(who, screenOf(PHONE_SCREENS, n, length), gathered)
  })
  admins = people.admins.map(({ token, csrf }, n, { length }) => {
    const who = { place: placeOf(n), cookie: `admin_session=${token}`, csrf, values: { date } }
    return new Person(who, screenOf(ADMIN_SCREENS, n, length), gathered)
  })
  boards = people.boards.map(({ room, check_in }, n) => {
    const who = { place: placeOf(n), values: { date, room: String(room), check_in } }
    return new Person(who, BOARD_SCREEN, gathered)
  })
  await spread([...phones, ...admins, ...boards], withinMs, (person) => person.open())
}

/** Lets each do something at a random moment of this time. */
const spread = (people: readonly Person[], ms: number, act: (person: Person) => Promise<unknown>) =>
  Promise.all(
    people.map(async (person) => {
      await wait(Math.random() * ms)
      await act(person)
    }),
  )

/** Writes that are waited for before a rest is one. */
function begin(write: Promise<unknown>) {
  const ended = write.finally(() => underWay.delete(ended))
  underWay.add(ended)
}

function work({ free, pending, bookingsAMinute, decisionsAMinute }: Work) {
  const wishes = [...free]
  const undecided = [...pending]
  const every = (aMinute: number, act: () => void) => {
    if (aMinute > 0) timers.push(setInterval(act, 60_000 / aMinute))
  }
  every(bookingsAMinute, () => {
    const wish = wishes.shift()
    if (wish === undefined) gathered.error('no time is left to be booked')
    else begin(book(anyOf(phones), gathered, wish).then((id) => id !== null && undecided.push(id)))
  })
  every(decisionsAMinute, () => {
    const id = undecided.shift()
    if (id !== undefined) begin(decide(anyOf(admins), gathered, id))
  })
}

async function rest() {
  for (const timer of timers) clearInterval(timer)
  timers = []
  await Promise.all(underWay)
}

async function rush(rushing: Rush) {
  const { bookers, reloadMs, withinMs } = rushing
  const reloading = spread(phones, reloadMs, (phone) => phone.reload())
  const booking = spread(phones.slice(0, bookers), withinMs, (phone) => bookOne(phone, rushing))
  await Promise.all([reloading, booking])
}

/** Wants one of these times; one that is taken is followed by another choice. */
async function bookOne(phone: Person, { wishes, choosesMs: [least, most] }: Rush) {
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    if ((await book(phone, gathered, anyOf(wishes), Math.random() < LOST)) !== null) return
    await wait(least + Math.random() * (most - least))
  }
}

function look(): SimulatedFigures {
  const used = process.cpuUsage(cpu)
  cpu = process.cpuUsage()
  // The monitor counts its own resolution as lateness.
  const late = (percentile: number) => Math.max(0, lateness.percentile(percentile) / 1e6 - 1)
  const figures = { cpuMs: (used.user + used.system) / 1000, lateP50: late(50), lateP99: late(99) }
  lateness.reset()
  return { ...gathered.look(), ...figures }
}

async function carryOut(order: Order): Promise<Answered> {
  if (order.kind === 'look') return look()
  if (order.kind === 'open') await open(order.people, order.withinMs)
  if (order.kind === 'work') work(order.work)
  if (order.kind === 'rest') await rest()
  if (order.kind === 'rush') await rush(order.rush)
  return 'done'
}

process.on('message', (order: Order) => {
  void carryOut(order).then((answer) => process.send!(answer))
})
process.on('disconnect', () => process.exit(0))
