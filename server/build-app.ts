import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
} from 'fastify'
import type { ClientConfig } from 'pg'
import type { Endpoint } from '../contract/endpoint.ts'
import type { Clock } from './clock.ts'
import type { Db } from './database/transaction.ts'
import { adminAccountRoutes } from './features/admins/admin-routes.ts'
import { adminRoutes } from './features/admins/routes.ts'
import { attentionRoutes } from './features/attention/admin-routes.ts'
import { auditRoutes } from './features/audit/admin-routes.ts'
import { bookingRoutes } from './features/reservations/booking/routes.ts'
import { dashboardRoutes } from './features/dashboard/admin-routes.ts'
import { daySheetAdminRoutes } from './features/day-sheets/admin-routes.ts'
import { daySheetRoutes } from './features/day-sheets/routes.ts'
import { displayRoutes } from './features/display/routes.ts'
import { docentAdminRoutes } from './features/docents/admin-routes.ts'
import { docentRoutes } from './features/docents/routes.ts'
import { eventDateAdminRoutes } from './features/event-dates/admin-routes.ts'
import { eventDateRoutes } from './features/event-dates/routes.ts'
import { mailAdminRoutes } from './features/mails/admin-routes.ts'
import { memberAdminRoutes } from './features/members/admin-routes.ts'
import { signInRoutes } from './features/sign-in/routes.ts'
import { faceRoutes } from './features/face/routes.ts'
import { faceAdminRoutes } from './features/face/admin-routes.ts'
import { feedbackRoutes } from './features/reservations/feedback/routes.ts'
import { statisticsRoutes } from './features/statistics/admin-routes.ts'
import { reservationContextRoutes } from './features/reservations/context/admin-routes.ts'
import { reservationEditRoutes } from './features/reservations/editing/admin-routes.ts'
import { moveRoutes } from './features/reservations/moving/admin-routes.ts'
import { reservationListRoutes } from './features/reservations/listing/admin-routes.ts'
import { decisionRoutes } from './features/reservations/deciding/admin-routes.ts'
import { walkInRoutes } from './features/reservations/walk-in/admin-routes.ts'
import { reservationRoutes } from './features/reservations/routes.ts'
import { roomAdminRoutes } from './features/rooms/admin-routes.ts'
import { roomRoutes } from './features/rooms/routes.ts'
import { scheduleRoutes } from './features/schedule/routes.ts'
import { screenAdminRoutes } from './features/screens/admin-routes.ts'
import { screenRoutes } from './features/screens/routes.ts'
import { slotAdminRoutes } from './features/slots/admin-routes.ts'
import { setupAdminRoutes } from './features/setup/admin-routes.ts'
import { slotPlanningRoutes } from './features/slots/planning/admin-routes.ts'
import { reasonRoutes } from './features/reasons/admin-routes.ts'
import { settingsAdminRoutes } from './features/settings/admin-routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { slotRoutes } from './features/slots/routes.ts'
import { answerFailure, answerParserFailure } from './http/error-handler.ts'
import { healthRoutes } from './http/health.ts'
import { metricsRoutes } from './http/metrics.ts'
import { readJsonBodies } from './http/json-body.ts'
import { serveLiveUpdates } from './live/live-updates.ts'
import { answerNotFound, isApi } from './http/not-found.ts'
import { readBuildName, serveWebApp } from './http/web-app.ts'
import type { PostMail, ResendMails } from './mail/mail-types.ts'
import { makeSpreadsheets, type Spreadsheets } from './spreadsheet/spreadsheets.ts'

export type AppParts = {
  db: Db
  clock: Clock
  postMail: PostMail
  resendMails: ResendMails
  publicUrl: string
  /** Where notifications of changes are listened to; without it nothing is kept for those who poll. */
  listenerConnection?: ClientConfig
  /** The clock is not the real one; administrators are notified. */
  rehearsal?: boolean
  /** Where mails are written while there is no mail server. */
  mailFolder?: string
  trustProxy?: string[]
  logger?: FastifyBaseLogger
  /** The built web app; absent in tests that only speak to the API. */
  webRoot?: string
}

const MAX_BODY = 1024 * 1024

