import type { Member } from '../../../../contract/member.ts'
import type { MeetingReservation } from '../../../../contract/reservation.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { canGiveFeedback } from '../../../../domain/reservation.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import type { CommandContext } from '../../../command-context.ts'
import { wrongState } from '../commands.ts'
import { writeEdit } from '../editing/commands.ts'
import { lockReservation, factsOf, getReservation } from '../queries.ts'

export const giveMeetingFeedback = (
  context: CommandContext,
  member: Member,
  id: number,
  feedback: string,
  now: Instant,
): Promise<MeetingReservation> =>
  inTransaction(context.db, async (tx) => {
    const found = await lockReservation(tx, { id, kind: 'GROUP_MEETING', member_id: member.id })
    if (!found) throw new AppError('not_found')
    if (!canGiveFeedback(factsOf(found), now)) throw await wrongState(tx, found, 'member', now)
    const edit = { set: { feedback }, action: 'feedback', by: 'member', actor: member.name } as const
    await writeEdit(tx, found, edit, now)
    return (await getReservation(tx, id, 'member', now)) as MeetingReservation
  })
