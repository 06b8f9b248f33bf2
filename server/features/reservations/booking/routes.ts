import type { FastifyInstance } from 'fastify'
import { APPROVED_TEXT, REQUESTED_TEXT, reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { makeRateLimit } from '../../../http/gates.ts'
import { route } from '../../../http/route.ts'
import { SerializedAnswer } from '../../../http/serialized-answer.ts'
import { bookMeeting, bookTour, makeBookingBatch, type Booked } from './commands.ts'
import { approveBooked } from '../deciding/commands.ts'
import { refuseOverRequest } from './queries.ts'

/** More than a person can press, too few for a program that tries all times. */
const A_MINUTE = 60

const answersOf = (kind: 'tour' | 'room') => ({
  messages: { PENDING: REQUESTED_TEXT[kind], APPROVED: APPROVED_TEXT[kind] },
  approve: approveBooked,
})
const AS = { tour: answersOf('tour'), room: answersOf('room') }

export function bookingRoutes(app: FastifyInstance, { bookingsAMinute = A_MINUTE }) {
  const rateOf = makeRateLimit(bookingsAMinute)
  const batch = makeBookingBatch(app.db)
  route(
    app,
    reserveTour,
    async ({ body, member, token, key, now, context }) => {
      const { replaces } = body
      const booker = { who: { member, token }, key, replaces, ...AS.tour, rate: rateOf(member.id, now) }
      return answerOf(await bookTour(context, booker, body, now, batch), now)
    },
    { byItself: true },
  )
  route(
    app,
    reserveMeeting,
    async ({ body, member, token, key, now, context }) => {
      const { replaces } = body
      const booker = { who: { member, token }, key, replaces, ...AS.room, rate: rateOf(member.id, now) }
      return answerOf(await bookMeeting(context, booker, body, now, batch), now)
    },
    { byItself: true },
  )

  async function answerOf<T extends { reservation: { id: number } }>(
    { answer, made }: Booked,
    now: Instant,
  ): Promise<SerializedAnswer<T>> {
    if (!made) await refuseOverRequest(app.db, JSON.parse(answer) as T, now)
    return new SerializedAnswer<T>(answer)
  }
}
