import type { FastifyInstance } from 'fastify'
import { deleteSample as deleteSampleCall, getGoLive } from '../../../contract/admin/go-live.ts'
import { route } from '../../http/route.ts'
import { deleteSample } from './commands.ts'
import { findGoLive } from './queries.ts'

export function goLiveRoutes(app: FastifyInstance) {
  const service = { public_url: app.publicUrl, has_mail_server: app.mailFolder === null }
  route(app, getGoLive, async ({ now }) => ({
    ...(await findGoLive(app.db, now)),
    ...service,
    has_untrusted_proxy: app.proxies.has_untrusted,
  }))
  route(app, deleteSampleCall, async ({ admin, context, now }) => {
    const { deleted, kept } = await deleteSample(context, admin, now)
    return { message: '견본 데이터가 삭제되었습니다.', ...deleted, kept }
  })
}
