// A monitor and a phone beside the flood, in a process of their own: `rows/overload.ts` starts it.
import { Agent, get } from 'node:http'
import { setPriority } from 'node:os'
import type { ProbeFigures } from './overload-orders.ts'

const EVERY_MS = 50
// In earnest it is another computer, that never waits for a core behind the flood; it takes a privilege to say so.
const FIRST = -10

const [origin, path, cookie, localAddress] = process.argv.slice(2) as [string, string, string, string]
try {
  setPriority(FIRST)
} catch {
  console.log('The probe waits for a core like everybody: its times say so.')
}
const monitor = new Agent({ keepAlive: true })
const phone = new Agent({ keepAlive: true })
let figures: ProbeFigures = { healthMs: [], pollMs: [], polls: {} }

function ask(to: string, agent: Agent): Promise<{ status: string; ms: number }> {
  const began = performance.now()
  return new Promise((resolve) => {
    const done = (status: string) => resolve({ status, ms: performance.now() - began })
    get(origin + to, { agent, localAddress, headers: { cookie } }, (response) => {
      response.resume()
      response.on('end', () => done(String(response.statusCode)))
    }).on('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
  })
}

setInterval(() => {
  const into = figures
  void ask('/healthz', monitor).then(({ status, ms }) => into.healthMs.push(status === '200' ? ms : Infinity))
  void notePoll(into)
}, EVERY_MS)

async function notePoll(into: ProbeFigures) {
  const { status, ms } = await ask(path, phone)
  into.polls[status] = (into.polls[status] ?? 0) + 1
  if (status === '200') into.pollMs.push(ms)
}

// Each question is answered with what was seen since the one before.
process.on('message', () => {
  process.send!(figures)
  figures = { healthMs: [], pollMs: [], polls: {} }
})
process.on('disconnect', () => process.exit(0))
