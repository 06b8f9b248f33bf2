import * as z from 'zod/mini'
import { selection } from './selection.ts'
import { endpoint } from '../endpoint.ts'
import { confirmation, id, MAX_LENGTH, longText, textOrNull } from '../field.ts'
import { notify, reasonIfNeeded } from '../reservation-action.ts'

/** Keeps the transaction short. */
export const MAX_DECISIONS = 500

export const DECISIONS = ['approve', 'reject', 'approve_cancellation', 'reject_cancellation'] as const
export type Decision = (typeof DECISIONS)[number]

const reservation_ids = selection(id, '처리할 예약을 선택해주세요.').check(
  z.maxLength(MAX_DECISIONS, `한 번에 최대 ${MAX_DECISIONS}건까지 처리할 수 있습니다.`),
)

const outcomes = z.extend(confirmation, {
  done: z.int(),
  failed: z.int(),
  results: z.array(z.object({ id, done: z.boolean(), error: textOrNull })),
})

/** Each is decided alone; `results` are in the order of `ids`. */
export const decideReservations = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/reservations/bulk-action/',
  scope: 'reservations:write',
  summary:
    'Decide many reservations alike; each has its own result. Members are notified of an approval 10 seconds later; until then bulk-take-back undoes it',
  body: z
    .object({
      reservation_ids,
      action: z.enum(DECISIONS),
      reason: z.optional(z.nullable(longText(MAX_LENGTH.reason))),
      notify,
    })
    .check(reasonIfNeeded),
  audit: { keeps: ['reservation_ids', 'action', 'notify', 'done', 'failed'] },
  response: outcomes,
})

export const takeBackApprovals = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/reservations/bulk-take-back/',
  scope: 'reservations:write',
  summary: 'Undo many approvals as take-back does; each has its own result',
  body: z.object({ reservation_ids }),
  audit: { keeps: ['reservation_ids', 'done', 'failed'] },
  response: outcomes,
})
