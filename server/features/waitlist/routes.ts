import type { FastifyInstance } from 'fastify'
import { placeText } from '../../../contract/text/line-place-text.ts'
import { PASSED_OVER_TEXT } from '../../../contract/text/waitlist-text.ts'
import { waitForMeeting, waitForTour } from '../../../contract/waitlist-requests.ts'
import { leaveWaitlist, listMyWaitlist, type WaitlistEntry } from '../../../contract/waitlist.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { makeRateLimit } from '../../http/gates.ts'
import { route } from '../../http/route.ts'
import { SerializedAnswer } from '../../http/serialized-answer.ts'
import { leave, refuseOverEntry } from './commands.ts'
import { wantedMeeting, wantedTour } from '../reservations/booking/commands.ts'
import { join } from './joining/commands.ts'
import { findEntriesOfMember, findMaxEntries } from './queries.ts'

/** More than a person can press. Each attempt locks slots, for which bookings wait. */
const A_MINUTE = 60

const joined = <Entry extends WaitlistEntry>(entry: Entry) => ({
  message: `${placeText(entry.place!)}로 등록되었습니다. ${
    entry.passed_over
      ? PASSED_OVER_TEXT[entry.passed_over]
      : '자리가 나면 자동으로 예약이 신청되고 이메일로 안내드립니다.'
  }`,
  entry,
})

export function waitlistRoutes(app: FastifyInstance, { bookingsAMinute = A_MINUTE }) {
  const rateOf = makeRateLimit(bookingsAMinute)
  route(
    app,
    waitForTour,
    async ({ body, member, context, now }) => {
      rateOf(member.id, now).throwIfOver()
      return joined(await join(context, member, wantedTour(body, now), now))
    },
    { checkRepeat: refuseOverEntry },
  )
  route(
    app,
    waitForMeeting,
    async ({ body, member, context, now }) => {
      rateOf(member.id, now).throwIfOver()
      return joined(await join(context, member, wantedMeeting(body, now), now))
    },
    { checkRepeat: refuseOverEntry },
  )
  const readOwn = (member_id: number, now: Instant) =>
    app.snapshots.get({ topic: `member ${member_id}`, key: 'waitlist' }, now, async () => {
      const max_entries = await findMaxEntries(app.db)
      const entries = await findEntriesOfMember(app.db, member_id, now)
      // Not cached: other members' entries and the slots change the position.
      const valid_until = entries.length > 0 ? now : Infinity
      return { answer: SerializedAnswer.of({ max_entries, entries }), valid_until }
    })
  route(app, listMyWaitlist, ({ member, now }) => readOwn(member.id, now))
  app.changes.offer('waits', { read: (member_id, now) => readOwn(Number(member_id), now) })
  route(app, leaveWaitlist, async ({ params, member, context, now }) => ({
    message: '자리 대기를 취소했습니다.',
    entry: await leave(context, member, params.id, now),
  }))
}
