import * as z from 'zod/mini'
import { isScreenCode } from '../domain/screen.ts'
import { endpoint } from './endpoint.ts'
import { confirmation } from './field.ts'

const pixels = z.int().check(z.minimum(1), z.maximum(100_000))

export const checkInScreen = endpoint({
  audience: 'public',
  method: 'POST',
  path: '/api/public/screens/',
  summary: 'A screen on a wall, set up with a room’s link, says that it is there',
  body: z.object({
    code: z.string().check(z.refine(isScreenCode)),
    /** The name that the screen's browser gives itself. */
    key: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    /** Which build of the web app it shows. */
    build: z.string().check(z.regex(/^[\w.-]{1,60}$/)),
    width: pixels,
    height: pixels,
  }),
  response: confirmation,
  errors: ['room_not_found'],
})
