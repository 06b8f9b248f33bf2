import type { FastifyInstance } from 'fastify'
import { getSetup } from '../../../contract/admin/setup.ts'
import { route } from '../../http/route.ts'
import { findSample, isAnyLeft } from '../go-live/queries.ts'
import { findSetup } from './queries.ts'

export function setupAdminRoutes(app: FastifyInstance) {
  const service = { has_mail_server: app.mailFolder === null, rehearsal: app.rehearsal }
  route(app, getSetup, async ({ now }) => ({
    ...(await findSetup(app.db, now)),
    ...service,
    has_sample: isAnyLeft(await findSample(app.db, now)),
  }))
}
