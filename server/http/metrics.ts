import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { ADMIN_CHANGES_PATH } from '../../contract/admin/changes.ts'
import { CHANGES_PATH } from '../../contract/topics.ts'
import { findBackupFate } from '../database/nightly-backup.ts'
import { makeAddressList } from './address-list.ts'
import { AppError } from './app-error.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const BOOKINGS: Readonly<Record<string, string>> = {
  '/api/user/reserve-tour/': 'VIP_TOUR',
  '/api/user/reserve-meeting/': 'GROUP_MEETING',
  '/api/admin/reserve-tour/': 'VIP_TOUR',
  '/api/admin/reserve-meeting/': 'GROUP_MEETING',
}

export type PoolCounts = { totalCount: number; idleCount: number; waitingCount: number }

type Name = { name: string; help: string; label?: string }
type Numbers = Readonly<Record<string, number>>
type Reading<Value> = Value | undefined | Promise<Value | undefined>

/** Read at each scrape: `gauge` has one value, `gauges` one for each value of `label`. */
type Metrics = {
  gauge(name: Name, read: () => Reading<number>): void
  gauges(name: Name & { label: string }, read: () => Reading<Numbers>): void
}

type Settings = { metricsAllow?: string[]; trustProxy?: string[]; pool?: PoolCounts }

/** Prometheus metrics for the addresses in `METRICS_ALLOW`; 404 for others. Labels hold no personal data. */
export function metricsRoutes(app: FastifyInstance, { metricsAllow = [], trustProxy = [], pool }: Settings) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const metrics = gaugesOf(register)
  // First, so that the queries of other gauges do not count as waiting.
  if (pool) countConnections(pool, metrics)
  countRequests(app, register)
  countBookings(app, register)
  countSnapshots(app, register)
  countMails(app, metrics)
  tellReadiness(app, metrics)
  metrics.gauge(
    { name: 'fairslot_change_streams', help: 'Open change streams of this process' },
    () => app.changes.open,
  )
  countOverload(app, register, metrics)
  ageOfBackup(app, metrics)

  const isAllowed = makeAddressList(metricsAllow)
  app.get('/metrics', async (request, reply) => {
    // Behind an undeclared proxy every request has the proxy's address.
    const isDisguised = trustProxy.length === 0 && request.headers['x-forwarded-for'] !== undefined
    if (isDisguised || !isAllowed(request.ip)) return reply.callNotFound()
    return reply
      .type(register.contentType)
      .header('cache-control', 'no-store')
      .send(await register.metrics())
  })
}

function gaugesOf(register: Registry): Metrics {
  const gauges: Metrics['gauges'] = ({ label, ...name }, read) => {
    const gauge: Gauge = new Gauge({
      ...name,
      labelNames: [label],
      registers: [register],
      async collect() {
        const numbers = await read()
        gauge.reset()
        for (const [value, number] of Object.entries(numbers ?? {})) gauge.set({ [label]: value }, number)
      },
    })
  }
  return {
    gauges,
    gauge(name, read) {
      const gauge: Gauge = new Gauge({
        ...name,
        registers: [register],
        async collect() {
          const number = await read()
          // Without a value prom-client would report 0.
          if (number === undefined) gauge.remove()
          else gauge.set(number)
        },
      })
    },
  }
}

const ANSWER_MS = 500

/** A scrape does not wait for the database, and a hung query uses only one connection. */
function inTime<Value>(ask: () => Promise<Value>): () => Promise<Value | undefined> {
  let asking: Promise<Value | undefined> | undefined
  return () => {
    asking ??= ask()
      .catch(() => undefined)
      .finally(() => (asking = undefined))
    return Promise.race([asking, setTimeout(ANSWER_MS, undefined, { ref: false })])
  }
}

