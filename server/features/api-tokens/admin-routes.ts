import type { FastifyInstance } from 'fastify'
import { addApiToken, listApiTokens, revokeApiToken } from '../../../contract/admin/api-tokens.ts'
import { route } from '../../http/route.ts'
import { addToken, revokeToken } from './commands.ts'
import { findApiTokens } from './queries.ts'

export function apiTokenRoutes(app: FastifyInstance) {
  route(app, listApiTokens, () => findApiTokens(app.db))
  route(app, addApiToken, async ({ body, admin, context, now }) => ({
    message: 'API 토큰을 만들었습니다.',
    ...(await addToken(context.db, admin, body, now)),
  }))
  route(app, revokeApiToken, async ({ params, context }) => ({
    message: 'API 토큰을 해지했습니다.',
    name: await revokeToken(context.db, params.id),
  }))
}
