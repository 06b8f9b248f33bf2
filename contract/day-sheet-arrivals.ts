import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { confirmation, idText, textOrNull } from './field.ts'

const MOMENT = /^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/

/** ISO 8601 with offset or `Z`. */
const isMoment = z.refine<string>((text) => MOMENT.test(text) && !Number.isNaN(Date.parse(text)))
const moment = z.string().check(isMoment)

/** In a query, where an unescaped `+` means a space. */
export const momentInQuery = z.string().check(
  z.overwrite((text) => text.replace(' ', '+')),
  isMoment,
)

/** The time of the press, which may be sent later. */
export const pressed = z.object({ at: z.optional(moment) })
/** The arrival to undo, as displayed. */
export const seen = z.object({ arrived_at: moment })

const onSheet = z.object({ token: z.string(), id: idText })
const marked = z.extend(confirmation, { arrived_at: textOrNull })

export const markArrivalByLink = endpoint({
  audience: 'public',
  method: 'POST',
  path: '/api/public/day-sheets/{token}/arrivals/{id}/',
  summary:
    "Mark the arrival of a reservation on a link's day sheets, if the link may; a repeated press is answered as the first one",
  params: onSheet,
  body: pressed,
  response: marked,
  secret: true,
  errors: ['link_expired', 'invalid_transition', 'already_arrived', 'arrivals_off'],
})

export const undoArrivalByLink = endpoint({
  audience: 'public',
  method: 'POST',
  path: '/api/public/day-sheets/{token}/arrivals/{id}/undo/',
  summary: 'Take an arrival back that this link has marked by mistake',
  params: onSheet,
  body: seen,
  response: marked,
  secret: true,
  errors: ['link_expired', 'changed_meanwhile', 'invalid_transition', 'arrivals_off'],
})
