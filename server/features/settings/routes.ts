import type { FastifyInstance } from 'fastify'
import { getPublicInfo, type PublicInfo } from '../../../contract/public-info.ts'
import { endOfDay, madridDate, TIME_ZONE } from '../../../domain/madrid-time.ts'
import { route } from '../../http/route.ts'
import { SerializedAnswer } from '../../http/serialized-answer.ts'
import { findEventDates } from '../event-dates/queries.ts'
import { getSettings } from './queries.ts'

export function settingsRoutes(app: FastifyInstance) {
  // Kept, because every phone that comes to the login asks for it.
  route(
    app,
    getPublicInfo,
    async ({ now }) =>
      (await app.snapshots.get<PublicInfo>('public info', now, async (tx) => {
        const today = madridDate(now)
        const dates = await findEventDates(tx)
        const info: PublicInfo = {
          ...(await getSettings(tx)),
          first_date: dates.at(0)?.date ?? null,
          last_date: dates.at(-1)?.date ?? null,
          today,
          time_zone: TIME_ZONE,
        }
        return { answer: new SerializedAnswer(JSON.stringify(info)), valid_until: endOfDay(today) }
      }))!,
  )
}
