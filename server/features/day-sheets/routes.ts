import type { FastifyInstance } from 'fastify'
import { getSharedDaySheet } from '../../../contract/day-sheet.ts'
import { markArrivalByLink, undoArrivalByLink } from '../../../contract/day-sheet-arrivals.ts'
import { reportByLink } from '../../../contract/day-report.ts'
import { NOT_LISTED } from '../../http/page-headers.ts'
import { makeRateLimit } from '../../http/gates.ts'
import { route } from '../../http/route.ts'
import { markByLink, undoByLink } from './arrivals/commands.ts'
import { readSharedSheet } from './commands.ts'
import { findLinkByToken } from './queries.ts'
import { reportDay } from './reports/commands.ts'
import { findSheetVersion } from './reports/queries.ts'

/** Reports a minute for one link. */
const REPORTS_A_MINUTE = 10

export function daySheetRoutes(app: FastifyInstance) {
  const countReport = makeRateLimit(REPORTS_A_MINUTE)
  route(app, getSharedDaySheet, ({ params, query, reply, now }) => {
    reply.header(...NOT_LISTED)
    return readSharedSheet(app.db, params.token, query.date, now)
  })
  // No cookie identifies the caller, so cross-site requests gain nothing: the address alone gives the right.
  route(app, markArrivalByLink, async ({ params, body, context, now }) => {
    const answer = await markByLink(context, params, body, now)
    app.snapshots.drop('bookings')
    return answer
  })
  route(app, reportByLink, async ({ params: { token }, body, context, now }) => {
    countReport(token, now).throwIfOver()
    const report = await reportDay(context, token, body, now)
    return { message: '안내 데스크에 전달했습니다.', report }
  })
  app.changes.offer('sheet', {
    read: (sheet, now) => findSheetVersion(app.db, sheet, now),
    isKnown: async (sheet, now) => (await findLinkByToken(app.db, sheet.split('.')[0]!, now)) !== undefined,
  })
  route(app, undoArrivalByLink, async ({ params, body, context, now }) => {
    const answer = await undoByLink(context, params, body, now)
    app.snapshots.drop('bookings')
    return answer
  })
}
