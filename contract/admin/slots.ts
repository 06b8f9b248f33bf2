import * as z from 'zod/mini'
import { isTime } from '../../domain/madrid-time.ts'
import { MAX_SLOTS, minutesOf } from '../../domain/slot.ts'
import { chosenId, selection } from './selection.ts'
import { missingAdded } from './several.ts'
import { endpoint } from '../endpoint.ts'
import { confirmation, date, id, idText } from '../field.ts'
import { roomSlot, tourSlot } from '../slot.ts'

const CHOOSE_TEXT = '리소스와 날짜를 선택해주세요.'
export const ORDER_TEXT = '시작 시간은 종료 시간보다 빨라야 합니다.'
export const TIME_TEXT = '올바른 시간을 입력해주세요.'
const MAX_TEXT = `한 번에 최대 ${MAX_SLOTS}개까지 추가할 수 있습니다.`
const SLOTS_TEXT = '시간을 선택해주세요.'
const DAY_MINUTES = 1440

const chosen = chosenId(CHOOSE_TEXT)
export const startTime = z.string(TIME_TEXT).check(z.refine(isTime, TIME_TEXT))
const isLastStart = (text: string) => isTime(text) || text === '24:00'
export const lastStart = z.string(TIME_TEXT).check(z.refine(isLastStart, TIME_TEXT))

export const wholeMinutes = (name: string) =>
  z
    .int(`${name} 1분 이상이어야 합니다.`)
    .check(
      z.minimum(1, `${name} 1분 이상이어야 합니다.`),
      z.maximum(DAY_MINUTES, `${name} ${DAY_MINUTES}분 이하여야 합니다.`),
    )
const duration = wholeMinutes('소요 시간은')

const plan = {
  event_date_id: chosen,
  start_time: startTime,
  end_time: lastStart,
  interval_minutes: wholeMinutes('간격은'),
  duration,
}

const planFacts = ['event_date_id', 'start_time', 'end_time', 'interval_minutes', 'duration'] as const

type Times = { start_time: string; end_time: string }
type Plan = Times & { interval_minutes: number }

/** Rules on both times need valid times. */
export const areTimes = ({ start_time, end_time }: Times) => isTime(start_time) && isLastStart(end_time)

/** The last start must follow the first. */
export const inOrder = z.refine<Times>((body) => !areTimes(body) || body.start_time < body.end_time, {
  path: ['start_time'],
  error: ORDER_TEXT,
})
const notTooMany = z.refine<Plan>(
  (body) => {
    const span = minutesOf(body.end_time) - minutesOf(body.start_time)
    return !areTimes(body) || !(body.interval_minutes > 0) || span / body.interval_minutes < MAX_SLOTS
  },
  { path: ['interval_minutes'], error: MAX_TEXT },
)

const changed = z.extend(confirmation, { updated: z.int() })
const lockAction = z.enum(['lock', 'unlock'])
const lockBody = z.object({ time_slot_ids: selection(id, SLOTS_TEXT), action: lockAction })

export const tourFilter = { docent_id: z.optional(idText), date: z.optional(date) }
export const roomFilter = { room_id: z.optional(idText), date: z.optional(date) }

/** Held by a live reservation, locked or not. */
const held = { held: z.boolean() }
const tourSlotAsAdmin = z.extend(tourSlot, held)
export type TourSlotAsAdmin = z.output<typeof tourSlotAsAdmin>
const roomSlotAsAdmin = z.extend(roomSlot, held)
export type RoomSlotAsAdmin = z.output<typeof roomSlotAsAdmin>

export const listTourSlots = endpoint({
  role: 'desk',
  path: '/api/admin/available-tours/',
  scope: 'schedule:read',
  summary: 'Slots of tours by date, docent and time',
  query: z.object(tourFilter),
  response: z.array(tourSlotAsAdmin),
})

export const listRoomSlots = endpoint({
  role: 'desk',
  path: '/api/admin/available-rooms/',
  scope: 'schedule:read',
  summary: 'Slots of meeting rooms by date, room and time',
  query: z.object(roomFilter),
  response: z.array(roomSlotAsAdmin),
})

export const listSlotTimes = endpoint({
  role: 'desk',
  path: '/api/admin/slots/times/',
  scope: 'schedule:read',
  summary:
    'Slots of the docents or rooms by date, in short: each day names one of `patterns`, its times and minutes in order (`09:00+30 09:30+30`), and whether all of its slots are locked',
  query: z.object({ kind: z.enum(['tour', 'room']) }),
  response: z.object({
    patterns: z.array(z.string()),
    days: z.array(z.object({ place_id: id, event_date_id: id, pattern: z.int(), is_locked: z.boolean() })),
  }),
})
export type SlotTimesInShort = z.output<(typeof listSlotTimes)['response']>

export const addTourSlots = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/available-tours/',
  scope: 'schedule:write',
  summary: 'Add slots of a docent at an interval; those that would overlap are skipped and counted',
  body: z.object({ docent_id: chosen, ...plan }).check(inOrder, notTooMany),
  audit: { keeps: ['docent_id', ...planFacts, 'created', 'skipped'] },
  response: missingAdded,
  status: 201,
  errors: ['slot_overlap'],
})

export const addRoomSlots = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/available-rooms/',
  scope: 'schedule:write',
  summary: 'Add slots of a meeting room at an interval; those that would overlap are skipped and counted',
  body: z.object({ room_id: chosen, ...plan }).check(inOrder, notTooMany),
  audit: { keeps: ['room_id', ...planFacts, 'created', 'skipped'] },
  response: missingAdded,
  status: 201,
  errors: ['slot_overlap'],
})

export const addTourSlot = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/available-tours/single/',
  scope: 'schedule:write',
  summary: 'Add one slot of a docent',
  body: z.object({ docent_id: chosen, event_date_id: chosen, time: startTime, duration }),
  audit: { target: 'slot', keeps: ['docent_id', 'event_date_id', 'time', 'duration'] },
  response: z.extend(confirmation, { slot: tourSlot }),
  status: 201,
  errors: ['slot_overlap'],
})

export const lockTourSlots = endpoint({
  role: 'manager',
  method: 'PATCH',
  path: '/api/admin/available-tours/',
  scope: 'schedule:write',
  summary: 'Lock or unlock these slots of tours; reservations stay as they are',
  body: lockBody,
  audit: { keeps: ['time_slot_ids', 'action', 'updated'] },
  response: changed,
})

export const lockRoomSlots = endpoint({
  role: 'manager',
  method: 'PATCH',
  path: '/api/admin/available-rooms/',
  scope: 'schedule:write',
  summary: 'Lock or unlock these slots of meeting rooms; reservations stay as they are',
  body: lockBody,
  audit: { keeps: ['time_slot_ids', 'action', 'updated'] },
  response: changed,
})

export const lockFilteredSlots = endpoint({
  role: 'manager',
  method: 'PATCH',
  path: '/api/admin/bulk-availability/',
  scope: 'schedule:write',
  summary: 'Lock or unlock all slots of tours or of rooms, of one docent or room and one date where given',
  body: z.object({
    type: z.enum(['tour', 'room']),
    resource_id: z.optional(z.nullable(id)),
    date: z.optional(z.nullable(date)),
    action: lockAction,
  }),
  audit: { keeps: ['type', 'resource_id', 'date', 'action', 'updated'] },
  response: changed,
})
