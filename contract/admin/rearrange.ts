import * as z from 'zod/mini'
import type { Outcome } from '../../domain/rearranging.ts'
import { endpoint } from '../endpoint.ts'
import { confirmation, date, id, longText, MAX_LENGTH, time, tierFlags, textOrNull } from '../field.ts'
import { ORDER_TEXT, startTime, TIME_TEXT } from './slots.ts'
import { STATUSES } from '../../domain/reservation.ts'

/** The most reservations of one call. */
const MAX_REARRANGED = 2000

const OUTCOMES = ['ok', 'taken', 'tier', 'capacity', 'outside'] as const satisfies readonly Outcome[]

export const OUTCOME_TEXT: Readonly<Record<Outcome, string>> = {
  ok: '가능',
  taken: '예약됨 또는 잠김',
  tier: '등급 제한',
  capacity: '정원 초과',
  outside: '해당 시간 없음',
}

/** `time` is `10:00 ~ 10:30`. */
const whereAndWhen = z.object({ date, time: z.string(), place: z.string() })

/** `to` is null for a cancellation, and where there are no such slots. */
const result = z.object({
  id,
  type: z.enum(['VIP_TOUR', 'GROUP_MEETING']),
  outcome: z.enum(OUTCOMES),
  status: z.enum(STATUSES),
  visitor: z.string(),
  company: z.string(),
  count: z.int(),
  ...tierFlags,
  from: whereAndWhen,
  to: z.nullable(whereAndWhen),
})
export type Rearranged = z.output<typeof result>

const REASON_TEXT = '사유를 입력해주세요.'
const TARGET_TEXT = '옮길 도슨트나 미팅룸 또는 날짜를 선택해주세요.'
const MINUTES_TEXT = '옮길 시간을 분으로 입력해주세요.'
const ONE_PLACE_TEXT = '도슨트와 미팅룸 중 하나만 선택해주세요.'
const SHOWN_TEXT = '확인한 예약을 함께 보내주세요.'
const MAX_TEXT = `한 번에 최대 ${MAX_REARRANGED.toLocaleString('en-US')}건까지 변경할 수 있습니다.`

const scope = z
  .object({
    date,
    docent_id: z.optional(id),
    room_id: z.optional(id),
    from: z.optional(startTime),
    to: z.optional(time),
  })
  .check(
    z.refine(({ docent_id, room_id }) => docent_id === undefined || room_id === undefined, {
      path: ['room_id'],
      error: ONE_PLACE_TEXT,
    }),
    z.refine(({ from, to }) => from === undefined || to === undefined || from < to, {
      path: ['from'],
      error: ORDER_TEXT,
    }),
  )

const fields = z.object({
  scope,
  act: z.enum(['cancel', 'move', 'shift']),
  to_docent_id: z.optional(id),
  to_room_id: z.optional(id),
  to_date: z.optional(date),
  minutes: z.optional(z.int(MINUTES_TEXT).check(z.minimum(-1439), z.maximum(1439))),
  /** Locks the slots of the scope that have not started; otherwise the freed slots go to the waiting list. */
  lock: z.optional(z.boolean()),
  reason: z.optional(z.nullable(longText(MAX_LENGTH.reason))),
  /** False: no mails and pushes; ended waiting-list entries are always mailed. */
  notify: z.optional(z.boolean()),
  dry_run: z.optional(z.boolean()),
  only_possible: z.optional(z.boolean()),
  /** As the dry run listed them. */
  reservation_ids: z.optional(z.array(id).check(z.maxLength(MAX_REARRANGED, MAX_TEXT))),
  /** The answer of the dry run: refuses a second shift of the same times. */
  state: z.optional(z.string().check(z.maxLength(64))),
})
type Fields = z.output<typeof fields>

const requires = (isSo: (body: Fields) => boolean, field: keyof Fields | 'scope.to', error: string) =>
  z.refine<Fields>(isSo, { path: field.split('.'), error })

/** To another docent, room or date than that of the scope; a docent replaces a docent, a room a room. */
function hasTarget({ act, scope, to_docent_id, to_room_id, to_date }: Fields): boolean {
  if (act !== 'move') return to_docent_id === undefined && to_room_id === undefined && to_date === undefined
  if (to_docent_id !== undefined && scope.docent_id === undefined) return false
  if (to_room_id !== undefined && scope.room_id === undefined) return false
  const isOther = <Value>(to: Value | undefined, from: Value | undefined) => to !== undefined && to !== from
  return (
    isOther(to_docent_id, scope.docent_id) ||
    isOther(to_room_id, scope.room_id) ||
    isOther(to_date, scope.date)
  )
}

export const rearrangeReservations = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/reservations/rearrange/',
  summary:
    'Move, shift or cancel the reservations that start in the scope and have not started: `from` inclusive, `to` exclusive. `move`: to another docent, room or date, at the same time of day. `shift`: all slots from `from` to the end of the day by `minutes`, all or nothing. With dry_run nothing is changed and each reservation has its outcome; the call itself names those reservations and a reason, and changes all, or with `only_possible` those that fit. Of two that want the same slot, the earlier request gets it. `lock` locks the slots of the scope that have not started; otherwise the freed slots go to the waiting list',
  body: fields.check(
    requires(hasTarget, 'to_date', TARGET_TEXT),
    requires(({ act, minutes }) => (act === 'shift') === Boolean(minutes), 'minutes', MINUTES_TEXT),
    requires(({ act, scope }) => act !== 'shift' || scope.to === undefined, 'scope.to', TIME_TEXT),
    requires(({ dry_run, reason }) => dry_run === true || Boolean(reason), 'reason', REASON_TEXT),
    requires(
      ({ dry_run, reservation_ids }) => dry_run === true || reservation_ids !== undefined,
      'reservation_ids',
      SHOWN_TEXT,
    ),
  ),
  audit: {
    keeps: [
      'scope.date',
      'scope.docent_id',
      'scope.room_id',
      'act',
      'to_docent_id',
      'to_room_id',
      'to_date',
      'minutes',
      'lock',
      'notify',
      'changed_ids',
    ],
  },
  response: z.extend(confirmation, {
    results: z.array(result),
    /** Why a shift is impossible as a whole; names the slot. */
    refusal: textOrNull,
    /** Empty for a dry run. */
    changed_ids: z.array(id),
    /** Identifies the times and outcomes; to be sent with the call itself. */
    state: z.string(),
  }),
  errors: ['changed_meanwhile', 'not_possible', 'slot_overlap'],
})
