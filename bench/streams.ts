// How much memory does a phone's stream of changes cost, and how soon do all phones hear of a change, against responses
// of a server that does nothing else?
import { fork } from 'node:child_process'
import { on, once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { secondsAsked } from './load.ts'
import { openBenchServer } from './bench-server.ts'

const WATCH = '/api/public/changes/?watch=schedule:2026-11-20'
const LISTENERS = new URL('listeners.ts', import.meta.url)

const at = process.argv.indexOf('--streams')
const count = at < 0 ? 2_000 : Number(process.argv[at + 1])
const seconds = secondsAsked()

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** The memory of this process, in bytes: its objects, and the buffers beside them. */
function held(): number {
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Opens streams, tells all of them something again and again, and ends them. */
async function measure(name: string, origin: string, tell: (round: number) => unknown) {
  const before = held()
  const { rss } = process.memoryUsage()
  const listeners = fork(LISTENERS, [origin + WATCH, String(count)])
  const messages = on(listeners, 'message')
  // First that all are open, then each time that all have heard.
  await messages.next()
  await tell(0)
  await messages.next()
  const each = (held() - before) / count
  const resident = (process.memoryUsage().rss - rss) / count
  const began = performance.now()
  const times: number[] = []
  for (let round = 1; performance.now() - began < seconds * 1000; round += 1) {
    const told = performance.now()
    await tell(round)
    await messages.next()
    times.push(performance.now() - told)
  }
  const perSecond = (times.length * count) / ((performance.now() - began) / 1000)
  const ended = once(listeners, 'exit')
  listeners.disconnect()
  await ended
  return { name, each, resident, perSecond, last: times.toSorted((a, b) => a - b)[times.length >> 1]! }
}

async function measureBare() {
  const responses = new Set<ServerResponse>()
  const server = createServer((_, response) => {
    responses.add(response)
    response.on('close', () => responses.delete(response))
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('retry: 2000\n\n')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const tell = () => {
    for (const response of responses) response.write('data: schedule:2026-11-20\n\n')
  }
  const row = await measure('responses of a bare server', origin, tell)
  server.close()
  return row
}

async function measureOurs() {
  const server = await openBenchServer()
  try {
    const [slot] = await server.db
      .selectFrom('slots')
      .select('id')
      .where('room_id', 'is not', null)
      .limit(1)
      .execute()
    const tell = async (round: number) => {
      // Each hears by itself of the state in which it begins.
      if (round === 0) return
      await server.db
        .updateTable('slots')
        .set({ is_locked: round % 2 === 1 })
        .where('id', '=', slot!.id)
        .execute()
      server.snapshots.drop()
    }
    return await measure('streams of changes', server.origin, tell)
  } finally {
    await server.close()
  }
}

const bare = await measureBare()
const ours = await measureOurs()
console.log(`\n${count} streams, each told of changes for ${seconds} s`)
for (const { name, each, resident, perSecond, last } of [bare, ours]) {
  const ratio = (perSecond / bare.perSecond).toFixed(2)
  const memory = `${(each / 1000).toFixed(1)} kB a stream (resident ${(resident / 1000).toFixed(1)})`
  console.log(
    `  ${ratio.padStart(6)} x  ${perSecond.toFixed(0).padStart(7)}/s  ${memory}  all told after ${last.toFixed(0)} ms  ${name}`,
  )
}
const max = 20_000
if (ours.each > max) throw new Error(`a stream costs more than ${max / 1000} kB`)
