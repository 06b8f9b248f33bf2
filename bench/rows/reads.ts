import { get, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { request, type Event, type Headers } from '../harness/event.ts'
import type { Bench } from '../harness/open-bench.ts'
import { compare, type Measured, type Row } from '../harness/row.ts'
import { TODAY } from '../harness/serve.ts'

const CONNECTIONS = 32
/** node:http sends these by itself. */
const OF_NODE = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])

export const schedulePath = `/api/user/schedule/?date=${TODAY}`

export const schedule: Row = {
  name: 'schedule',
  about: `a poll of the day, 200 with gzip, ${CONNECTIONS} connections / bare node:http with the same bytes`,
  floor: 0.5,
  async measure(bench) {
    const { cookies } = await bench.small()
    return compareRead(bench, schedulePath, cookies[0]!)
  },
}

export const ownReservations: Row = {
  name: 'own-reservations',
  about: `the five meetings of a member, ${CONNECTIONS} connections / bare node:http with the same bytes`,
  floor: 0.3,
  async measure(bench) {
    const event = await bench.small()
    const cookie = event.cookies.at(-1)!
    const requests = await event.bookings(5, () => ({ cookie }))
    await bench.ask(event.service.port, { requests, repeat: false, expected: 201 })
    await event.settle()
    return compareRead(bench, '/api/user/my-reservations/', cookie)
  },
}

async function compareRead(bench: Bench, path: string, cookie: string): Promise<Measured> {
  const event = await bench.small()
  const headers = { cookie, 'accept-encoding': 'gzip' }
  const { message, body } = await fetchWhole(event, path, headers)
  const status = message.statusCode!
  const same = Object.entries(message.headers).filter(([name]) => !OF_NODE.has(name))
  const bare = await bench.bare({
    [path]: { status, headers: same.map(([name, value]) => [name, String(value)] as const), body },
  })
  const askOf = (port: number) => () =>
    bench.ask(port, {
      requests: [request({ port }, { path, headers })],
      connections: CONNECTIONS,
      expected: status,
    })
  return compare(bench.rounds, { reference: askOf(bare), service: askOf(event.service.port) })
}

/** An answer with the bytes of its body as they were sent, compressed or not. */
export async function fetchWhole({ service }: Event, path: string, headers: Headers) {
  const [message] = (await once(get(service.origin + path, { headers }), 'response')) as [IncomingMessage]
  return { message, body: await buffer(message) }
}
