import { randomUUID } from 'node:crypto'
import { FIRST_DAY, request, type Event, type Headers } from '../harness/event.ts'
import { inMoreTurns, type Bench } from '../harness/open-bench.ts'
import { compare, median, type Row, type Sample } from '../harness/row.ts'

const CLIENTS = 8
const ONE_AFTER_THE_OTHER = 1
/** A measurement ends early when this many bookings are made for each of its seconds. */
const ENOUGH_A_SECOND = 2_000
/** Turns before measuring: Node compiles what is called often, and connections keep their plans. */
export const WARMING = 3

export const booking: Row = {
  name: 'booking',
  about: `three free slots of a room, ${CLIENTS} clients / the same rows written by PostgreSQL alone`,
  floor: 0.2,
  async measure(bench) {
    const [event, reference] = [await warmed(bench), await bench.reference()]
    const measured = await compare(bench.rounds, {
      reference: () => reference.book(bench.seconds),
      service: () => book(bench, event),
    })
    await checkWhole(event)
    return { ...measured, note: [reference.name, measured.note].filter(Boolean).join('; ') }
  },
}

export const repeat: Row = {
  name: 'repeat',
  about: `bookings with an Idempotency-Key, ${CLIENTS} clients / bookings without`,
  async measure(bench) {
    const event = await warmed(bench)
    const repeated: number[] = []
    const measured = await compare(bench.rounds, {
      reference: () => book(bench, event),
      service: async () => {
        const requests = await bookings(bench, event, () => ({ 'idempotency-key': randomUUID() }))
        const order = { connections: CLIENTS, repeat: false, expected: 201 }
        const first = await bench.ask(event.service.port, { ...order, requests })
        const made = requests.slice(0, first.count)
        const again = await bench.ask(event.service.port, { ...order, requests: made })
        repeated.push(again.perSecond)
        await event.settle()
        return first
      },
    })
    await checkWhole(event)
    const rate = `repeated: ${Math.round(median(repeated))}/s`
    return { ...measured, note: [rate, measured.note].filter(Boolean).join('; ') }
  },
}

export const approval: Row = {
  name: 'approval',
  about: 'an approval / a booking, one request after the other',
  floor: 0.7,
  async measure(given) {
    const event = await warmed(given)
    const bench = inMoreTurns(given)
    const measured = await compare(bench.rounds, {
      reference: () => book(bench, event, ONE_AFTER_THE_OTHER),
      service: () => approve(bench, event),
    })
    await checkWhole(event)
    return measured
  },
}

const warm = new WeakSet<Event>()

async function warmed(bench: Bench): Promise<Event> {
  const event = await bench.small()
  for (let n = 0; n < WARMING && !warm.has(event); n += 1) {
    await book(bench, event)
    await approve(bench, event)
  }
  warm.add(event)
  return event
}

/** Books free slots until the time is over or enough bookings are made. */
export async function book(bench: Bench, event: Event, connections = CLIENTS): Promise<Sample> {
  const requests = await bookings(bench, event)
  const order = { requests, connections, repeat: false, expected: 201 }
  const sample = await bench.ask(event.service.port, order)
  await event.settle()
  return sample
}

const bookings = (bench: Bench, event: Event, headers?: () => Headers) =>
  event.bookings(Math.ceil(ENOUGH_A_SECOND * bench.seconds), headers)

/** One administrator approves the newest requests, one after the other. */
async function approve(bench: Bench, event: Event): Promise<Sample> {
  const { rows } = await event.client.query<{ id: number }>(
    `select id from reservations where status = 'PENDING' and date >= '${FIRST_DAY}' order by id desc limit $1`,
    [Math.ceil(ENOUGH_A_SECOND * bench.seconds)],
  )
  const requests = rows.map(({ id }) =>
    request(event.service, {
      method: 'POST',
      path: `/api/admin/reservations/${id}/action/`,
      headers: event.admin,
      body: { type: 'GROUP_MEETING', action: 'approve' },
    }),
  )
  const sample = await bench.ask(event.service.port, { requests, repeat: false, expected: 200 })
  await event.settle()
  return sample
}

/** Every reservation has its three slots, its history and its mail. */
async function checkWhole(event: Event) {
  const { rows } = await event.client.query<{ id: number }>(
    `select r.id from reservations r where r.date >= '${FIRST_DAY}' and not (
      (select count(*) from reservation_slots t join slots s on s.id = t.slot_id
        where t.reservation_id = r.id and s.reservation_id = r.id) = 3
      and exists (select from reservation_history where reservation_id = r.id)
      and exists (select from mails where reservation_id = r.id)) limit 10`,
  )
  if (rows.length > 0)
    throw new Error(`rows are missing of reservations ${rows.map(({ id }) => id).join(', ')}`)
}
