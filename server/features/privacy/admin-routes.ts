import type { FastifyInstance } from 'fastify'
import { changePrivacySettings, getPrivacySettings } from '../../../contract/admin/privacy.ts'
import { route } from '../../http/route.ts'
import { writePrivacyNotice } from './commands.ts'
import { findPrivacySettings } from './queries.ts'

export function privacyAdminRoutes(app: FastifyInstance) {
  route(app, getPrivacySettings, () => findPrivacySettings(app.db))
  route(app, changePrivacySettings, async ({ body, context, now }) => {
    await writePrivacyNotice(context.db, body, now)
    return { message: '개인정보 안내가 저장되었습니다.', settings: await findPrivacySettings(context.db) }
  })
}
