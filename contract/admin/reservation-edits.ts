import * as z from 'zod/mini'
import { isWrittenPhone } from '../../domain/phone.ts'
import { TOUR_MAX_VISITORS } from '../../domain/booking.ts'
import { endpoint } from '../endpoint.ts'
import { KEEPS_OTHERS, line, MAX_LENGTH, longText, phone, PHONE_TEXT, textOrNull } from '../field.ts'
import { changedReservation, reservationType } from '../reservation-action.ts'
import { editFieldsOf, type VisitorType } from '../visitor.ts'
import { visitorSchema } from '../visitor-schema.ts'
import { meetingVisitor } from '../shown-visitor.ts'

const TOO_FEW_TEXT = '방문 인원은 1명 이상이어야 합니다.'

/** Refusal for a room with capacity `size`, or for a tour without. */
export function partySizeText(problem: 'too_few' | 'too_many', size: number | null): string {
  if (problem === 'too_few') return TOO_FEW_TEXT
  return size === null ? TOUR_TOO_MANY_TEXT : `미팅룸 수용 인원(${size}명)을 초과할 수 없습니다.`
}

// Stored as written, unlike visitors' own entries.
const writtenPhone = phone(PHONE_TEXT).check(z.refine(isWrittenPhone, PHONE_TEXT))
export const visitorCount = z.int(TOO_FEW_TEXT).check(z.minimum(1, TOO_FEW_TEXT))

const edited = <Type extends VisitorType, Count extends z.ZodMiniType>(type: Type, counted: Count) =>
  visitorSchema(type, {
    text: line,
    phone: z.nullable(writtenPhone),
    count: counted,
    fields: editFieldsOf(type),
  })

export const MANAGER_TEXT = editFieldsOf('GROUP_MEETING').find(
  ({ field }) => field === 'manager_name',
)!.missing!

/** Only a visitor without an account may have no manager. */
const meeting = z.extend(edited('GROUP_MEETING', visitorCount), {
  manager_name: line(MANAGER_TEXT, MAX_LENGTH.name, 0),
})

const TOUR_TOO_MANY_TEXT = `투어 방문 인원은 ${TOUR_MAX_VISITORS}명을 초과할 수 없습니다.`

const tourCount = visitorCount.check(z.maximum(TOUR_MAX_VISITORS, TOUR_TOO_MANY_TEXT))

export const meetingType = z.pipe(
  z.enum(['GROUP_MEETING', 'MEETING_ROOM']),
  z.transform(() => 'GROUP_MEETING' as const),
)

const expected = z.optional(z.object({ visitor: z.optional(z.partial(meetingVisitor)) }))

const edit = {
  audit: { target: 'reservation', keeps: ['type'] },
  response: changedReservation,
  errors: ['invalid_transition', 'changed_meanwhile'],
} as const

export const editVisitor = endpoint({
  role: 'manager',
  method: 'PATCH',
  path: '/api/admin/reservations/{id}/visitor/',
  scope: 'reservations:write',
  summary: `Correct who visits; a meeting takes no more than its room. Only a visitor without an account needs no phone, and for a meeting no manager. ${KEEPS_OTHERS}`,
  body: z.discriminatedUnion('type', [
    z.object({ type: z.literal('VIP_TOUR'), visitor: edited('VIP_TOUR', tourCount), expected }),
    // The service checks the room's capacity.
    z.object({ type: meetingType, visitor: meeting, expected }),
  ]),
  ...edit,
})

export const editNote = endpoint({
  role: 'desk',
  method: 'PATCH',
  path: '/api/admin/reservations/{id}/note/',
  scope: 'reservations:write',
  summary: 'Change what the visitor wants to be known; empty removes it. `expected` as for the visitor',
  body: z.object({
    type: reservationType,
    note: z.nullable(longText(MAX_LENGTH.note)),
    expected: z.optional(z.object({ note: z.optional(textOrNull) })),
  }),
  ...edit,
})
