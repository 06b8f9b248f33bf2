import * as z from 'zod/mini'
import { koreanDate } from '../../domain/madrid-time.ts'
import { STATUSES } from '../../domain/reservation.ts'
import { WAITING_AGES, type WaitingAge } from '../../domain/waiting-age.ts'
import { endpoint } from '../endpoint.ts'
import { date, id, time, textOrNull } from '../field.ts'
import { fileFormat, spreadsheet } from '../spreadsheet.ts'

export const WAITING_AGE_TEXT: Readonly<Record<WaitingAge, string>> = {
  under_1_hour: '1시간 미만',
  under_4_hours: '1~4시간',
  under_1_day: '4~24시간',
  over_1_day: '1일 이상',
}

export const NO_SHOW_RULE_TEXT =
  '미도착은 그날 끝난 예약의 4분의 1 이상에 도착을 확인했을 때만 투어와 미팅을 따로 셉니다.'

const counter = z.int()
const fill = { bookable: counter, held: counter }
const byType = { tours: counter, meetings: counter }
const ofHours = z.array(z.object({ hour: counter, tours: z.object(fill), meetings: z.object(fill) }))
/** By the hour in which slots begin, and in minutes of each hour. */
export const fillByHour = { hours: ofHours, minutes: ofHours }
export type HourFill = z.output<typeof ofHours>[number]
const placeFill = z.object({ id, name: z.string(), ...fill })
export type PlaceFill = z.output<typeof placeFill>

const about = {
  /** Of the reservation. */
  id,
  type: z.enum(['VIP_TOUR', 'GROUP_MEETING']),
  date,
  time,
  place: z.string(),
  company: z.string(),
  name: z.string(),
  /** Time of rejection, cancellation or latest feedback. */
  at: z.string(),
}
const reason = z.object({
  ...about,
  status: z.enum(['REJECTED', 'CANCELLED']),
  reason: textOrNull,
})
export type Reason = z.output<typeof reason>
const feedback = z.object({ ...about, title: z.string(), feedback: z.string() })
export type Feedback = z.output<typeof feedback>

/** The latest few and the total count. */
const latest = <Of extends z.ZodMiniType>(of: Of) => z.object({ count: counter, results: z.array(of) })

/** `no_shows` are null where too few arrivals were marked. */
export const dayArrivals = z.object({
  date,
  arrived: z.object(byType),
  no_shows: z.object({ tours: z.nullable(counter), meetings: z.nullable(counter) }),
})

const statistics = z.object({
  as_of: z.string(),
  /** All dates, regardless of filters. */
  event_dates: z.array(date),
  fill: z.object({
    docents: z.array(placeFill),
    rooms: z.array(placeFill),
    ...fillByHour,
  }),
  waiting: z.array(z.object({ age: z.enum(WAITING_AGES), ...byType })),
  outcomes: z.object({
    requested: z.object(byType),
    statuses: z.array(z.object({ status: z.enum(STATUSES), ...byType })),
  }),
  /** Dates with marked arrivals only. */
  arrivals: z.array(dayArrivals),
  reasons: latest(reason),
  feedback: latest(feedback),
})
export type Statistics = z.output<typeof statistics>

/** Such as `2026년 11월 21일 (토) 14:02:10 기준`, of an ISO time of Madrid. */
export const asOfText = (as_of: string): string =>
  `${koreanDate(as_of.slice(0, 10))} ${as_of.slice(11, 19)} 기준`

const ORDER_TEXT = '종료일은 시작일 이후여야 합니다.'
const range = z.object({ start_date: z.optional(date), end_date: z.optional(date) }).check(
  z.refine(({ start_date, end_date }) => !start_date || !end_date || start_date <= end_date, {
    path: ['end_date'],
    error: ORDER_TEXT,
  }),
)
export type DateRange = z.output<typeof range>

export const getStatistics = endpoint({
  role: 'manager',
  path: '/api/admin/numbers/',
  summary: 'Figures of these dates, by default of all',
  query: range,
  response: statistics,
})

export const exportStatistics = endpoint({
  role: 'manager',
  path: '/api/admin/numbers/export/',
  summary: 'The same as a spreadsheet or as CSV, a table for each question, with every reason and feedback',
  query: z.extend(range, { format: fileFormat }),
  response: spreadsheet,
})
