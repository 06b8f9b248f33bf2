import type { FastifyInstance } from 'fastify'
import { changeReminderSettings, getReminderSettings } from '../../../contract/admin/reminders.ts'
import { route } from '../../http/route.ts'
import { changeSettings } from './commands.ts'
import { getReminderSettings as findSettings } from './queries.ts'

export function reminderAdminRoutes(app: FastifyInstance) {
  route(app, getReminderSettings, () => findSettings(app.db))
  route(app, changeReminderSettings, async ({ body, context, now }) => ({
    message: '알림 설정이 저장되었습니다.',
    settings: await changeSettings(context.db, body, now),
  }))
}
