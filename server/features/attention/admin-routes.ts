import type { FastifyInstance } from 'fastify'
import { getAttention } from '../../../contract/admin/attention.ts'
import { route } from '../../http/route.ts'
import { findAttention } from './queries.ts'

export function attentionRoutes(app: FastifyInstance) {
  route(app, getAttention, async ({ admin: { id, name }, now }) => ({
    admin: { id, name },
    ...(await findAttention(app.db, now)),
  }))
}
