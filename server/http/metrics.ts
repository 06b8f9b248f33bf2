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

type Settings = { metricsAllow?: string[]; trustProxy?: string[]; pool?: PoolCounts }

/** Prometheus metrics for the addresses in `METRICS_ALLOW`; 404 for others. Labels hold no personal data. */
export function metricsRoutes(app: FastifyInstance, { metricsAllow = [], trustProxy = [], pool }: Settings) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  // First, so that the queries of other gauges do not count as waiting.
  if (pool) gaugeConnections(register, pool)
  countRequests(app, register)
  countBookings(app, register)
  countAtScrape(
    register,
    'fairslot_snapshot_reads_total',
    'Polled answers from the cache (hit) or computed (miss), in this process',
    'outcome',
    () => ({ hit: app.snapshots.asked.hits, miss: app.snapshots.asked.misses }),
  )
  countAtScrape(
    register,
    'fairslot_overload_refusals_total',
    'Requests of this process answered 503 for overload, by rank',
    'rank',
    () => app.admission.refused,
  )
  gauge(register, 'fairslot_change_streams', 'Open change streams of this process', () => app.changes.open)
  gauge(
    register,
    'fairslot_connections',
    'Open client connections of this process',
    () => app.connections.open,
  )
  gaugeDatabase(app, register)

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

type Numbers = Readonly<Record<string, number>>
type Reading = number | Numbers | undefined

/** Read at each scrape, and absent while undefined. With a `label` it reads a number for each of its values. */
function gauge(
  register: Registry,
  name: string,
  help: string,
  read: () => Reading | Promise<Reading>,
  label = '',
) {
  const made: Gauge = new Gauge({
    name,
    help,
    labelNames: label === '' ? [] : [label],
    registers: [register],
    async collect() {
      const reading = await read()
      made.reset()
      // Without a value prom-client would report 0.
      if (reading === undefined) made.remove({})
      else if (typeof reading === 'number') made.set(reading)
      else for (const [value, number] of Object.entries(reading)) made.set({ [label]: value }, number)
    },
  })
}

function countAtScrape(register: Registry, name: string, help: string, label: string, read: () => Numbers) {
  const made: Counter = new Counter({
    name,
    help,
    labelNames: [label],
    registers: [register],
    collect() {
      made.reset()
      for (const [value, number] of Object.entries(read())) made.inc({ [label]: value }, number)
    },
  })
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

const gaugeConnections = (register: Registry, pool: PoolCounts) =>
  gauge(
    register,
    'fairslot_database_connections',
    'Connections of this process to the database; waiting counts requests for a connection',
    () => ({
      in_use: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    'state',
  )

function gaugeDatabase({ db, leaving, clock }: FastifyInstance, register: Registry) {
  const countMails = inTime(async () => {
    const rows = await db
      .selectFrom('mails')
      .select((eb) => ['status', eb.fn.countAll<string>().as('count')])
      .groupBy('status')
      .execute()
    const counts = rows.map(({ status, count }) => [status, Number(count)])
    return { queued: 0, sent: 0, failed: 0, ...Object.fromEntries(counts) } as Numbers
  })
  const ask = inTime(() => sql`select from schema_migrations limit 1`.execute(db))
  const findBackup = inTime(() => findBackupFate(db))
  gauge(
    register,
    'fairslot_mails',
    'Mails by status; absent while the database is unreachable',
    countMails,
    'status',
  )
  gauge(register, 'fairslot_ready', '1 while the database answers, else 0', async () =>
    Number((await ask()) !== undefined && !leaving.isLeaving),
  )
  gauge(
    register,
    'fairslot_backup_age_seconds',
    'Age of the last nightly backup; absent before the first',
    async () => {
      const made = (await findBackup())?.succeeded_at ?? undefined
      return made === undefined ? undefined : (clock() - made) / 1000
    },
  )
}
