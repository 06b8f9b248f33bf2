import type { FastifyInstance } from 'fastify'
import { REQUESTED_TEXT, reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import type { Member } from '../../../../contract/member.ts'
import { reservationFacts } from '../../../../contract/reservation.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { makeRateLimit } from '../../../http/rate-limit.ts'
import { route } from '../../../http/route.ts'
import { SerializedAnswer } from '../../../http/serialized-answer.ts'
import type { Reach } from '../../../live/snapshots.ts'
import { bookMeeting, bookTour, makeBookingMemory, type Booked } from './commands.ts'
import { makeBookTogether, refuseOverRequest } from './queries.ts'

/** More than a person's fingers do, who sends again what was lost: a program that tries all times is held up. */
const A_MINUTE = 60

// A moment's worth at the rush: what a process that ends has left of them is lost.
const IDS_AT_ONCE = 32

export function bookingRoutes(app: FastifyInstance, { bookingsAMinute = A_MINUTE }) {
  const rateOf = makeRateLimit(bookingsAMinute)
  const memory = makeBookingMemory(IDS_AT_ONCE, makeBookTogether(app.db))
  route(
    app,
    reserveTour,
    async ({ body, member, token, key, now, context, reaches }) => {
      const message = REQUESTED_TEXT.tour
      const booker = { who: { member, token }, key, message, rate: rateOf(member.id, now) }
      return answerOf(await bookTour(context, booker, body, now, memory), member, now, reaches)
    },
    { byItself: true },
  )
  route(
    app,
    reserveMeeting,
    async ({ body, member, token, key, now, context, reaches }) => {
      const message = REQUESTED_TEXT.room
      const booker = { who: { member, token }, key, message, rate: rateOf(member.id, now) }
      return answerOf(await bookMeeting(context, booker, body, now, memory), member, now, reaches)
    },
    { byItself: true },
  )

  async function answerOf<T extends { reservation: { id: number } }>(
    { answer, made }: Booked,
    { id: member_id }: Member,
    now: Instant,
    reaches: (reach: Reach) => void,
  ): Promise<SerializedAnswer<T>> {
    if (made) {
      const { date } = reservationFacts(made.reservation)
      reaches({ dates: [date] })
      app.changes.announce({ transaction: made.transaction, date, member_id })
    } else await refuseOverRequest(app.db, JSON.parse(answer) as T, now)
    return new SerializedAnswer<T>(answer)
  }
}
