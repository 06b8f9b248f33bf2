import type { bookMeetingFor, bookTourFor } from '../../../../contract/admin/walk-ins.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { reservationFacts, type Reservation } from '../../../../contract/reservation.ts'
import { WALK_IN_TEXT } from '../../../../contract/text/applicant-text.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { CommandContext } from '../../../command-context.ts'
import { inTransaction } from '../../../database/transaction.ts'
import { postPushes } from '../../../outbox/post-mail.ts'
import type { SignedInAdmin } from '../../../http/session.ts'
import { addMember } from '../../members/adding/commands.ts'
import { followReservations } from '../../reminders/commands.ts'
import { withDeskCode } from '../arriving/commands.ts'
import { bookMeeting, bookTour } from '../booking/commands.ts'

type Body = BodyOf<typeof bookTourFor> | BodyOf<typeof bookMeetingFor>

/** For a walk-in, whose meeting needs neither. */
const UNNAMED = { title: WALK_IN_TEXT, manager_name: '' }

/** Registers a new member in the same transaction. */
export async function bookAtDesk(
  context: CommandContext,
  admin: SignedInAdmin,
  body: Body,
  now: Instant,
): Promise<{ reservation: Reservation; user_id: number | null; registered: boolean }> {
  return inTransaction(context.db, async (tx) => {
    const within = { ...context, db: tx }
    const member_id = await getWhoComes(within, body, now)
    const booker = { who: { member_id }, desk: { admin, overrules_tier: body.overrule_tier ?? false } }
    const count = body.visitor.count ?? 1
    const { made } = await ('room_id' in body
      ? bookMeeting(within, booker, { ...body, visitor: { ...UNNAMED, ...body.visitor, count } }, now)
      : bookTour(within, booker, { ...body, visitor: { ...body.visitor, count } }, now))
    const reservation = await withDeskCode(tx, made!.reservation)
    await postPushes(tx, [{ kind: 'approved', reservation, version: 1 }], now)
    await followReservations(tx, [], [{ ...reservation, ...reservationFacts(reservation) }], now)
    return { reservation, user_id: member_id, registered: body.new_member !== undefined }
  })
}

async function getWhoComes(
  { db }: CommandContext,
  { user_id, new_member }: Body,
  now: Instant,
): Promise<number | null> {
  if (!new_member) return user_id!
  return (await addMember(db, { ...new_member, is_vip: false, is_vvip: false }, now, 'new_member.')).id
}
