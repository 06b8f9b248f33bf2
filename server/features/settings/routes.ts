import type { FastifyInstance } from 'fastify'
import { getPrivacyNotice } from '../../../contract/privacy.ts'
import { getPublicInfo, type PublicInfo } from '../../../contract/public-info.ts'
import { endOfDay, madridDate, TIME_ZONE } from '../../../domain/madrid-time.ts'
import { readConsistently, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import { findEventDates } from '../event-dates/queries.ts'
import { findFace, findImage, findPrivacyNotice, getSettings, imagePath } from './queries.ts'

// The database refuses some texts.
const HASH = /^[\da-f]{32}$/

export function settingsRoutes(app: FastifyInstance) {
  // Cached: every login screen reads it.
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
  route(app, getPrivacyNotice, () => findPrivacyNotice(app.db))
  // Another image has another hash.
  app.get<{ Params: { hash: string } }>(imagePath(':hash'), async ({ params }, reply) => {
    const image = HASH.test(params.hash) ? await findImage(app.db, params.hash) : undefined
    if (!image) throw new AppError('not_found')
    // Opened directly, the file must not run as anything but a picture.
    reply.type(image.type).headers({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
      'content-disposition': 'inline',
    })
    return reply.send(image.bytes)
  })
}
