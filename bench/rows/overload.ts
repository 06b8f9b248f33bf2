import { setTimeout as wait } from 'node:timers/promises'
import type { Bench, Group } from '../harness/bench.ts'
import { cpuOf, memoryOf, startChild, type Child } from '../harness/children.ts'
import { request, type Event } from '../harness/event.ts'
import type {
  FloodFigures,
  FloodOrder,
  HoldFigures,
  HoldOrder,
  ProbeFigures,
} from '../harness/overload-orders.ts'
import type { Row } from '../harness/sample.ts'
import { fetchWhole } from './reads.ts'

const PATH = '/api/user/my-reservations/'
const TIMES = 10
const BESIDE = '127.0.0.2'
const REST_SECONDS = 60

/** Ten times what the service can serve, and then one client that holds half-open requests and streams. */
export const overload: Group = {
  name: 'overload',
  async rows(bench) {
    const isShort = bench.seconds < 1
    // Each asks again when it is answered, so that fewer connections would not ask for as much.
    const [connections, held] = isShort ? [100, 50] : [10_000, 500]
    const event = await bench.small()
    const headers = { cookie: event.cookies[0]!, 'accept-encoding': 'br' }
    const probe = startChild('probe-process.ts', event.service.origin, PATH, headers.cookie, BESIDE)
    try {
      const look = () => probe.ask<ProbeFigures>('look')
      const beside = async (name: string) => {
        await look()
        await wait(bench.seconds * 1000)
        return probeRows(name, await look())
      }
      const alone = await beside('with nobody else')
      const can = await bench.ask(event.service, {
        requests: [request(event.service, { path: PATH, headers })],
        connections: 32,
        expected: 200,
      })
      const order = {
        origin: event.service.origin,
        path: PATH,
        cookie: headers.cookie,
        expected: (await fetchWhole(event, PATH, headers)).body.toString('base64'),
        perSecond: TIMES * can.perSecond,
        connections,
        seconds: bench.seconds,
      }
      const { pid } = event.service
      const before = memoryOf(pid).now
      const flooded = await flood(bench, event, order, look)
      const recovered = await recover(look)
      const memory = await memoryRows(pid, before, isShort ? 0 : REST_SECONDS)
      const holder = startChild('holders-process.ts')
      const hold: HoldOrder = {
        origin: event.service.origin,
        localAddress: '127.0.0.1',
        halfOpen: held,
        streams: held,
      }
      const holding = await holder.ask<HoldFigures>(hold)
      const holdingRows = await beside(
        `beside ${holding.halfOpen} half-open requests and ${holding.streams} streams of one client`,
      )
      await holder.end()
      return [...alone, ...flooded, recovered, ...memory, ...holdingRows]
    } finally {
      await probe.end()
    }
  },
}

async function flood(
  { seconds }: Bench,
  { service }: Event,
  order: FloodOrder,
  look: () => Promise<ProbeFigures>,
): Promise<Row[]> {
  const flooding: Child = startChild('flood-process.ts', JSON.stringify(order))
  await flooding.next()
  await look()
  const before = cpuOf(service.pid)
  const { sent, served, shed, wrong, firstWrong, cut, servedMs } = await flooding.ask<FloodFigures>('begin')
  const share = (cpuOf(service.pid) - before) / (seconds * 1000)
  const seen = await look()
  await flooding.end()
  const name = `${TIMES} times what it can serve: `
  const rate = (count: number) => Math.round(count / seconds)
  const note = `sent ${rate(sent)}/s, served ${rate(served)}/s, refused ${rate(shed)}/s, cut ${cut}; the service had ${share.toFixed(2)} of a core`
  return [
    rowOf(`${name}served of what it can serve`, 'x', served / seconds / (order.perSecond / TIMES), note),
    rowOf(`${name}wrong answers`, '', wrong, firstWrong),
    rowOf(`${name}p99 of what is served`, 'ms', at(servedMs, 0.99)),
    ...probeRows(`beside ${TIMES} times what it can serve`, seen),
  ]
}

/** Whether an overload leaves the service large: its memory before, at its most, and when it has had a rest. */
async function memoryRows(pid: number, before: number, rest: number): Promise<Row[]> {
  await wait(rest * 1000)
  const { most, now } = memoryOf(pid)
  const note = `${before} MB before, ${now} MB ${rest} s after a phone was served as before`
  return [rowOf(`${TIMES} times what it can serve: memory of the service at its most`, 'MB', most, note)]
}

/** How long until a phone is served three times running as before. */
async function recover(look: () => Promise<ProbeFigures>): Promise<Row> {
  const began = performance.now()
  let since = 0
  for (let good = 0; good < 3;) {
    await look()
    await wait(200)
    const { polls } = await look()
    const isGood = (polls['200'] ?? 0) > 0 && Object.keys(polls).length === 1
    if (isGood && good === 0) since = performance.now() - began
    good = isGood ? good + 1 : 0
  }
  return rowOf('until a phone is served as before', 'ms', since)
}

const at = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN

const rowOf = (name: string, unit: Row['unit'], value: number, note = ''): Row => ({
  group: 'overload',
  name,
  unit,
  value,
  spread: null,
  ...(note && { note }),
})

const probeRows = (name: string, { healthMs, pollMs, polls }: ProbeFigures): Row[] => [
  rowOf(`p99 of /healthz, ${name}`, 'ms', at(healthMs, 0.99), `median ${at(healthMs, 0.5).toFixed(1)} ms`),
  rowOf(`p99 of a phone's poll, ${name}`, 'ms', at(pollMs, 0.99), JSON.stringify(polls)),
]
