import type { FastifyInstance } from 'fastify'
import {
  addEventDate,
  addEventDates,
  countEventDates,
  deleteEventDate,
  deleteEventDates,
  eventDatesImpact,
  listEventDatesAsAdmin,
} from '../../../contract/admin/event-dates.ts'
import { koreanDate } from '../../../domain/madrid-time.ts'
import { AppError } from '../../http/app-error.ts'
import { route } from '../../http/route.ts'
import { findImpact } from '../slots/queries.ts'
import * as commands from './commands.ts'
import { findCounts, findEventDates } from './queries.ts'

export function eventDateAdminRoutes(app: FastifyInstance) {
  route(app, listEventDatesAsAdmin, () => findEventDates(app.db))
  route(app, countEventDates, ({ now }) => findCounts(app.db, now))
  route(app, eventDatesImpact, ({ query: { date, dates }, now }) =>
    findImpact(app.db, { dates: date === undefined ? dates : [...(dates ?? []), date] }, now),
  )
  route(app, addEventDate, async ({ body, context, now }) => ({
    message: '날짜가 추가되었습니다.',
    event_date: await commands.addEventDate(context, body.date, now),
  }))
  route(app, addEventDates, async ({ body, context, now }) => ({
    message: '날짜가 일괄 추가되었습니다.',
    ...(await commands.addEventDates(context, body, now)),
  }))
  route(app, deleteEventDate, async ({ body, context, admin, now }) => {
    const { date } = body
    const dates = date === undefined ? 'all' : [date]
    const deleted = await commands.deleteEventDates(context, { dates, terms: body }, admin, now)
    if (date === undefined) return { message: '모든 날짜가 삭제되었습니다.', deleted }
    if (deleted === 0) throw new AppError('not_found')
    return { message: `${koreanDate(date)} 날짜가 삭제되었습니다.`, deleted }
  })
  route(app, deleteEventDates, async ({ body, context, admin, now }) => {
    const which = { dates: body.dates, terms: body }
    const deleted = await commands.deleteEventDates(context, which, admin, now)
    return { message: `선택한 ${deleted}개의 날짜가 삭제되었습니다.`, deleted }
  })
}
