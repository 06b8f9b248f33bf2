import type { FastifyInstance } from 'fastify'
import {
  ALL_TEXT,
  listCalendarFeeds,
  makeCalendarFeed,
  revokeCalendarFeed,
  type CalendarFeed,
} from '../../../contract/admin/calendar-feeds.ts'
import { route } from '../../http/route.ts'
import { makeFeed, revokeFeed } from './commands.ts'
import { findFeeds } from './queries.ts'

const nameOf = ({ docent, room }: CalendarFeed) => (docent ?? room)?.name ?? ALL_TEXT

export function calendarFeedAdminRoutes(app: FastifyInstance) {
  route(app, listCalendarFeeds, () => findFeeds(app.db))
  route(app, makeCalendarFeed, async ({ body, context, admin, now }) => {
    const made = await makeFeed(context, admin, body, now)
    return { message: `${nameOf(made.feed)} 캘린더 주소를 만들었습니다.`, ...made }
  })
  route(app, revokeCalendarFeed, async ({ params, context }) => {
    const feed = await revokeFeed(context, params.id)
    return { message: `${nameOf(feed)} 캘린더 주소를 해지했습니다.`, feed }
  })
}
