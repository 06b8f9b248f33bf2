import * as z from 'zod/mini'
import { STATUS_FILTERS, type StatusFilter } from '../../domain/reservation-filter.ts'
import { date } from '../field.ts'
import { pageQuery } from '../page.ts'
import { STATUS_TEXT } from '../reservation.ts'

export const FILTER_TEXT: Readonly<Record<StatusFilter, string>> = {
  ...STATUS_TEXT,
  active: '진행 중',
  cancelled: '취소됨',
  visits: '방문',
  all: '전체',
}

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
