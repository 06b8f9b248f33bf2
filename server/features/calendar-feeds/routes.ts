import type { FastifyInstance } from 'fastify'
import { ALL_TEXT } from '../../../contract/admin/calendar-feeds.ts'
import { CALENDAR } from '../../../contract/calendar.ts'
import { getOwnFeed, makeOwnFeed, readCalendarFeed, revokeOwnFeed } from '../../../contract/calendar-feed.ts'
import { AppError } from '../../http/app-error.ts'
import { recordAlone } from '../../http/audit.ts'
import { networkOf } from '../../http/network.ts'
import { NOT_LISTED } from '../../http/page-headers.ts'
import { makeRateLimit } from '../../http/gates.ts'
import { route } from '../../http/route.ts'
import { TaggedFile } from '../../http/tagged-file.ts'
import { feedFile } from '../../mail/calendar-feed.ts'
import { makeMemberFeed, noteFeedUse, revokeMemberFeed } from './commands.ts'
import { findFeedByToken, findFeedNotices, findOwnFeed } from './queries.ts'

/** Per link and minute: a family's phones and the servers of a calendar service. */
const READS = 30
/** Unknown links per network and minute. Guessing is hopeless; this only limits the load. */
const MISSES = 60
const LINKS_MADE = 10

export function calendarFeedRoutes(app: FastifyInstance) {
  const reads = makeRateLimit(READS)
  const misses = makeRateLimit(MISSES)
  const made = makeRateLimit(LINKS_MADE)

  route(app, readCalendarFeed, async ({ params, request, reply, now }) => {
    // Set first, so that search engines and other sites never learn the address.
    reply.header(...NOT_LISTED).header('referrer-policy', 'no-referrer')
    const missed = misses(networkOf(request.ip), now)
    const feed = await findFeedByToken(app.db, params.token.replace(/\.ics$/, ''))
    if (!feed) throw missed.refusal ?? new AppError('link_expired')
    // A valid link must not be limited by others' misses from the same network.
    missed.giveBack()
    reads(feed.id, now).throwIfOver()
    const { event_name, reader, notices } = await findFeedNotices(app.db, feed, app.publicUrl, now)
    await noteFeedUse(app.db, feed, now)
    const name = reader === 'member' ? event_name : `${feed.name ?? ALL_TEXT} · ${event_name}`
    return new TaggedFile(await feedFile(name, reader, notices), `${CALENDAR}; charset=utf-8`)
  })
  route(app, getOwnFeed, async ({ member }) => ({ feed: await findOwnFeed(app.db, member.id) }))
  route(app, makeOwnFeed, async ({ member, context, now }) => {
    made(member.id, now).throwIfOver()
    const message = '캘린더 구독 주소를 만들었습니다.'
    const feed = await makeMemberFeed(context, member.id, now)
    await recordAlone(app.db, makeOwnFeed, { member }, { summary: message, details: {} }, now)
    return { message, ...feed }
  })
  route(app, revokeOwnFeed, async ({ member, context }) => {
    await revokeMemberFeed(context.db, member.id)
    return { message: '캘린더 구독 주소를 해지했습니다.' }
  })
}
