// How much does a phone's poll of the schedule cost, as a multiple of the cheapest call that the server knows?
import { load, printRatios, secondsAsked, type Call } from './load.ts'
import { openBenchServer } from './bench-server.ts'

const CONNECTIONS = 32

const seconds = secondsAsked()
const server = await openBenchServer()
try {
  const path = '/api/user/schedule/?date=2026-11-20'
  const headers = { cookie: server.cookie, 'accept-encoding': 'br' }
  const first = await fetch(server.origin + path, { headers })
  const etag = first.headers.get('etag')!
  await first.arrayBuffer()
  const measure = async (name: string, call: Call, status: number) => {
    const measured = await load(server.origin, { seconds, connections: CONNECTIONS, next: () => call })
    if (measured.statuses.size !== 1 || !measured.statuses.has(status))
      throw new Error(`${name}: expected only ${status}, got ${[...measured.statuses.keys()].join(', ')}`)
    return { name, load: measured }
  }
  const rows = [
    await measure('healthz, which does nothing', { path: '/healthz' }, 200),
    await measure(
      'schedule, nothing new: 304',
      { path, headers: { ...headers, 'if-none-match': etag } },
      304,
    ),
    await measure('schedule, whole, compressed', { path, headers }, 200),
  ]
  server.snapshots.keep(false)
  rows.push(await measure('schedule, made anew each time', { path, headers }, 200))
  printRatios(`Schedule of a day with ten places, ${CONNECTIONS} connections, ${seconds} s each`, rows)
} finally {
  await server.close()
}
