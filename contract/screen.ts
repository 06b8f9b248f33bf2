import * as z from 'zod/mini'
import { isScreenCode, SCREEN_ORDERS } from '../domain/screen.ts'
import { endpoint, type ResponseOf } from './endpoint.ts'
import { confirmation } from './field.ts'

const pixels = z.int().check(z.minimum(1), z.maximum(100_000))

export const checkInScreen = endpoint({
  audience: 'public',
  method: 'POST',
  path: '/api/public/screens/',
  summary:
    'A wall screen, set up with a room’s link, reports that it runs and gets the administrator’s order, which is repeated until the screen confirms it with `heard`',
  body: z.object({
    code: z.string().check(z.refine(isScreenCode)),
    /** Chosen by the browser. */
    key: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    /** Build of the web app. */
    build: z.string().check(z.regex(/^[\w.-]{1,60}$/)),
    width: pixels,
    height: pixels,
    /** The order about to be followed. */
    heard: z.optional(z.string().check(z.regex(/^[0-9a-f]{16}$/))),
  }),
  response: z.extend(confirmation, {
    name: z.string(),
    order: z.nullable(z.object({ id: z.string(), kind: z.enum(SCREEN_ORDERS) })),
  }),
  errors: ['room_not_found', 'too_many_requests'],
})
export type CheckIn = ResponseOf<typeof checkInScreen>
