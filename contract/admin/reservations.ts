import * as z from 'zod/mini'
import { STATUS_FILTERS } from '../../domain/reservation-filter.ts'
import { endpoint } from '../endpoint.ts'
import { date, idText } from '../field.ts'
import { idsText } from './selection.ts'
import { pageQuery, pageSize } from '../page.ts'
import { reservationLists } from '../reservation.ts'
import { spreadsheet } from '../spreadsheet.ts'

const TYPE_FILTERS = {
  // No filter, so that both share a cache entry.
  all: undefined,
  tour: 'VIP_TOUR',
  VIP_TOUR: 'VIP_TOUR',
  meeting: 'GROUP_MEETING',
  GROUP_MEETING: 'GROUP_MEETING',
  MEETING_ROOM: 'GROUP_MEETING',
} as const

export const reservationFilters = z.object({
  /** Found on any date. */
  id: z.optional(idText),
  ids: z.optional(idsText),
  date: z.optional(date),
  start_date: z.optional(date),
  end_date: z.optional(date),
  type: z.optional(
    z.pipe(
      z.enum(Object.keys(TYPE_FILTERS) as (keyof typeof TYPE_FILTERS)[]),
      z.transform((type) => TYPE_FILTERS[type]),
    ),
  ),
  status: z.optional(z.enum(STATUS_FILTERS)),
  search: pageQuery.search,
})
export type ReservationFilters = z.output<typeof reservationFilters>

export const listReservations = endpoint({
  role: 'desk',
  method: 'GET',
  path: '/api/admin/reservations/',
  scope: 'reservations:read',
  summary:
    'Reservations in the order in which they take place, by id, ids, date, type, status as displayed, and text. With `page`: one page, tours and meetings counted together, and in `count` the number on all pages',
  query: z.extend(reservationFilters, { page: pageQuery.page, page_size: pageSize }),
  response: z.extend(reservationLists, { count: z.optional(z.int()) }),
})
export type ReservationPage = z.output<typeof listReservations.response>

export const exportReservations = endpoint({
  role: 'manager',
  method: 'GET',
  path: '/api/admin/reservations/export/',
  scope: 'reservations:read',
  summary: 'The same list as a spreadsheet, one row a reservation',
  query: reservationFilters,
  response: spreadsheet,
})

export const listReservationHistory = endpoint({
  role: 'desk',
  method: 'GET',
  path: '/api/admin/reservations/{id}/history/',
  scope: 'reservations:read',
  summary: 'Every change of a reservation, oldest first',
  response: z.array(
    z.object({
      at: z.string(),
      actor: z.string(),
      action: z.string(),
      reason: z.nullable(z.string()),
      /** Old and new values; absent if unknown or only the status changed. */
      changes: z.optional(z.string()),
    }),
  ),
  errors: ['not_found'],
})
