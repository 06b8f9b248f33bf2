import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { ADMIN_CHANGES_PATH } from '../../contract/admin/changes.ts'
import { CHANGES_PATH } from '../../contract/topics.ts'
import { AppError } from './app-error.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const BOOKINGS: Readonly<Record<string, string>> = {
  '/api/user/reserve-tour/': 'VIP_TOUR',
  '/api/user/reserve-meeting/': 'GROUP_MEETING',
  '/api/admin/reserve-tour/': 'VIP_TOUR',
  '/api/admin/reserve-meeting/': 'GROUP_MEETING',
}

/** /metrics, in the text form of Prometheus. Labels are patterns and codes: nobody's data. */
export function metricsRoutes(app: FastifyInstance) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  countRequests(app, register)
  countBookings(app, register)
  countMails(app, register)
  countSnapshots(app, register)
  countStreams(app, register)
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .type(register.contentType)
      .header('cache-control', 'no-store')
      .send(await register.metrics()),
  )
}

function countRequests(app: FastifyInstance, register: Registry) {
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Answered requests by route pattern, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers: [register],
  })
  app.addHook('onResponse', async ({ routeOptions, method }, reply) => {
    // Addresses that lead nowhere are anyone's to make up; they share one line.
    const route = routeOptions.url ?? 'none'
    // How long somebody listened says nothing of how fast we are.
    if (route === CHANGES_PATH || route === ADMIN_CHANGES_PATH) return
    requests.observe({ route, method, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
}

function countBookings(app: FastifyInstance, register: Registry) {
  const bookings = new Counter({
    name: 'fairslot_bookings_total',
    help: 'Answers to booking requests by kind and outcome: booked, or the code of the refusal',
    labelNames: ['kind', 'outcome'],
    registers: [register],
  })
  const kindOf = (url: string | undefined) => (url === undefined ? undefined : BOOKINGS[url])
  app.addHook('onResponse', async ({ routeOptions }, reply) => {
    const kind = kindOf(routeOptions.url)
    if (kind && reply.statusCode < 300) bookings.inc({ kind, outcome: 'booked' })
  })
  app.addHook('onError', async ({ routeOptions }, _reply, error: Error) => {
    const kind = kindOf(routeOptions.url)
    if (kind) bookings.inc({ kind, outcome: error instanceof AppError ? error.code : 'failed' })
  })
}

function countMails(app: FastifyInstance, register: Registry) {
  const mails = new Gauge({
    name: 'fairslot_mails',
    help: 'Mails by status',
    labelNames: ['status'],
    registers: [register],
    async collect() {
      try {
        const rows = await app.db
          .selectFrom('mails')
          .select((eb) => ['status', eb.fn.countAll<string>().as('count')])
          .groupBy('status')
          .execute()
        for (const status of ['queued', 'sent', 'failed'])
          mails.set({ status }, Number(rows.find((row) => row.status === status)?.count ?? 0))
      } catch {
        // While the database is away the rest is what one wants to see; a stale number would be untrue.
        mails.reset()
      }
    },
  })
}

function countSnapshots(app: FastifyInstance, register: Registry) {
  const snapshots = new Counter({
    name: 'fairslot_snapshot_reads_total',
    help: 'Polled answers that were kept already (hit) or had to be made (miss), in this process',
    labelNames: ['outcome'],
    registers: [register],
    collect() {
      snapshots.reset()
      snapshots.inc({ outcome: 'hit' }, app.snapshots.asked.hits)
      snapshots.inc({ outcome: 'miss' }, app.snapshots.asked.misses)
    },
  })
}

function countStreams(app: FastifyInstance, register: Registry) {
  register.registerMetric(
    new Gauge({
      name: 'fairslot_change_streams',
      help: 'Browsers that listen for changes at present, in this process',
      registers: [],
      collect() {
        this.set(app.changes.open)
      },
    }),
  )
}
