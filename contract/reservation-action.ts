import * as z from 'zod/mini'
import { ADMIN_ACTIONS, TRANSITIONS, type AdminAction } from '../domain/reservation.ts'
import { endpoint } from './endpoint.ts'
import { confirmation, MAX_LENGTH, longText, requiredText } from './field.ts'
import { meetingReservation, tourReservation } from './reservation.ts'

/** Accepts `MEETING_ROOM` for `GROUP_MEETING`. */
export const reservationType = z.pipe(
  z.enum(['VIP_TOUR', 'GROUP_MEETING', 'MEETING_ROOM']),
  z.transform((type) => (type === 'MEETING_ROOM' ? 'GROUP_MEETING' : type)),
)

export const changedReservation = z.extend(confirmation, {
  reservation: z.union([tourReservation, meetingReservation]),
})

export const requestCancellation = endpoint({
  audience: 'member',
  method: 'POST',
  path: '/api/user/cancel-reservation/{id}/',
  summary:
    'Ask for the cancellation of an approved reservation; an administrator decides. A request that still waits cannot be withdrawn',
  body: z.object({
    reservation_type: reservationType,
    cancel_note: requiredText('취소 사유를 입력해주세요.', MAX_LENGTH.reason),
  }),
  response: changedReservation,
  errors: ['invalid_transition'],
})

/** Refuses to approve a past request. */
export const PAST_REQUEST_TEXT = '이미 지난 시간의 예약입니다.'

/** Mails the member of a past request; off by default. */
export const notify = z.optional(z.boolean())

/** A rejection or cancellation needs one. */
export const reasonIfNeeded = z.refine<{ action: AdminAction; reason?: string | null | undefined }>(
  ({ action, reason }) => !TRANSITIONS[action].needsReason || Boolean(reason),
  { path: ['reason'], error: '사유를 입력해주세요.' },
)

export const actOnReservation = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/reservations/{id}/action/',
  scope: 'reservations:write',
  summary:
    'Approve, reject, cancel, complete, or decide a cancellation request. Mails, pushes and webhooks of an approval are sent 10 seconds later; until then take-back undoes it. A request whose time is over is rejected without a mail, unless `notify` is true',
  body: z
    .object({
      type: reservationType,
      action: z.enum(ADMIN_ACTIONS),
      reason: z.optional(z.nullable(longText(MAX_LENGTH.reason))),
      notify,
    })
    .check(reasonIfNeeded),
  audit: { target: 'reservation', keeps: ['type', 'action', 'notify'] },
  response: changedReservation,
  errors: ['invalid_transition', 'past_time'],
})

export const takeBackApproval = endpoint({
  role: 'manager',
  method: 'POST',
  path: '/api/admin/reservations/{id}/take-back/',
  scope: 'reservations:write',
  summary:
    'Undo an approval within 10 seconds, before anybody is notified, if nothing else has happened to the reservation: it waits again',
  body: z.object({ type: reservationType }),
  audit: { target: 'reservation', keeps: ['type'] },
  response: changedReservation,
  errors: ['invalid_transition', 'too_late'],
})
