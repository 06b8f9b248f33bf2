import { setTimeout as wait } from 'node:timers/promises'
import { inMoreTurns, type Bench, type Group } from '../harness/bench.ts'
import { memoryOf } from '../harness/children.ts'
import { request, type Event } from '../harness/event.ts'
import { alternate, compare, middle, type Row } from '../harness/sample.ts'
import { ADMIN_SCREENS, PLACES, type AdminScreen } from '../harness/screens.ts'
import { book, WARMING } from './booking.ts'
import { fetchWhole, schedulePath } from './reads.ts'

const GROUP = 'large'
const CONNECTIONS = 8
const REST_MS = 30_000

/** A hundred times the data, against today's size. */
export const large: Group = {
  name: GROUP,
  async rows(given) {
    const bench = inMoreTurns(given)
    const [small, big] = [await bench.small(), await bench.large()]
    const poll = (event: Event) => () => {
      const headers = { cookie: event.cookies[0]!, 'accept-encoding': 'gzip' }
      const requests = [request(event.service, { path: schedulePath, headers })]
      return bench.ask(event.service, { requests, connections: CONNECTIONS, expected: 200 })
    }
    // The groups before this one have warmed one of the two alone.
    for (let n = 0; n < WARMING; n += 1)
      for (const event of [small, big]) {
        await poll(event)()
        await book(bench, event, CONNECTIONS)
      }
    const samples = await alternate(bench.rounds, {
      'small poll': poll(small),
      'large poll': poll(big),
      'small booking': () => book(bench, small, CONNECTIONS),
      'large booking': () => book(bench, big, CONNECTIONS),
    })
    const named = (name: string) => ({ group: GROUP, name: `100 times the data: ${name} / today's size` })
    return [
      compare(named('schedule, 200 gzip'), samples['large poll'], samples['small poll']),
      compare(named('booking of three slots'), samples['large booking'], samples['small booking']),
    ]
  },
}

/** An administrator's screens with a hundred times the data. Bookings come later: they leave days of free slots behind. */
export const screens: Group = {
  name: 'screens',
  async rows(bench) {
    const event = await bench.large()
    const places: Place[] = []
    for (const [place, query] of Object.entries(PLACES)) {
      const { rows } = await event.client.query<{ id: number }>(query)
      places.push([place, String(rows[0]!.id)])
    }
    const measured: Row[] = []
    for (const screen of ADMIN_SCREENS) measured.push(await measureScreen(bench, event, screen, places))
    return measured
  },
}

/** The memory of the service of a hundred times the data, after everything that was asked of it. */
export const memory: Group = {
  name: 'memory',
  async rows(bench) {
    const { pid } = (await bench.large()).service
    const row = (name: string, value: number): Row => ({
      group: 'memory',
      name: `100 times the data: memory of the service, ${name}`,
      unit: 'MB',
      value,
      spread: null,
    })
    const { now, most } = memoryOf(pid)
    const soon = [row('afterwards', now), row('at its most', most)]
    if (bench.seconds < 1) return soon
    // Garbage is collected soon after work, and not while there is any.
    await wait(REST_MS)
    return [...soon, row('half a minute later', memoryOf(pid).now)]
  },
}

type Place = readonly [place: string, id: string]

const filledIn = (call: string, places: readonly Place[]) =>
  places.reduce((path, [place, id]) => path.replace(place, id).replace(encodeURIComponent(place), id), call)

/** An administrator locks a slot of a room, and unlocks it the next time. */
async function changeSlot({ client, service, admin }: Event, round: number) {
  const { rows } = await client.query<{ id: number }>(
    'select min(id) as id from slots where room_id is not null',
  )
  const answer = await fetch(`${service.origin}/api/admin/available-rooms/`, {
    method: 'PATCH',
    headers: { ...admin, 'content-type': 'application/json' },
    body: JSON.stringify({ time_slot_ids: [rows[0]!.id], action: round % 2 === 0 ? 'lock' : 'unlock' }),
  })
  if (!answer.ok) throw new Error(`a slot's lock answered ${answer.status}`)
}

/** The slowest call of a screen and its biggest answer, uncompressed; each call alone, as often as there are rounds. */
async function measureScreen(
  bench: Bench,
  event: Event,
  { name, calls, afterChange }: AdminScreen,
  places: readonly Place[],
): Promise<Row> {
  const about = { group: 'screens', name: `100 times the data: ${name}`, unit: 'ms' } as const
  const measured: { call: string; times: number[]; bytes: number }[] = []
  const missing: string[] = []
  for (const call of calls) {
    const times: number[] = []
    let bytes = 0
    for (let round = 0; round < bench.rounds; round += 1) {
      if (afterChange) await changeSlot(event, round)
      const began = performance.now()
      const { message, body } = await fetchWhole(event, filledIn(call, places), event.admin)
      // An older release lacks the call, or cannot answer it any more.
      if (message.statusCode !== 200) {
        missing.push(`${call} answered ${message.statusCode}`)
        break
      }
      times.push(performance.now() - began)
      bytes = body.length
    }
    if (times.length > 0) measured.push({ call, times, bytes })
  }
  // A screen is as slow as the call that it does not get at all.
  if (missing.some((each) => !each.endsWith('404')) || measured.length === 0)
    return { ...about, value: null, spread: null, note: missing.join(', ') }
  const slowest = measured.toSorted((a, b) => middle(b.times) - middle(a.times))[0]!
  const biggest = measured.toSorted((a, b) => b.bytes - a.bytes)[0]!
  const { times } = slowest
  return {
    ...about,
    value: middle(times),
    spread: [Math.min(...times), Math.max(...times)],
    bytes: biggest.bytes,
    note: `slowest of ${calls.length}: ${slowest.call}; biggest, ${(biggest.bytes / 1e6).toFixed(2)} MB: ${[biggest.call, ...missing].join(', ')}`,
  }
}
