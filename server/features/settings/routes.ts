import type { FastifyInstance } from 'fastify'
import { getPublicInfo, type PublicInfo } from '../../../contract/public-info.ts'
import { endOfDay, madridDate, TIME_ZONE } from '../../../domain/madrid-time.ts'
import { readConsistently, type Tx } from '../../database/transaction.ts'
import { route } from '../../http/route.ts'
import { findEventDates } from '../event-dates/queries.ts'
import { findFace } from '../face/queries.ts'
import { getSettings } from './queries.ts'

export function settingsRoutes(app: FastifyInstance) {
  // Kept, because every phone that comes to the login asks for it.
  route(app, getPublicInfo, ({ now }) => {
    const today = madridDate(now)
    const findInfo = async (tx: Tx): Promise<PublicInfo> => {
      const dates = await findEventDates(tx)
      return {
        ...(await getSettings(tx)),
        face: await findFace(tx),
        first_date: dates.at(0)?.date ?? null,
        last_date: dates.at(-1)?.date ?? null,
        next_date: dates.find(({ date }) => date > today)?.date ?? null,
        today,
        time_zone: TIME_ZONE,
      }
    }
    const find = () => readConsistently(app.db, findInfo)
    return app.snapshots.serialized({ topic: 'event', key: 'public info' }, now, find, endOfDay(today))
  })
}
