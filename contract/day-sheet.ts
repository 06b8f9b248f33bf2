import * as z from 'zod/mini'
import { dayReport } from './day-report.ts'
import { endpoint } from './endpoint.ts'
import { date, id, idText, time, textOrNull } from './field.ts'
import { meetingVisitor } from './shown-visitor.ts'

const sheetEntry = z.object({
  /** Of the reservation. */
  id,
  /** Position in the day, from 1. */
  number: z.int(),
  status: z.enum(['APPROVED', 'CANCEL_REQUESTED', 'COMPLETED']),
  start_time: time,
  end_time: time,
  starts_at: z.string(),
  ends_at: z.string(),
  /** Only if before its planned end. */
  ended_at: textOrNull,
  ...meetingVisitor.shape,
  /** Null for tours, as is the manager. */
  title: textOrNull,
  manager_name: textOrNull,
  note: textOrNull,
  /** Null until marked. */
  arrived_at: textOrNull,
})
export type SheetEntry = z.output<typeof sheetEntry>

const shared = { date, entries: z.array(sheetEntry) }
const tourSheet = z.object({
  type: z.literal('VIP_TOUR'),
  docent: z.object({ id, name: z.string(), language: z.string(), start_point: z.string() }),
  ...shared,
})
const roomSheet = z.object({
  type: z.literal('GROUP_MEETING'),
  room: z.object({ id, name: z.string(), floor: z.int(), size: z.int() }),
  ...shared,
})
const daySheet = z.union([tourSheet, roomSheet])
export type DaySheet = z.output<typeof daySheet>

const ONE_PLACE_TEXT = '도슨트와 미팅룸 중 하나만 선택해주세요.'

export const getDaySheet = endpoint({
  role: 'desk',
  path: '/api/admin/day-sheets/',
  scope: 'reservations:read',
  summary:
    'What takes place on a date, a sheet for each docent and room: of one of them, or of all, or of all of a type',
  query: z
    .object({
      date,
      docent_id: z.optional(idText),
      room_id: z.optional(idText),
      type: z.optional(z.enum(['tour', 'room', 'meeting'])),
    })
    .check(
      z.refine(({ docent_id, room_id }) => !docent_id || !room_id, {
        path: ['room_id'],
        error: ONE_PLACE_TEXT,
      }),
    ),
  response: z.object({ event_name: z.string(), date, sheets: z.array(daySheet) }),
  errors: ['not_found'],
})

export const getSharedDaySheet = endpoint({
  audience: 'public',
  path: '/api/public/day-sheets/{token}/',
  summary:
    'The day sheet of a link: of this date, else of today, else of the next or last date that the link covers',
  params: z.object({ token: z.string() }),
  query: z.object({ date: z.optional(date) }),
  response: z.object({
    event_name: z.string(),
    dates: z.array(date),
    expires_at: z.string(),
    /** True when this link may mark arrivals. */
    may_mark_arrivals: z.boolean(),
    /** Null while the event has no date. */
    sheet: z.nullable(daySheet),
    /** From the first start to the last end on the sheet's date; null without times. */
    hours: z.nullable(z.object({ start_time: time, end_time: time })),
    /** The latest of that date. */
    report: z.nullable(dayReport),
  }),
  secret: true,
  errors: ['link_expired', 'not_found'],
})
