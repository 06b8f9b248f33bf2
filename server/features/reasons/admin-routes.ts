import type { FastifyInstance } from 'fastify'
import { changeReasons, getReasons } from '../../../contract/admin/reasons.ts'
import { route } from '../../http/route.ts'
import { writeReasons } from './commands.ts'
import { findReasons } from './queries.ts'

export function reasonRoutes(app: FastifyInstance) {
  route(app, getReasons, () => findReasons(app.db))
  route(app, changeReasons, async ({ body, context, now }) => ({
    message: '처리 사유가 저장되었습니다.',
    reasons: await writeReasons(context.db, body, now),
  }))
}
