import type { FastifyInstance } from 'fastify'
import { changePushSettings, getPushSettings } from '../../../contract/admin/push.ts'
import { route } from '../../http/route.ts'
import { writePushSettings } from './commands.ts'
import * as queries from './queries.ts'

export function pushAdminRoutes(app: FastifyInstance) {
  route(app, getPushSettings, () => queries.getPushSettings(app.db))
  route(app, changePushSettings, async ({ body, context, now }) => ({
    message: '휴대폰 알림 설정이 저장되었습니다.',
    settings: await writePushSettings(context.db, body, now),
  }))
}
