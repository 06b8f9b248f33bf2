import * as z from 'zod/mini'
import { momentInQuery } from '../day-sheet-arrivals.ts'
import { endpoint } from '../endpoint.ts'
import { idText, textOrNull } from '../field.ts'
import { idsText } from './selection.ts'
import { reservationFilters } from './reservation-filters.ts'
import { pageQuery, pageSize } from '../page.ts'
import { reservationLists } from '../reservation.ts'
import { fileFormat, spreadsheet } from '../spreadsheet.ts'

const filters = z.extend(reservationFilters, {
  /** Found on any date. */
  id: z.optional(idText),
  ids: z.optional(idsText),
  /** Only this member's reservations. */
  user: z.optional(idText),
})
export type ReservationFilters = z.output<typeof filters> & { updated_since?: string | undefined }

export const listReservations = endpoint({
  role: 'desk',
  path: '/api/admin/reservations/',
  scope: 'reservations:read',
  summary:
    'Reservations in the order in which they take place, by id, ids, member, date, type, status as displayed, and text. With `page`: one page, tours and meetings counted together, and in `count` the number on all pages. With `updated_since`: what has changed at that instant or later, also by its end; pages are then in the order of ids. `as_of` of the first answer is the `updated_since` of the next sync: changes that are being written are not lost, and some come twice',
  query: z.extend(filters, {
    updated_since: z.optional(momentInQuery),
    page: pageQuery.page,
    page_size: pageSize,
  }),
  response: z.extend(reservationLists, {
    count: z.optional(z.int()),
    /** With `updated_since`, on the first page. */
    as_of: z.optional(z.string()),
  }),
})
export type ReservationPage = z.output<typeof listReservations.response>

export const exportReservations = endpoint({
  role: 'manager',
  path: '/api/admin/reservations/export/',
  scope: 'reservations:read',
  summary: 'The same list as a spreadsheet or as CSV, one row a reservation',
  query: z.extend(filters, { format: fileFormat }),
  response: spreadsheet,
})

export const listReservationHistory = endpoint({
  role: 'desk',
  path: '/api/admin/reservations/{id}/history/',
  scope: 'reservations:read',
  summary: 'Every change of a reservation, oldest first',
  response: z.array(
    z.object({
      at: z.string(),
      actor: z.string(),
      action: z.string(),
      reason: textOrNull,
      /** Old and new values; absent if unknown or only the status changed. */
      changes: z.optional(z.string()),
    }),
  ),
})
