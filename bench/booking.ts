// How much does a booking cost, as a multiple of the cheapest durable write to the same database?
import { load, printRatios, secondsAsked, type Call, type Load } from './load.ts'
import { openBenchServer } from './bench-server.ts'

const CONNECTIONS = 16

const seconds = secondsAsked()
const server = await openBenchServer()
try {
  const bookings = await freeMeetings()
  // One member's bookings wait for each other, so that no more are made than one may have.
  const cookies = await server.visitors(CONNECTIONS)
  const calls = bookings.map((body, n): Call => ({
    method: 'POST',
    path: '/api/user/reserve-meeting/',
    headers: { cookie: cookies[n % CONNECTIONS]!, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }))
  const reference = await plainInserts()
  const booked = await load(server.origin, { seconds, connections: CONNECTIONS, next: () => calls.shift() })
  if (booked.statuses.size !== 1 || !booked.statuses.has(201))
    throw new Error(`expected only 201, got ${[...booked.statuses.keys()].join(', ')}`)
  const rows = [
    { name: 'one row inserted and committed, straight into PostgreSQL', load: reference },
    { name: 'a booking over HTTP: slot, reservation, history and mail', load: booked },
  ]
  printRatios(
    `Bookings of free slots, ${CONNECTIONS} at once, until ${bookings.length} are gone or ${seconds} s`,
    rows,
  )
} finally {
  await server.close()
}

async function freeMeetings() {
  const { rows } = await server.pool.query<{ id: number; room_id: number; event_date_id: number }>(
    'select id, room_id, event_date_id from slots where room_id is not null and reservation_id is null and not is_locked',
  )
  const visitor = {
    title: '측정',
    company: '한빛전자',
    name: '박지민',
    manager_name: '김도윤',
    phone: '010-2345-6789',
    count: 1,
  }
  return rows.map(({ id, room_id, event_date_id }) => ({
    room_id,
    event_date_id,
    visitor,
    time_slots: [{ available_room_id: id, duration: 10 }],
  }))
}

async function plainInserts(): Promise<Load> {
  await server.pool.query('create table plain (id integer generated always as identity, body text)')
  const times: number[] = []
  const start = performance.now()
  const worker = async () => {
    while (performance.now() - start < seconds * 1000) {
      const began = performance.now()
      await server.pool.query('insert into plain (body) values ($1)', ['x'.repeat(200)])
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  const took = (performance.now() - start) / 1000
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0
  return { perSecond: times.length / took, median: at(0.5), p99: at(0.99), statuses: new Map() }
}
