import * as z from 'zod/mini'
import { addDays, isDate } from '../../domain/madrid-time.ts'
import { deletion, impact, deletionTerms } from './deletion.ts'
import { selection, datesText, deleteAll, oneOrAll } from './selection.ts'
import { missingAdded } from './several.ts'
import { endpoint } from '../endpoint.ts'
import { confirmation, date, DATE_TEXT } from '../field.ts'
import { eventDate } from '../event-date.ts'

// Date arithmetic past year 9999 breaks `YYYY-MM-DD`.
const LAST_DATE = '2999-12-31'
const BOTH_TEXT = '시작일과 종료일을 모두 선택해주세요.'
const ORDER_TEXT = '종료일은 시작일 이후여야 합니다.'
const CHOOSE_TEXT = '삭제할 날짜를 선택해주세요.'
const MAX_DAYS = 366
const LENGTH_TEXT = `한 번에 최대 ${MAX_DAYS}일까지 추가할 수 있습니다.`

export const PAST_DATE_TEXT = '시작일은 오늘 이후여야 합니다.'

const newDate = date.check(z.refine((text) => text <= LAST_DATE, DATE_TEXT))
const rangeEnd = z.string(BOTH_TEXT).check(
  z.minLength(1, BOTH_TEXT),
  z.refine((text) => isDate(text) && text <= LAST_DATE, DATE_TEXT),
)

/** Skipped until both are valid dates. */
const checkRange = (holds: (start: string, end: string) => boolean, error: string) =>
  z.refine<{ start_date: string; end_date: string }>(
    ({ start_date, end_date }) => !isDate(start_date) || !isDate(end_date) || holds(start_date, end_date),
    { path: ['end_date'], error },
  )

export const listEventDatesAsAdmin = endpoint({
  role: 'desk',
  path: '/api/admin/event-dates/',
  scope: 'schedule:read',
  summary: 'The days of the event, ascending',
  response: z.array(eventDate),
})

const eventDateCounts = z.extend(eventDate, {
  tour_slots: z.int(),
  room_slots: z.int(),
  reservations: z.int(),
})

export const countEventDates = endpoint({
  role: 'desk',
  path: '/api/admin/event-dates/counts/',
  scope: 'schedule:read',
  summary:
    'The days of the event, each with its slots of tours and of rooms and its reservations that are still to take place',
  response: z.array(eventDateCounts),
})

export const addEventDate = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/event-dates/',
  scope: 'schedule:write',
  summary: 'Add a day to the event, today at the earliest',
  body: z.object({ date: newDate }),
  audit: { target: 'event_date', keeps: ['date'] },
  response: z.extend(confirmation, { event_date: eventDate }),
  status: 201,
  errors: ['date_exists'],
})

export const addEventDates = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/event-dates/bulk/',
  scope: 'schedule:write',
  summary: 'Add every day from the first to the last; those that are there are skipped and counted',
  body: z.object({ start_date: rangeEnd, end_date: rangeEnd }).check(
    checkRange((start, end) => start <= end, ORDER_TEXT),
    checkRange((start, end) => end < start || end < addDays(start, MAX_DAYS), LENGTH_TEXT),
  ),
  audit: { keeps: ['start_date', 'end_date', 'created', 'skipped'] },
  response: missingAdded,
  status: 201,
})

export const deleteEventDate = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/event-dates/',
  summary: 'Delete one day, or all, with their slots, and cancel the reservations that need them',
  body: z
    .object({ date: z.optional(date), delete_all: deleteAll, ...deletionTerms })
    .check(oneOrAll('date', CHOOSE_TEXT)),
  audit: { keeps: ['date', 'delete_all', 'deleted'] },
  response: deletion,
  errors: ['not_found', 'changed_meanwhile'],
})

export const deleteEventDates = endpoint({
  role: 'manager',
  method: 'DELETE',
  path: '/api/admin/event-dates/bulk/',
  summary: 'Delete these days with their slots, and cancel the reservations that need them',
  body: z.object({ dates: selection(date, CHOOSE_TEXT), ...deletionTerms }),
  audit: { keeps: ['dates', 'deleted'] },
  response: deletion,
  errors: ['changed_meanwhile'],
})

export const eventDatesImpact = endpoint({
  role: 'manager',
  path: '/api/admin/event-dates/impact/',
  summary: 'What deleting a day or these days would touch; without either, all of them',
  query: z.object({ date: z.optional(date), dates: z.optional(datesText) }),
  response: impact,
})
