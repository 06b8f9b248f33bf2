import { Agent, request } from 'node:http'

export type Call = { method?: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
export type Load = { perSecond: number; median: number; p99: number; statuses: Map<number, number> }

/** Sends calls one after the other on each of `connections` for `seconds`. Times are milliseconds. */
export async function load(
  origin: string,
  { seconds, connections, next }: { seconds: number; connections: number; next: () => Call | undefined },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const statuses = new Map<number, number>()
  const start = performance.now()
  const isOver = () => performance.now() - start > seconds * 1000

  const worker = async () => {
    for (let call = next(); call && !isOver(); call = next()) {
      const began = performance.now()
      const status = await send(agent, origin, call)
      times.push(performance.now() - began)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const took = (performance.now() - start) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { perSecond: times.length / took, median: at(0.5), p99: at(0.99), statuses }
}

function send(
  agent: Agent,
  origin: string,
  { method = 'GET', path, headers = {}, body }: Call,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(origin + path, { agent, method, headers }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** How long to measure each thing: `--seconds N`, 5 by default. */
export function secondsAsked(): number {
  const at = process.argv.indexOf('--seconds')
  const seconds = at < 0 ? 5 : Number(process.argv[at + 1])
  if (!(seconds > 0)) throw new Error('--seconds takes a number above 0')
  return seconds
}

/** Prints measurements as multiples of the first one, which is the reference of this run. */
export function printRatios(title: string, rows: { name: string; load: Load }[]) {
  const reference = rows[0]!.load
  console.log(`\n${title}`)
  for (const {
    name,
    load: { perSecond, median, p99 },
  } of rows) {
    const ratio = (perSecond / reference.perSecond).toFixed(2)
    const figures = `${perSecond.toFixed(0).padStart(7)}/s  median ${median.toFixed(2)} ms  p99 ${p99.toFixed(2)} ms`
    console.log(`  ${ratio.padStart(6)} x  ${figures}  ${name}`)
  }
}
