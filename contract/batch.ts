import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { listEventDates } from './event-date.ts'
import { getMyInfo } from './member.ts'
import { listMyReservations } from './reservation.ts'
import { listMyWaitlist } from './waitlist.ts'

// Apart from their calls, so that a browser that asks for one of them need not load the others.
const NAMES = ['event-dates', 'my-info', 'my-reservations', 'waitlist'] as const
export type BatchedName = (typeof NAMES)[number]

/** The name that a call has in a batch, the last part of its path; none where a batch cannot hold it. */
export const batchedName = ({ path }: { path: string }): BatchedName | undefined =>
  NAMES.find((name) => path === `/api/user/${name}/`)

/** The calls that a batch can hold: small ones, that nobody gives any input. */
export const BATCHED = {
  'event-dates': listEventDates,
  'my-info': getMyInfo,
  'my-reservations': listMyReservations,
  waitlist: listMyWaitlist,
} as const satisfies Record<BatchedName, unknown>

const oneName = `(?:${NAMES.join('|')})`
const someNames = new RegExp(`^${oneName}(?:,${oneName}){0,${NAMES.length - 1}}$`)

const partOf = <Answer extends z.ZodMiniType>({ response }: { response: Answer }) =>
  z.optional(z.object({ etag: z.string(), answer: response }))

export const batchReads = endpoint({
  audience: 'member',
  method: 'GET',
  path: '/api/user/batch/',
  summary: 'Several answers at once, by name, each with the tag that it has by itself',
  query: z.object({ of: z.string().check(z.regex(someNames)) }),
  response: z.object({
    'event-dates': partOf(BATCHED['event-dates']),
    'my-info': partOf(BATCHED['my-info']),
    'my-reservations': partOf(BATCHED['my-reservations']),
    waitlist: partOf(BATCHED.waitlist),
  }),
})
