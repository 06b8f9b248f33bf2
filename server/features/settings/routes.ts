import type { FastifyInstance } from 'fastify'
import { getPublicInfo } from '../../../contract/public-info.ts'
import { madridDate, TIME_ZONE } from '../../../domain/madrid-time.ts'
import { route } from '../../http/route.ts'
import { getSettings } from './queries.ts'

export function settingsRoutes(app: FastifyInstance) {
  route(app, getPublicInfo, async ({ now }) => ({
    ...(await getSettings(app.db)),
    today: madridDate(now),
    time_zone: TIME_ZONE,
  }))
}
