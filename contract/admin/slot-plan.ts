import * as z from 'zod/mini'
import { countPlanned, MAX_PLANNED_SLOTS, type DayPlan } from '../../domain/slot-plan.ts'
import { endpoint } from '../endpoint.ts'
import { date, id, textOrNull } from '../field.ts'
import { selection } from './selection.ts'
import { missingAdded } from './several.ts'
import { areTimes, inOrder, lastStart, startTime, wholeMinutes } from './slots.ts'

const PLACES_TEXT = '도슨트나 미팅룸을 하나 이상 선택해주세요.'
const DATES_TEXT = '날짜를 하나 이상 선택해주세요.'
const WINDOWS_TEXT = '시간대를 하나 이상 입력해주세요.'
const MAX_WINDOWS = 24
const FROM_TEXT = '복사할 날짜와 다른 날짜를 선택해주세요.'

export const TOO_MANY_TEXT = `한 번에 최대 ${MAX_PLANNED_SLOTS.toLocaleString('en-US')}개까지 추가할 수 있습니다. 날짜나 시간대를 나누어 추가해주세요.`

const kind = z.enum(['tour', 'room'])
export type PlanKind = z.output<typeof kind>

const once = <Item>() => z.overwrite<Item[]>((items) => [...new Set(items)])

type Planned = DayPlan & { place_ids: readonly number[]; event_date_ids: readonly number[] }

/** Skipped until all times are valid. */
const notTooMany = z.refine<Planned>(
  (plan) =>
    !plan.windows.every(areTimes) ||
    !(plan.interval_minutes >= 1) ||
    countPlanned(plan, plan.place_ids.length, plan.event_date_ids.length) <= MAX_PLANNED_SLOTS,
  { path: ['windows'], error: TOO_MANY_TEXT },
)

const result = {
  place_id: id,
  event_date_id: id,
  created: z.int(),
  skipped: z.int(),
  why: textOrNull,
}

export const planSlots = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/slots/plan/',
  scope: 'schedule:write',
  summary:
    'Add the same slots to many docents or rooms on many dates, all or nothing; those that would overlap are skipped and counted. With dry_run nothing is added',
  body: z
    .object({
      kind,
      place_ids: selection(id, PLACES_TEXT).check(once()),
      event_date_ids: selection(id, DATES_TEXT).check(once()),
      windows: z
        .array(z.object({ start_time: startTime, end_time: lastStart }).check(inOrder), WINDOWS_TEXT)
        .check(z.minLength(1, WINDOWS_TEXT), z.maxLength(MAX_WINDOWS)),
      interval_minutes: wholeMinutes('간격은'),
      duration_minutes: wholeMinutes('소요 시간은'),
      dry_run: z.optional(z.boolean()),
    })
    .check(notTooMany),
  audit: {
    keeps: [
      'kind',
      'place_ids',
      'event_date_ids',
      'windows',
      'interval_minutes',
      'duration_minutes',
      'created',
      'skipped',
    ],
  },
  response: z.extend(missingAdded, { results: z.array(z.object(result)) }),
  errors: ['slot_overlap'],
})

export const copyDay = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/slots/copy-day/',
  scope: 'schedule:write',
  summary:
    'Add the times of all docents and rooms of one date to other dates, unlocked, all or nothing; those that would overlap are skipped and counted. With dry_run nothing is added',
  body: z
    .object({
      from: date,
      to: selection(date, DATES_TEXT).check(once()),
      kind: z.optional(kind),
      dry_run: z.optional(z.boolean()),
    })
    .check(
      z.refine<{ from: string; to: readonly string[] }>(({ from, to }) => !to.includes(from), {
        path: ['to'],
        error: FROM_TEXT,
      }),
    ),
  audit: { keeps: ['from', 'to', 'kind', 'created', 'skipped'] },
  // Docents and rooms may share ids.
  response: z.extend(missingAdded, { results: z.array(z.object({ kind, ...result })) }),
  errors: ['slot_overlap'],
})
