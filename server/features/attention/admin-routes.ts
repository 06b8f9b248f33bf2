import type { FastifyInstance } from 'fastify'
import { getAttention } from '../../../contract/admin/attention.ts'
import { route } from '../../http/route.ts'
import { findDaysToErasure } from '../closing/queries.ts'
import { findAttention, findBackup, findWarnings } from './queries.ts'

export function attentionRoutes(app: FastifyInstance) {
  const reach = { host: app.host, public_url: app.publicUrl, has_mail_server: app.mailFolder === null }
  route(app, getAttention, async ({ admin: { id, name }, role, now }) => ({
    admin: { id, name, role: role! },
    ...(await findAttention(app.db, now)),
    backup: app.findBackups ? await findBackup(app.db, now) : null,
    days_to_erasure: await findDaysToErasure(app.db, now),
    warnings: await findWarnings(app.db, { ...reach, has_untrusted_proxy: app.proxies.has_untrusted }),
  }))
}