/** Wires the whole server, in one explicit list. It does not listen yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const tellTime = ({ url }: { url: string }, reply: FastifyReply) => {
    if (isApi(url)) reply.header('x-service-time', new Date(parts.clock()).toISOString())
  }
  const app = fastify({
    ...(parts.logger ? { loggerInstance: parts.logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MAX_BODY,
    trustProxy: parts.trustProxy?.length ? parts.trustProxy : false,
    routerOptions: { ignoreTrailingSlash: true },
    return503OnClosing: false,
    clientErrorHandler: answerParserFailure,
    // An address that cannot be read gets no route, and with it no hooks.
    frameworkErrors(error, request, reply) {
      tellTime(request, reply as FastifyReply)
      answerFailure(error, request, reply as FastifyReply)
    },
  })
  app.decorate('db', parts.db)
  app.decorate('clock', parts.clock)
  app.decorate('postMail', parts.postMail)
  app.decorate('resendMails', parts.resendMails)
  app.decorate('rehearsal', parts.rehearsal ?? false)
  app.decorate('mailFolder', parts.mailFolder ?? null)
  app.decorate('publicUrl', parts.publicUrl)
  app.decorate('webBuild', parts.webRoot ? readBuildName(parts.webRoot) : null)
  app.decorate('spreadsheets', makeSpreadsheets())
  app.addHook('onClose', () => app.spreadsheets.close())
  app.decorate('declared', [])
  app.decorateRequest('now', 0)
  app.decorateRequest('caller', null as never)

  app.setErrorHandler(answerFailure)
  readJsonBodies(app)
  app.addHook('onRequest', async (request, reply) => tellTime(request, reply))
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    // A connection that is kept alive would keep the closing server waiting for it.
    if (isClosing) reply.header('connection', 'close')
  })
  await app.register(cookie)
  await app.register(helmet, securityHeaders(parts.publicUrl.startsWith('https:')))
  await documentApi(app)

  serveLiveUpdates(app, parts.listenerConnection)
  metricsRoutes(app)
  healthRoutes(app)
  settingsRoutes(app)
  settingsAdminRoutes(app)
  faceRoutes(app)
  faceAdminRoutes(app)
  reasonRoutes(app)
  signInRoutes(app)
  memberAdminRoutes(app)
  adminRoutes(app)
  adminAccountRoutes(app)
  auditRoutes(app)
  mailAdminRoutes(app)
  attentionRoutes(app)
  eventDateRoutes(app)
  eventDateAdminRoutes(app)
  docentRoutes(app)
  docentAdminRoutes(app)
  roomRoutes(app)
  roomAdminRoutes(app)
  slotAdminRoutes(app)
  slotPlanningRoutes(app)
  scheduleRoutes(app)
  slotRoutes(app)
  displayRoutes(app)
  screenRoutes(app)
  screenAdminRoutes(app)
  bookingRoutes(app)
  walkInRoutes(app)
  feedbackRoutes(app)
  reservationRoutes(app)
  decisionRoutes(app)
  reservationListRoutes(app)
  reservationContextRoutes(app)
  reservationEditRoutes(app)
  moveRoutes(app)
  dashboardRoutes(app)
  setupAdminRoutes(app)
  daySheetRoutes(app)
  daySheetAdminRoutes(app)
  statisticsRoutes(app)

  if (parts.webRoot) await serveWebApp(app, parts.webRoot)
  answerNotFound(app, parts.webRoot)
  return app
}

function securityHeaders(https: boolean) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // This header, sent over plain HTTP, would make the page unreachable in a hall's own network.
    strictTransportSecurity: https ? { maxAge: 15_552_000 } : false,
  } as const
}

async function documentApi(app: FastifyInstance) {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fairslot',
        version: '1',
        description: 'Tours and meeting rooms of a trade-show stand in slots that are never sold twice.',
      },
      components: {
        securitySchemes: {
          memberSession: { type: 'apiKey', in: 'cookie', name: 'session' },
          adminSession: { type: 'apiKey', in: 'cookie', name: 'admin_session' },
          csrfToken: { type: 'apiKey', in: 'header', name: 'X-CSRFToken' },
        },
      },
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    uiConfig: { tryItOutEnabled: false },
  })
  app.get('/api/openapi.json', { schema: { hide: true } }, () => app.swagger())
}

declare module 'fastify' {
  interface FastifyInstance {
    db: Db
    clock: Clock
    postMail: PostMail
    resendMails: ResendMails
    rehearsal: boolean
    mailFolder: string | null
    publicUrl: string
    /** The build name of the web app that is served; null where none is. */
    webBuild: string | null
    spreadsheets: Spreadsheets
    /** Every endpoint that is served, in the order of wiring. */
    declared: Endpoint[]
  }
}
