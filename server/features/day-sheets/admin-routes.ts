import type { FastifyInstance } from 'fastify'
import { getDaySheet } from '../../../contract/day-sheet.ts'
import {
  listDaySheetLinks,
  makeDaySheetLink,
  revokeDaySheetLink,
  type DaySheetLink,
} from '../../../contract/admin/day-sheet-links.ts'
import { finishReport as finishReportCall } from '../../../contract/admin/day-reports.ts'
import { AppError } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import { getSettings } from '../settings/queries.ts'
import { makeLink, revokeLink } from './commands.ts'
import { findDaySheets, findLinks } from './queries.ts'
import { finishReport } from './reports/commands.ts'

const nameOf = ({ docent, room }: DaySheetLink) => (docent ?? room)!.name

export function daySheetAdminRoutes(app: FastifyInstance) {
  route(app, getDaySheet, async ({ query: { date, ...places }, now }) => {
    const [{ event_name }, sheets] = await Promise.all([
      getSettings(app.db),
      findDaySheets(app.db, date, places, now),
    ])
    if (sheets.length === 0 && (places.docent_id || places.room_id)) throw new AppError('not_found')
    return { event_name, date, sheets }
  })
  route(app, finishReportCall, async ({ params, body, context, admin, now }) => {
    await finishReport(context.db, params.id, body, admin, now)
    return { message: '처리 완료로 표시했습니다.' }
  })
  route(app, listDaySheetLinks, ({ now }) => findLinks(app.db, now))
  route(app, makeDaySheetLink, async ({ body, context, admin, now }) => {
    const made = await makeLink(context, admin, body, now)
    return { message: `${nameOf(made.link)} 데이 시트 링크를 만들었습니다.`, ...made }
  })
  route(app, revokeDaySheetLink, async ({ params, context, now }) => {
    const link = await revokeLink(context, params.id, now)
    return { message: `${nameOf(link)} 데이 시트 링크를 해지했습니다.`, link }
  })
}
