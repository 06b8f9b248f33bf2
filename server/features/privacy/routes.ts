import type { FastifyInstance } from 'fastify'
import { getPrivacyNotice } from '../../../contract/privacy.ts'
import { route } from '../../http/route.ts'
import { findPrivacyNotice } from './queries.ts'

export function privacyRoutes(app: FastifyInstance) {
  route(app, getPrivacyNotice, ({ now }) =>
    app.snapshots.serialized({ topic: 'event', key: 'privacy notice' }, now, () => findPrivacyNotice(app.db)),
  )
}
