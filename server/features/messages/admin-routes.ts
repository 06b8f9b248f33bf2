import type { FastifyInstance } from 'fastify'
import { sendMessage } from '../../../contract/admin/messages.ts'
import { route } from '../../http/route.ts'
import { countRecipients, postMessage } from './commands.ts'

export const messageAdminRoutes = (app: FastifyInstance) =>
  route(app, sendMessage, ({ body, context, now }) =>
    (body.dry_run ? countRecipients : postMessage)(context, body, now),
  )
