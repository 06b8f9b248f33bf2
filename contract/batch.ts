import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { listEventDates } from './event-date.ts'
import { getMyInfo } from './member.ts'
import { listMyReservations } from './reservation.ts'
import { listMyWaitlist } from './waitlist.ts'

/** The calls that a batch can hold, by the last part of their path: small ones, that nobody gives any input. */
export const BATCHED = {
  'event-dates': listEventDates,
  'my-info': getMyInfo,
  'my-reservations': listMyReservations,
  waitlist: listMyWaitlist,
} as const
export type BatchedName = keyof typeof BATCHED

/** The name that a call has in a batch, or none. */
export const batchedName = ({ path }: { path: string }): string | undefined =>
  /^\/api\/user\/(event-dates|my-info|my-reservations|waitlist)\/$/.exec(path)?.[1]

const name = `(?:${Object.keys(BATCHED).join('|')})`

const partOf = <Answer extends z.ZodMiniType>({ response }: { response: Answer }) =>
  z.optional(z.object({ etag: z.string(), answer: response }))

export const batchReads = endpoint({
  audience: 'member',
  method: 'GET',
  path: '/api/user/batch/',
  summary: 'Several answers at once, by name, each with the tag that it has by itself',
  query: z.object({ of: z.string().check(z.regex(new RegExp(`^${name}(?:,${name}){0,3}$`))) }),
  response: z.object({
    'event-dates': partOf(BATCHED['event-dates']),
    'my-info': partOf(BATCHED['my-info']),
    'my-reservations': partOf(BATCHED['my-reservations']),
    waitlist: partOf(BATCHED.waitlist),
  }),
})