function countRequests(app: FastifyInstance, register: Registry) {
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Answered requests by route pattern, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers: [register],
  })
  // Cached: building labels costs more than observing.
  const lines = new Map<string, { observe(seconds: number): void }>()
  app.addHook('onResponse', ({ pattern, method }, { statusCode: status, elapsedTime }, done) => {
    done()
    // Unknown addresses share one label; anybody can invent them.
    const route = pattern ?? 'none'
    // A stream's duration says nothing about speed.
    if (route === CHANGES_PATH || route === ADMIN_CHANGES_PATH) return
    const name = `${status} ${method} ${route}`
    const line = lines.get(name) ?? requests.labels({ route, method, status })
    lines.set(name, line)
    line.observe(elapsedTime / 1000)
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
  app.addHook('onResponse', ({ pattern }, reply, done) => {
    done()
    const kind = kindOf(pattern)
    if (kind && reply.statusCode < 300) bookings.inc({ kind, outcome: 'booked' })
  })
  app.addHook('onError', async ({ pattern }, _reply, error: Error) => {
    const kind = kindOf(pattern)
    if (kind) bookings.inc({ kind, outcome: error instanceof AppError ? error.code : 'failed' })
  })
}

function countSnapshots(app: FastifyInstance, register: Registry) {
  const snapshots = new Counter({
    name: 'fairslot_snapshot_reads_total',
    help: 'Polled answers from the cache (hit) or computed (miss), in this process',
    labelNames: ['outcome'],
    registers: [register],
    collect() {
      snapshots.reset()
      snapshots.inc({ outcome: 'hit' }, app.snapshots.asked.hits)
      snapshots.inc({ outcome: 'miss' }, app.snapshots.asked.misses)
    },
  })
}

function countMails(app: FastifyInstance, metrics: Metrics) {
  const count = inTime(async () => {
    const rows = await app.db
      .selectFrom('mails')
      .select((eb) => ['status', eb.fn.countAll<string>().as('count')])
      .groupBy('status')
      .execute()
    const counts = rows.map(({ status, count }) => [status, Number(count)])
    return { queued: 0, sent: 0, failed: 0, ...Object.fromEntries(counts) }
  })
  metrics.gauges(
    {
      name: 'fairslot_mails',
      help: 'Mails by status; absent while the database is unreachable',
      label: 'status',
    },
    count,
  )
}

function tellReadiness(app: FastifyInstance, metrics: Metrics) {
  const ask = inTime(() => sql`select from schema_migrations limit 1`.execute(app.db))
  metrics.gauge({ name: 'fairslot_ready', help: '1 while the database answers, else 0' }, async () =>
    Number((await ask()) !== undefined && !app.leaving.isLeaving),
  )
}

function countConnections(pool: PoolCounts, metrics: Metrics) {
  metrics.gauges(
    {
      name: 'fairslot_database_connections',
      help: 'Connections of this process to the database; waiting counts requests for a connection',
      label: 'state',
    },
    () => ({
      in_use: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
  )
}

function countOverload(app: FastifyInstance, register: Registry, metrics: Metrics) {
  const refused = new Counter({
    name: 'fairslot_overload_refusals_total',
    help: 'Requests of this process answered 503 for overload, by rank',
    labelNames: ['rank'],
    registers: [register],
    collect() {
      refused.reset()
      for (const [rank, count] of Object.entries(app.admission.refused)) refused.inc({ rank }, count)
    },
  })
  metrics.gauge(
    { name: 'fairslot_connections', help: 'Open client connections of this process' },
    () => app.connections.open,
  )
}

function ageOfBackup(app: FastifyInstance, metrics: Metrics) {
  const find = inTime(() => findBackupFate(app.db))
  metrics.gauge(
    {
      name: 'fairslot_backup_age_seconds',
      help: 'Age of the last nightly backup; absent before the first',
    },
    async () => {
      const made = (await find())?.succeeded_at ?? undefined
      return made === undefined ? undefined : (app.clock() - made) / 1000
    },
  )
}
