import type { FastifyInstance } from 'fastify'
import { changeSettings, getSettings } from '../../../contract/admin/settings.ts'
import { route } from '../../http/route.ts'
import { writeSettings } from './commands.ts'
import { getAllSettings } from './queries.ts'

export function settingsAdminRoutes(app: FastifyInstance) {
  const service = { rehearsal: app.rehearsal, mail_folder: app.mailFolder }
  route(app, getSettings, async () => ({ ...(await getAllSettings(app.db)), ...service }))
  route(app, changeSettings, async ({ body, context, now }) => ({
    message: '설정이 저장되었습니다.',
    settings: { ...(await writeSettings(context.db, body, now)), ...service },
  }))
}
