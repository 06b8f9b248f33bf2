import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client'
import { ADMIN_CHANGES_PATH } from '../../contract/admin/changes.ts'
import { CHANGES_PATH } from '../../contract/topics.ts'
import { makeAddressList } from './address-list.ts'
import { programVersion } from '../database/program-version.ts'
import { AppError } from './app-error.ts'
import { gaugeDatabase, type WatchedCounts } from './database-metrics.ts'
import { gaugesIn } from './gauge.ts'

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const BOOKINGS: Readonly<Record<string, string>> = {
  '/api/user/reserve-tour/': 'VIP_TOUR',
  '/api/user/reserve-meeting/': 'GROUP_MEETING',
  '/api/admin/reserve-tour/': 'VIP_TOUR',
  '/api/admin/reserve-meeting/': 'GROUP_MEETING',
}

export type PoolCounts = { totalCount: number; idleCount: number; waitingCount: number }

type Settings = {
  metricsAllow?: string[]
  trustProxy?: string[]
  pool?: PoolCounts
} & WatchedCounts

/** Prometheus metrics for the addresses in `METRICS_ALLOW`; 404 for others. Labels hold no personal data. */
export function metricsRoutes(
  app: FastifyInstance,
  { metricsAllow = [], trustProxy = [], pool, ...counts }: Settings,
) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const gauge = gaugesIn(register)
  const counter = gaugesIn(register, Counter)
  // First, so that the queries of other gauges do not count as waiting.
  if (pool)
    gauge(
      'fairslot_database_connections',
      'Connections of this process to the database; waiting counts requests for a connection',
      () => ({ in_use: pool.totalCount - pool.idleCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      'state',
    )
  countRequests(app, register)
  countBookings(app, register)
  counter(
    'fairslot_snapshot_reads_total',
    'Polled answers from the cache (hit) or computed (miss), in this process',
    () => ({ hit: app.snapshots.asked.hits, miss: app.snapshots.asked.misses }),
    'outcome',
  )
  counter(
    'fairslot_overload_refusals_total',
    'Requests of this process answered 503 for overload, by rank',
    () => app.admission.refused,
    'rank',
  )
  gauge('fairslot_change_streams', 'Open change streams of this process', () => app.changes.streams.size)
  gauge('fairslot_connections', 'Open client connections of this process', () => app.connections.open)
  gauge('fairslot_build_info', 'Always 1', () => ({ [programVersion()]: 1 }), 'version')
  gaugeDatabase(app, gauge, counts)

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

function countRequests(app: FastifyInstance, register: Registry) {
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Answered requests by route pattern, method and status',
    labelNames: ['route', 'method', 'status'],
    buckets: SECONDS,
    registers: [register],
  })
  app.addHook('onResponse', ({ pattern, method }, { statusCode: status, elapsedTime }, done) => {
    done()
    // Unknown addresses share one label; anybody can invent them.
    const route = pattern ?? 'none'
    // A stream's duration says nothing about speed.
    if (route === CHANGES_PATH || route === ADMIN_CHANGES_PATH) return
    requests.observe({ route, method, status }, elapsedTime / 1000)
  })
}

function countBookings(app: FastifyInstance, register: Registry) {
  const bookings = new Counter({
    name: 'fairslot_bookings_total',
    help: 'Answers to booking requests by kind and outcome: booked, or the code of the refusal',
    labelNames: ['kind', 'outcome'],
    registers: [register],
  })
  app.addHook('onResponse', ({ pattern }, reply, done) => {
    done()
    const kind = BOOKINGS[pattern ?? '']
    if (kind && reply.statusCode < 300) bookings.inc({ kind, outcome: 'booked' })
  })
  app.addHook('onError', async ({ pattern }, _reply, error: Error) => {
    const kind = BOOKINGS[pattern ?? '']
    if (kind) bookings.inc({ kind, outcome: error instanceof AppError ? error.code : 'failed' })
  })
}
