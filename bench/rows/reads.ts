import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import type { Bench, Group } from '../harness/bench.ts'
import { request, type Event, type Headers } from '../harness/event.ts'
import { TODAY } from '../harness/serve.ts'
import { alternate, compare, type Row } from '../harness/sample.ts'

const CONNECTIONS = 32
// Node's own server sends these by itself.
const OF_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

export const schedulePath = `/api/user/schedule/?date=${TODAY}`

/** A poll of the day's schedule, new and not changed. */
export const schedule: Group = {
  name: 'schedule',
  async rows(bench) {
    const event = await bench.small()
    const headers = { cookie: event.cookies[0]!, 'accept-encoding': 'gzip' }
    const { etag } = (await fetchWhole(event, schedulePath, headers)).message.headers
    return [
      await compareRead(bench, { name: 'schedule, 200 gzip', path: schedulePath, headers }),
      await compareRead(bench, {
        name: 'schedule, 304',
        path: schedulePath,
        headers: { ...headers, 'if-none-match': etag! },
      }),
    ]
  },
}

/** A member's own five reservations. */
export const myReservations: Group = {
  name: 'my-reservations',
  async rows(bench) {
    const event = await bench.small()
    const cookie = event.cookies.at(-1)!
    const bookings = await event.bookings(5, () => ({ cookie }))
    await bench.ask(event.service, { requests: bookings, repeat: false, expected: 201 })
    await event.settle()
    const headers = { cookie, 'accept-encoding': 'gzip' }
    return [
      await compareRead(bench, {
        name: 'my reservations, five',
        path: '/api/user/my-reservations/',
        headers,
      }),
    ]
  },
}

type Read = { name: string; path: string; headers: Headers }

/** A read of the service, and a bare server of Node's that answers the same bytes. */
async function compareRead(bench: Bench, { name, path, headers }: Read): Promise<Row> {
  const event = await bench.small()
  const { message, body } = await fetchWhole(event, path, headers)
  const status = message.statusCode!
  const kept = Object.entries(message.headers).filter(([each]) => !OF_NODE.has(each))
  const bare = await bench.bare({
    [path]: { status, headers: kept.map(([each, value]) => [each, String(value)] as const), body },
  })
  const measure = (target: { port: number; pid: number }) => () =>
    bench.ask(target, {
      requests: [request(target, { path, headers })],
      connections: CONNECTIONS,
      expected: status,
    })
  const samples = await alternate(bench.rounds, { reference: measure(bare), service: measure(event.service) })
  return compare(
    { group: 'reads', name: `${name} / bare node:http, ${CONNECTIONS} connections` },
    samples.service,
    samples.reference,
  )
}

/** An answer as it comes over the wire, compressed where it is. */
export async function fetchWhole({ service }: Event, path: string, headers: Headers) {
  const [message] = (await once(get(service.origin + path, { headers }), 'response')) as [IncomingMessage]
  return { message, body: await buffer(message) }
}
