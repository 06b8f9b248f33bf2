import type { FastifyInstance } from 'fastify'
import {
  endAdminSession,
  endOtherAdminSessions,
  listAdminSessions,
} from '../../../contract/admin/sessions.ts'
import { route } from '../../http/route.ts'
import { endOneSession, endSessionsBut } from './commands.ts'
import { findSessions } from './queries.ts'
import { ENDED_TEXT, OTHERS_ENDED_TEXT } from './routes.ts'

export function sessionAdminRoutes(app: FastifyInstance) {
  route(app, listAdminSessions, ({ admin, token, now }) =>
    findSessions(app.db, { admin_id: admin.id }, token, now),
  )
  route(app, endAdminSession, async ({ admin, params, context }) => {
    await endOneSession(context.db, { admin_id: admin.id }, params.id)
    return { message: ENDED_TEXT }
  })
  route(app, endOtherAdminSessions, async ({ admin, token, context }) => {
    await endSessionsBut(context.db, { admin_id: admin.id }, token)
    return { message: OTHERS_ENDED_TEXT }
  })
}
