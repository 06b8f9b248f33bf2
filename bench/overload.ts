// How does the service fare under ten times what it can serve, and beside one client that holds half-open requests and
// streams?
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { load, printRatios, secondsAsked } from './load.ts'
import { openBenchServer } from './bench-server.ts'
import type { FloodFigures, FloodOrder, HoldFigures, HoldOrder, ProbeFigures } from './overload-orders.ts'

const PATH = '/api/user/my-reservations/'
const TIMES = 10
// Each asks again when it is answered, so that fewer of them would not ask for as much.
const CONNECTIONS = 10_000
const BESIDE = '127.0.0.2'

const asked = (name: string, otherwise: number) => {
  const at = process.argv.indexOf(name)
  return at < 0 ? otherwise : Number(process.argv[at + 1])
}
const seconds = secondsAsked()
const isShort = seconds < 5
const halfOpen = asked('--half-open', isShort ? 50 : 500)
const streams = asked('--streams', isShort ? 50 : 500)
const connections = asked('--connections', isShort ? 100 : CONNECTIONS)

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function start(file: string, ...args: string[]): ChildProcess {
  return fork(new URL(file, import.meta.url), args)
}

const heard = async <Message>(child: ChildProcess) => (await once(child, 'message'))[0] as Message

/** The times that a monitor and a phone at another address have met since they were asked last. */
async function look(): Promise<ProbeFigures> {
  const answer = heard<ProbeFigures>(probe)
  probe.send('look')
  return answer
}

const at = (times: readonly number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN
const ms = (time: number) => `${time.toFixed(time < 10 ? 1 : 0)} ms`
const spread = (times: readonly number[]) =>
  `median ${ms(at(times, 0.5))} p99 ${ms(at(times, 0.99))} worst ${ms(at(times, 1))}`
function resident(): string {
  const { rss, heapTotal, heapUsed, external } = process.memoryUsage()
  const [all, heap, used, beside] = [rss, heapTotal, heapUsed, external].map((each) =>
    (each / 1e6).toFixed(0),
  )
  return `${all} MB (heap ${heap}, of which ${used} in use, and ${beside} of buffers)`
}

/** Starts a watch; the answer says what this process had to wait for since. */
function watchDelays(): () => string {
  // The milliseconds that the main thread ran, and those that it could have run but had no core.
  const readTimes = () =>
    readFileSync('/proc/self/schedstat', 'utf8')
      .split(' ', 2)
      .map((each) => Number(each) / 1e6) as [number, number]
  const [ran, waited] = readTimes()
  const began = performance.now()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  return () => {
    delay.disable()
    const [nowRan, nowWaited] = readTimes()
    const share = (time: number) => `${((time / (performance.now() - began)) * 100).toFixed(0)} %`
    const turns = [50, 99, 100].map((each) => ms(delay.percentile(each) / 1e6))
    return `ran ${share(nowRan - ran)} of the time and waited for a core ${share(nowWaited - waited)}; a turn took median ${turns[0]} p99 ${turns[1]} worst ${turns[2]}`
  }
}

function tell(name: string, { healthMs, pollMs, polls }: ProbeFigures) {
  console.log(`  beside it, ${name}: /healthz ${spread(healthMs)}`)
  console.log(`    a phone's polls ${JSON.stringify(polls)}, served: ${spread(pollMs)}`)
}

async function beside(name: string, forSeconds: number) {
  await look()
  await wait(forSeconds * 1000)
  tell(name, await look())
}

async function flood(canServe: number) {
  const order: FloodOrder = {
    origin: server.origin,
    path: PATH,
    cookie: server.cookie,
    expected: await bytesOf(),
    perSecond: TIMES * canServe,
    connections,
    seconds,
  }
  const before = resident()
  const flooding = start('flood.ts', JSON.stringify(order))
  const { connectMs } = await heard<{ connectMs: number }>(flooding)
  await look()
  const delays = watchDelays()
  flooding.send('begin')
  const { sent, served, shed, wrong, firstWrong, cut, servedMs, shedMs } = await heard<FloodFigures>(flooding)
  const delayed = delays()
  const seen = await look()
  const rate = (count: number) => `${(count / seconds).toFixed(0)}/s`
  console.log(
    `\n${TIMES} times ${canServe.toFixed(0)}/s wanted on ${connections} connections for ${seconds} s`,
  )
  console.log(`  all connected after ${ms(connectMs)}`)
  console.log(
    `  sent ${rate(sent)}  served ${rate(served)}  refused ${rate(shed)}  wrong ${wrong}  cut ${cut}`,
  )
  if (wrong > 0) console.log(firstWrong)
  console.log(`  served: ${spread(servedMs)}`)
  console.log(`  refused: ${spread(shedMs)}`)
  console.log(`  the service ${delayed}`)
  tell('during the flood', seen)
  console.log(`  resident ${before} before, ${resident()} at its end`)
}

/** How long until a phone is served three times running as before. */
async function recover() {
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
  console.log(`  a phone is served as before after ${(since / 1000).toFixed(1)} s`)
  await wait(isShort ? 0 : 30_000)
  console.log(`  resident ${resident()} half a minute later`)
  collect()
  console.log(`  resident ${resident()} when all that is not needed has been collected`)
}

async function hold() {
  const order: HoldOrder = { origin: server.origin, localAddress: '127.0.0.1', halfOpen, streams }
  console.log(`\nOne client with ${halfOpen} half-open requests and ${streams} streams`)
  const holder = start('holders.ts', JSON.stringify(order))
  const held = await heard<HoldFigures>(holder)
  console.log(`  holds ${held.halfOpen} half-open and ${held.streams} streams`)
  await beside('meanwhile', seconds / 5)
  console.log(`  resident ${resident()}`)
  holder.disconnect()
  await once(holder, 'exit')
}

async function bytesOf(): Promise<string> {
  const [response] = (await once(get(server.origin + PATH, { headers }), 'response')) as [IncomingMessage]
  return (await buffer(response)).toString('base64')
}

const server = await openBenchServer()
const headers = { cookie: server.cookie, 'accept-encoding': 'br' }
const probe = start('probe.ts', server.origin, PATH, server.cookie, BESIDE)
try {
  console.log(
    `load average before: ${loadavg()
      .map((each) => each.toFixed(1))
      .join(' ')}`,
  )
  await beside('with nobody else', seconds / 5)
  const can = await load(server.origin, {
    seconds: Math.min(seconds, 10),
    connections: 32,
    next: () => ({ path: PATH, headers }),
  })
  await flood(can.perSecond)
  await recover()
  await hold()
  printRatios('Polls of own reservations', [{ name: 'as fast as it can serve them', load: can }])
} finally {
  probe.disconnect()
  await server.close()
}
