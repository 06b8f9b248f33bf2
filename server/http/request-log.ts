import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import type { FastifyInstance, FastifyRequest } from 'fastify'

type Level = 'debug' | 'info' | 'warn' | 'error'
type Facts = { route: string; method: string; status: number }

/** Per kind of answer and window; the rest is only counted. */
const LINES = 20
const WINDOW_MS = 10_000

/** Behind a declared proxy the id is the proxy's, so that both logs can be compared. */
export function makeRequestIds(hasProxy: boolean): (request: IncomingMessage) => string {
  const process = randomBytes(4).toString('hex')
  let count = 0
  return ({ headers: { 'x-request-id': given } }) =>
    hasProxy && typeof given === 'string' && /^[\w.-]{8,64}$/.test(given)
      ? given
      : `${process}-${(count += 1).toString(36)}`
}

/** Logs the route's pattern, never personal data. */
export function logRequests(app: FastifyInstance) {
  const repeats = makeRepeats((facts, more) => app.log[levelOf(facts.status)]({ ...facts, more }, 'requests'))
  // Expected while draining.
  const levelFor = (status: number) => (status === 503 && app.leaving.isLeaving ? 'info' : levelOf(status))
  app.addHook('onResponse', (request, reply, done) => {
    done()
    // Skips work for lines below the log level.
    const { statusCode: status, elapsedTime } = reply
    if (status < 400 && !isDebugging(app)) return
    const facts = { route: routeOf(request), method: request.method, status }
    const level = status >= 400 && repeats.isTooMany(facts) ? 'debug' : levelFor(status)
    // A firewall rule against flooding needs the address.
    const from = status === 429 && { from: request.ip }
    request.log[level]({ ...facts, ms: Math.round(elapsedTime), ...from }, 'request')
  })
  app.addHook('onRequestAbort', async (request) => {
    request.log.debug({ route: routeOf(request), method: request.method }, 'client disconnected')
  })
  app.addHook('onClose', async () => repeats.tell())
  logRefusals(app)
}

function logRefusals(app: FastifyInstance) {
  let told: Readonly<Record<string, number>> = {}
  const tell = () => {
    const refused = { ...app.admission.refused }
    const more = Object.entries(refused).map(([rank, count]) => [rank, count - (told[rank] ?? 0)] as const)
    if (more.some(([, count]) => count > 0))
      app.log.warn(Object.fromEntries(more), 'requests refused for overload')
    told = refused
  }
  const timer = setInterval(tell, WINDOW_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    tell()
  })
}

const isDebugging = ({ log }: FastifyInstance) => (log as Partial<Logger>).isLevelEnabled?.('debug') ?? true

const routeOf = ({ pattern }: FastifyRequest) => pattern ?? 'none'

function levelOf(status: number): Level {
  if (status === 429 || status === 503) return 'warn'
  if (status >= 500) return 'error'
  return status >= 400 ? 'info' : 'debug'
}

/** Limits the log under a flood. */
function makeRepeats(tellOf: (facts: Facts, more: number) => void) {
  const kinds = new Map<string, { facts: Facts; count: number }>()
  let window: NodeJS.Timeout | undefined

  function tell() {
    clearTimeout(window)
    window = undefined
    for (const { facts, count } of kinds.values()) if (count > LINES) tellOf(facts, count - LINES)
    kinds.clear()
  }

  return {
    tell,
    isTooMany(facts: Facts): boolean {
      // A wall without a board asks every ten seconds.
      if (facts.status === 404 && facts.route.startsWith('/api/display/')) return true
      window ??= setTimeout(tell, WINDOW_MS).unref()
      const name = Object.values(facts).join(' ')
      const kind = kinds.getOrInsert(name, { facts, count: 0 })
      kind.count += 1
      return kind.count > LINES
    },
  }
}
