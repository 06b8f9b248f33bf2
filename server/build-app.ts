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
import type { Endpoint } from '../contract/endpoint.ts'
import type { Clock } from './clock.ts'
import type { Db } from './database/transaction.ts'
import { adminRoutes } from './features/admins/routes.ts'
import { bookingRoutes } from './features/bookings/routes.ts'
import { dashboardRoutes } from './features/dashboard/admin-routes.ts'
import { docentRoutes } from './features/docents/routes.ts'
import { eventDateRoutes } from './features/event-dates/routes.ts'
import { memberRoutes } from './features/members/routes.ts'
import { reservationAdminRoutes } from './features/reservations/admin-routes.ts'
import { reservationRoutes } from './features/reservations/routes.ts'
import { roomRoutes } from './features/rooms/routes.ts'
import { scheduleRoutes } from './features/schedule/routes.ts'
import { settingsRoutes } from './features/settings/routes.ts'
import { answerFailure } from './http/error-handler.ts'
import { healthRoutes } from './http/health.ts'
import { readJsonBodies } from './http/json-body.ts'
import type { Snapshots } from './http/snapshots.ts'
import { answerUnknown, isApi } from './http/unknown.ts'
import { serveWebApp } from './http/web-app.ts'
import type { PostMail } from './mail/post.ts'

export type AppParts = {
  db: Db
  clock: Clock
  postMail: PostMail
  snapshots: Snapshots
  publicUrl: string
  trustProxy?: string[]
  logger?: FastifyBaseLogger
  /** The built web app; absent in tests that only speak to the API. */
  webRoot?: string
}

const MOST_BODY = 1024 * 1024

/** Wires the whole server, in one explicit list. It does not listen yet. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const tellTime = ({ url }: { url: string }, reply: FastifyReply) => {
    if (isApi(url)) reply.header('x-service-time', new Date(parts.clock()).toISOString())
  }
  const app = fastify({
    ...(parts.logger ? { loggerInstance: parts.logger } : {}),
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: MOST_BODY,
    trustProxy: parts.trustProxy?.length ? parts.trustProxy : false,
    routerOptions: { ignoreTrailingSlash: true },
    return503OnClosing: false,
    // An address that cannot be read gets no route, and with it no hooks.
    frameworkErrors(error, request, reply) {
      tellTime(request, reply as FastifyReply)
      answerFailure(error, request, reply as FastifyReply)
    },
  })
  app.decorate('db', parts.db)
  app.decorate('clock', parts.clock)
  app.decorate('postMail', parts.postMail)
  app.decorate('snapshots', parts.snapshots)
  app.decorate('publicUrl', parts.publicUrl)
  app.decorate('declared', [])
  app.decorateRequest('now', 0)
  app.decorateRequest('caller', null as never)

  app.setErrorHandler(answerFailure)
  readJsonBodies(app)
  app.addHook('onRequest', async (request, reply) => tellTime(request, reply))
  app.addHook('onSend', async (_request, reply) => {
    // While the process ends, clients should find another connection, and this one should not keep it alive.
    if (app.closing) reply.header('connection', 'close')
  })
  await app.register(cookie)
  await app.register(helmet, securityHeaders(parts.publicUrl.startsWith('https:')))
  await documentApi(app)

  healthRoutes(app)
  settingsRoutes(app)
  memberRoutes(app)
  adminRoutes(app)
  eventDateRoutes(app)
  docentRoutes(app)
  roomRoutes(app)
  scheduleRoutes(app)
  bookingRoutes(app)
  reservationRoutes(app)
  reservationAdminRoutes(app)
  dashboardRoutes(app)

  if (parts.webRoot) await serveWebApp(app, parts.webRoot)
  answerUnknown(app, parts.webRoot)
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
    // Told to a browser over plain HTTP it would make the page unreachable in a hall's own network.
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
    snapshots: Snapshots
    publicUrl: string
    /** Every endpoint that is served, in the order of wiring. */
    declared: Endpoint[]
    closing: boolean
  }
}
