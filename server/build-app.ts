import cookie from '@fastify/cookie'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type RouteOptions,
} from 'fastify'
import type { ClientConfig } from 'pg'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Instant } from '../domain/madrid-time.ts'
import type { SignOn } from '../domain/sign-on.ts'
import type { Clock } from './clock.ts'
import type { Db } from './database/transaction.ts'
import { adminAccountRoutes } from './features/admins/admin-routes.ts'
import { adminRoutes } from './features/admins/routes.ts'
import { signOnRoutes } from './features/admins/sign-on/routes.ts'
import { secondFactorRoutes } from './features/admins/second-factor/admin-routes.ts'
import { attentionRoutes } from './features/attention/admin-routes.ts'
import { auditRoutes } from './features/audit/admin-routes.ts'
import { closingRoutes } from './features/closing/admin-routes.ts'
import { calendarFeedAdminRoutes } from './features/calendar-feeds/admin-routes.ts'
import { calendarFeedRoutes } from './features/calendar-feeds/routes.ts'
import { arrivalRoutes } from './features/reservations/arriving/admin-routes.ts'
import { bookingRoutes } from './features/reservations/booking/routes.ts'
import { dashboardRoutes } from './features/dashboard/admin-routes.ts'
import { daySheetAdminRoutes } from './features/day-sheets/admin-routes.ts'
import { daySheetRoutes } from './features/day-sheets/routes.ts'
import { displayRoutes } from './features/display/routes.ts'
import { placeAdminRoutes } from './features/places/admin-routes.ts'
import { placeRoutes } from './features/places/routes.ts'
import { eventDateAdminRoutes } from './features/event-dates/admin-routes.ts'
import { eventDateRoutes } from './features/event-dates/routes.ts'
import { mailAdminRoutes } from './features/mails/admin-routes.ts'
import { messageAdminRoutes } from './features/messages/admin-routes.ts'
import { ownDataRoutes } from './features/own-data/routes.ts'
import { pushRoutes } from './features/pushes/routes.ts'
import { memberAdminRoutes } from './features/members/admin-routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { feedbackRoutes } from './features/reservations/feedback/routes.ts'
import { statisticsRoutes } from './features/statistics/admin-routes.ts'
import { reservationContextRoutes } from './features/reservations/context/admin-routes.ts'
import { reservationEditRoutes } from './features/reservations/editing/admin-routes.ts'
import { moveRoutes } from './features/reservations/moving/admin-routes.ts'
import { rearrangingRoutes } from './features/reservations/rearranging/admin-routes.ts'
import { reservationListRoutes } from './features/reservations/listing/admin-routes.ts'
import { decisionRoutes } from './features/reservations/deciding/admin-routes.ts'
import { walkInRoutes } from './features/reservations/walk-in/admin-routes.ts'
import { reservationRoutes } from './features/reservations/routes.ts'
import { previewRoutes } from './features/preview/routes.ts'
import { scheduleRoutes } from './features/schedule/routes.ts'
import { screenAdminRoutes } from './features/screens/admin-routes.ts'
import { countSilent } from './features/screens/queries.ts'
import { screenRoutes } from './features/screens/routes.ts'
import { searchRoutes } from './features/search/admin-routes.ts'
import { slotAdminRoutes } from './features/slots/admin-routes.ts'
import { setupAdminRoutes } from './features/setup/admin-routes.ts'
import { slotPlanningRoutes } from './features/slots/planning/admin-routes.ts'
import { sessionAdminRoutes } from './features/sessions/admin-routes.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import { settingsAdminRoutes } from './features/settings/admin-routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { slotRoutes } from './features/slots/routes.ts'
import { webhookAdminRoutes } from './features/webhooks/admin-routes.ts'
import { countDeadReceivers } from './features/webhooks/telling/queries.ts'
import { apiTokenRoutes } from './features/api-tokens/admin-routes.ts'
import { goLiveRoutes } from './features/go-live/admin-routes.ts'
import { waitlistAdminRoutes } from './features/waitlist/admin-routes.ts'
import { waitlistRoutes } from './features/waitlist/routes.ts'
import { makeUseToken } from './http/gates.ts'
import { MAX_BODY, type Admission } from './http/admission.ts'
import { addAnswerHeaders, serviceTime } from './http/answer-headers.ts'
import { drainBeforeClosing } from './http/drain.ts'
import { allowEmbedding } from './http/embedding.ts'
import { makeAnswerFailure } from './http/error-handler.ts'
import { healthRoutes, type Storage } from './http/health.ts'
import { httpLimitsFor, makeDoor, type HttpLimits } from './http/http-server.ts'
import { metricsRoutes, type PoolCounts } from './http/metrics.ts'
import { readJsonBodies } from './http/json-body.ts'
import { noteLastSeen } from './http/last-seen.ts'
import { watchHosts } from './http/hosts.ts'
import { answerParserFailure } from './http/parser-failure.ts'
import { logRequests, makeRequestIds } from './http/request-log.ts'
import { serveLiveUpdates } from './live/live-updates.ts'
import { streamLimitsFor, type StreamLimits } from './live/stream-places.ts'
import { answerNotFound, isApi } from './http/not-found.ts'
import { serveDocument } from './http/openapi/serve-document.ts'
import { serveRehearsalLine } from './http/rehearsal-line.ts'
import { readBuildName, serveWebApp } from './http/web-app.ts'
import type { PostMail } from './mail/mail-types.ts'
import { MAX_CONNECTIONS } from './open-files.ts'
import type { KeyFor } from './secret.ts'
import { makeSpreadsheets, type Spreadsheets } from './spreadsheet/spreadsheets.ts'

