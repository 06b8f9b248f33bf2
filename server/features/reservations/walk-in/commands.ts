import type { bookMeetingFor, bookTourFor } from '../../../../contract/admin/walk-ins.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { CommandContext } from '../../../command-context.ts'
import { AppError } from '../../../http/app-error.ts'
import type { SignedInAdmin } from '../../../http/session.ts'
import { bookMeeting, bookTour } from '../booking/commands.ts'
import { findMemberToBookFor } from './queries.ts'

/**
 * An administrator books a tour or a meeting for a member, by the same rules and the same guard. Refuses with
 * `invalid_input` when there is no such member, and as `bookTour` and `bookMeeting` do.
 */
export async function bookAtDesk(
  context: CommandContext,
  admin: SignedInAdmin,
  body: BodyOf<typeof bookTourFor> | BodyOf<typeof bookMeetingFor>,
  now: Instant,
): Promise<Reservation> {
  const member = await findMemberToBookFor(context.db, body.user_id)
  if (!member)
    throw new AppError('invalid_input', {
      fields: { user_id: '등록되지 않은 회원입니다. 다시 선택해주세요.' },
    })
  const desk = { admin, overrules_tier: body.overrule_tier ?? false }
  if ('room_id' in body) return bookMeeting(context, member, body, now, desk)
  return bookTour(context, member, body, now, desk)
}
