import { setTimeout as wait } from 'node:timers/promises'
import { memoryOf } from '../harness/children.ts'
import { request, type Event } from '../harness/event.ts'
import { inMoreTurns, type Bench } from '../harness/open-bench.ts'
import { compare, median, type Row, type Sample } from '../harness/row.ts'
import { ADMIN_SCREENS, PLACEHOLDERS } from '../harness/screens.ts'
import { book, WARMING } from './booking.ts'
import { fetchWhole, schedulePath } from './reads.ts'

const CONNECTIONS = 8
const REST_MS = 30_000

export const largeSchedule: Row = {
  name: 'large-schedule',
  about: `polls of a day with a hundred times the data, ${CONNECTIONS} connections / the sample event`,
  floor: 0.75,
  measure: (bench) => compareSizes(bench, poll),
}

export const largeBooking: Row = {
  name: 'large-booking',
  about: 'bookings of three slots with a hundred times the data, 8 clients / the sample event',
  floor: 0.85,
  measure: (bench) => compareSizes(bench, book),
}

export const largeScreens: Row = {
  name: 'large-screens',
  about: "the slowest read of an administrator's screens with a hundred times the data",
  ceiling: 150,
  async measure(bench) {
    const event = await bench.large()
    const ids: [placeholder: string, id: string][] = []
    for (const [placeholder, query] of Object.entries(PLACEHOLDERS)) {
      const { rows } = await event.client.query<{ id: number }>(query)
      ids.push([placeholder, String(rows[0]!.id)])
    }
    const reads = ADMIN_SCREENS.flatMap(({ name, calls }) =>
      calls.map((call) => ({
        name: `${name}: ${call}`,
        path: ids.reduce((path, [placeholder, id]) => fillIn(path, placeholder, id), call),
        times: [] as number[],
      })),
    )
    for (let round = 0; round < bench.rounds; round += 1)
      for (const { path, times } of reads) times.push(await timeOf(event, path))
    const { name, times } = reads.toSorted((one, other) => median(other.times) - median(one.times))[0]!
    return {
      value: median(times),
      unit: 'ms',
      spread: [Math.min(...times), Math.max(...times)],
      note: name,
    }
  },
}

/** The memory of that service after all calls of this run, and at least after polls and bookings. */
export const memory: Row = {
  name: 'memory',
  about: 'the resident memory of the service with a hundred times the data, right after load',
  ceiling: 200,
  async measure(bench) {
    const event = await bench.large()
    await warm(bench, event)
    const { now, most } = memoryOf(event.service.pid)
    // Garbage is collected soon after load, not during it.
    if (bench.seconds >= 1) await wait(REST_MS)
    const later = memoryOf(event.service.pid).now
    return { value: now, unit: 'MB', note: `at most ${most} MB, ${later} MB after a rest` }
  },
}

async function compareSizes(given: Bench, measure: (bench: Bench, event: Event) => Promise<Sample>) {
  const bench = inMoreTurns(given)
  const [small, large] = [await bench.small(), await bench.large()]
  await warm(bench, small)
  await warm(bench, large)
  return compare(bench.rounds, {
    reference: () => measure(bench, small),
    service: () => measure(bench, large),
  })
}

async function warm(bench: Bench, event: Event) {
  for (let n = 0; n < WARMING; n += 1) {
    await poll(bench, event)
    await book(bench, event)
  }
}

function poll(bench: Bench, { service, cookies }: Event): Promise<Sample> {
  const headers = { cookie: cookies[0]!, 'accept-encoding': 'gzip' }
  const requests = [request(service, { path: schedulePath, headers })]
  return bench.ask(service.port, { requests, connections: CONNECTIONS, expected: 200 })
}

const fillIn = (call: string, placeholder: string, id: string) =>
  call.replace(placeholder, id).replace(encodeURIComponent(placeholder), id)

async function timeOf(event: Event, path: string): Promise<number> {
  const began = performance.now()
  const { message } = await fetchWhole(event, path, event.admin)
  if (message.statusCode !== 200) throw new Error(`${path} answered ${message.statusCode}`)
  return performance.now() - began
}