export type AppParts = {
  db: Db
  clock: Clock
  /** `clock`, except in a rehearsal. */
  deviceClock: Clock
  postMail: PostMail
  publicUrl: string
  host?: string
  /** Without it, every name is accepted. */
  hosts?: readonly string[]
  keyFor: KeyFor
  /** Without it nothing is cached. */
  listenerConnection?: ClientConfig
  /** The clock is shifted. */
  rehearsal?: boolean
  /** The data are a copy; every screen says so. */
  rehearsalCopy?: boolean
  /** Absent with a mail server. */
  mailFolder?: string
  /** Names of the nightly backups begun until then. Absent if none are made. */
  findBackups?: (until: Instant) => Promise<string[]>
  trustProxy?: string[]
  metricsAllow?: string[]
  pushServices?: readonly string[]
  embedOrigins?: readonly string[]
  signOn?: SignOn
  webhookAllow?: string[]
  bookingsAMinute?: number
  /** For metrics. */
  pool?: PoolCounts
  maxConnections?: number
  httpLimits?: Partial<HttpLimits>
  streamLimits?: Partial<StreamLimits>
  /** Only tests set it. */
  lateBy?: () => number
  logger?: FastifyBaseLogger
  webRoot?: string
}

/** Does not listen yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const storage: Storage = { isFull: false }
  const answerFailure = makeAnswerFailure(storage)
  const connections = parts.maxConnections ?? MAX_CONNECTIONS
  const { trustProxy = [] } = parts
  const isBehindProxy = trustProxy.length > 0
  const limits = { ...httpLimitsFor(connections, isBehindProxy), ...parts.httpLimits }
  const door = makeDoor(limits, parts.clock, parts.lateBy)
  const app = fastify({
    serverFactory: (handler) => door.serve(handler),
    ...(parts.logger ? { loggerInstance: parts.logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: makeRequestIds(isBehindProxy),
    bodyLimit: MAX_BODY,
    trustProxy: isBehindProxy && trustProxy,
    routerOptions: { ignoreTrailingSlash: true },
    return503OnClosing: false,
    clientErrorHandler: answerParserFailure,
    // Hooks do not run for a malformed URL.
    frameworkErrors(error, request, reply) {
      if (isApi(request.url)) reply.header('x-service-time', serviceTime(parts.clock()))
      answerFailure(error, request, reply as FastifyReply)
    },
  })
  app.decorate('db', parts.db)
  app.decorate('clock', parts.clock)
  app.decorate('deviceClock', parts.deviceClock)
  app.decorate('postMail', parts.postMail)
  app.decorate('rehearsal', parts.rehearsal ?? false)
  app.decorate('mailFolder', parts.mailFolder ?? null)
  app.decorate('findBackups', parts.findBackups ?? null)
  app.decorate('publicUrl', parts.publicUrl)
  app.decorate('host', parts.host ?? '127.0.0.1')
  app.decorate('keyFor', parts.keyFor)
  app.decorate('webBuild', parts.webRoot ? readBuildName(parts.webRoot) : null)
  app.decorate('spreadsheets', makeSpreadsheets())
  app.addHook('onClose', () => app.spreadsheets.close())
  app.decorate('admission', door.admission)
  app.decorate('connections', door.connections)
  app.decorate('declared', [])
  app.decorate('routes', [])
  app.addHook('onRoute', (route) => void app.routes.push(route))
  app.decorate('useToken', makeUseToken(parts.db))
  app.decorateRequest('now', 0)
  app.decorateRequest('caller', null as never)

  app.setErrorHandler(answerFailure)
  readJsonBodies(app)
  addAnswerHeaders(app)
  allowEmbedding(app, parts.embedOrigins)
  logRequests(app)
  watchHosts(app, parts.hosts)
  drainBeforeClosing(app)
  await app.register(cookie, { hook: false })
  const streamLimits = { ...streamLimitsFor(limits.connections), ...parts.streamLimits }
  serveLiveUpdates(app, streamLimits, parts.listenerConnection)
  metricsRoutes(app, { ...parts, countSilentScreens: countSilent, countDeadReceivers })
  healthRoutes(app, storage)
  settingsRoutes(app)
  settingsAdminRoutes(app)
  signInRoutes(app)
  ownDataRoutes(app)
  noteLastSeen(app)
  sessionRoutes(app)
  sessionAdminRoutes(app)
  memberAdminRoutes(app)
  adminRoutes(app)
  adminAccountRoutes(app)
  secondFactorRoutes(app)
  signOnRoutes(app, parts)
  auditRoutes(app)
  mailAdminRoutes(app)
  messageAdminRoutes(app)
  attentionRoutes(app)
  eventDateRoutes(app)
  eventDateAdminRoutes(app)
  placeRoutes(app)
  placeAdminRoutes(app)
  slotAdminRoutes(app)
  slotPlanningRoutes(app)
  scheduleRoutes(app)
  previewRoutes(app)
  slotRoutes(app)
  displayRoutes(app)
  screenRoutes(app)
  screenAdminRoutes(app)
  bookingRoutes(app, parts)
  walkInRoutes(app)
  feedbackRoutes(app)
  reservationRoutes(app)
  arrivalRoutes(app)
  decisionRoutes(app)
  reservationListRoutes(app)
  reservationContextRoutes(app)
  reservationEditRoutes(app)
  moveRoutes(app)
  rearrangingRoutes(app)
  dashboardRoutes(app)
  searchRoutes(app)
  setupAdminRoutes(app)
  goLiveRoutes(app)
  waitlistRoutes(app, parts)
  waitlistAdminRoutes(app)
  daySheetRoutes(app)
  daySheetAdminRoutes(app)
  calendarFeedRoutes(app)
  calendarFeedAdminRoutes(app)
  pushRoutes(app, parts)
  statisticsRoutes(app)
  closingRoutes(app)
  webhookAdminRoutes(app, parts)
  apiTokenRoutes(app)

  await serveDocument(app)
  const rehearsalLine = parts.rehearsalCopy ? serveRehearsalLine(app) : undefined
  answerNotFound(app, parts.webRoot ? await serveWebApp(app, parts.webRoot, rehearsalLine) : undefined)
  return app
}

declare module 'fastify' {
  interface FastifyInstance {
    db: Db
    clock: Clock
    deviceClock: Clock
    postMail: PostMail
    rehearsal: boolean
    mailFolder: string | null
    findBackups: ((until: Instant) => Promise<string[]>) | null
    publicUrl: string
    host: string
    keyFor: KeyFor
    /** Null without a web app. */
    webBuild: string | null
    spreadsheets: Spreadsheets
    admission: Admission
    connections: ReturnType<typeof makeDoor>['connections']
    /** In the order of registration. */
    declared: Endpoint[]
    routes: RouteOptions[]
  }
}
