import { randomUUID } from 'node:crypto'
import { inMoreTurns, type Bench, type Group } from '../harness/bench.ts'
import { FIRST_DAY, request, type Event, type Headers } from '../harness/event.ts'
import { alternate, byCost, byP99, compare, type Sample } from '../harness/sample.ts'

const ONE_AFTER_THE_OTHER = 1
/** More bookings than these a second are not needed to tell how many there are: it ends when all are made. */
const ENOUGH_A_SECOND = 2_000
/** A service that has served for a while is measured: Node compiles what is called often, and connections keep plans. */
export const WARMING = 3

/** Bookings of three free slots, their refusals, their repetitions and their approvals. */
export const booking: Group = {
  name: 'booking',
  async rows(bench) {
    const event = await bench.small()
    const reference = await bench.reference()
    const at = (clients: number) => ({
      [`reference ${clients}`]: () => reference.book(clients, bench.seconds),
      [`booking ${clients}`]: () => book(bench, event, clients),
    })
    for (let n = 0; n < WARMING; n += 1) {
      await book(bench, event, 8)
      await approve(bench, event)
    }
    const samples: Record<string, Sample[]> = await alternate<string>(bench.rounds, {
      ...at(8),
      'with key': () => book(bench, event, 8, () => ({ 'idempotency-key': randomUUID() })),
      refused: () => refuse(bench, event, 8),
      ...at(32),
    })
    const finer = inMoreTurns(bench)
    const alone = await alternate(finer.rounds, {
      booking: () => book(finer, event, ONE_AFTER_THE_OTHER),
      approval: () => approve(finer, event),
    })
    await checkWhole(event)
    const of = (name: string) => samples[name]!
    const named = (name: string) => ({ group: 'booking', name })
    return [
      compare(
        named(`booking of three slots, 8 clients / ${reference.name}`),
        of('booking 8'),
        of('reference 8'),
      ),
      compare(
        named(`booking of three slots, 32 clients / ${reference.name}`),
        of('booking 32'),
        of('reference 32'),
      ),
      compare(
        named('cost of a booking with Idempotency-Key / without, 8 clients'),
        of('with key'),
        of('booking 8'),
        byCost,
      ),
      compare(named('refusal (slot taken) / booking, 8 clients'), of('refused'), of('booking 8')),
      compare(
        named(`p99 of a booking, 32 clients / p99 of ${reference.name}`),
        of('booking 32'),
        of('reference 32'),
        byP99,
      ),
      compare(named('approval / booking, both one after the other'), alone.approval, alone.booking),
    ]
  },
}

/** Bookings of free slots, until the time is over or enough are made. */
export async function book(
  bench: Bench,
  event: Event,
  connections: number,
  headers?: () => Headers,
): Promise<Sample> {
  const requests = await event.bookings(Math.ceil(ENOUGH_A_SECOND * bench.seconds), headers)
  const sample = await bench.ask(event.service, { requests, connections, repeat: false, expected: 201 })
  await event.settle()
  return sample
}

/** Bookings of slots that are taken. */
async function refuse(bench: Bench, event: Event, connections: number): Promise<Sample> {
  const requests = await event.bookings(connections)
  await bench.ask(event.service, { requests, connections, repeat: false, expected: 201 })
  await event.settle()
  // Each by all members in turn: one of them may ask for sixty a minute.
  const again = event.cookies.flatMap((cookie, n) => {
    const text = String(requests[n % requests.length])
    return Buffer.from(text.replace(/cookie: \S+/, `cookie: ${cookie}`))
  })
  return bench.ask(event.service, { requests: again, connections, expected: 409 })
}

/** One administrator approves what was asked for last, one request after the other. */
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
  const sample = await bench.ask(event.service, {
    requests,
    connections: ONE_AFTER_THE_OTHER,
    repeat: false,
    expected: 200,
  })
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
