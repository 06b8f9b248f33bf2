import type { BodyOf } from '../../../contract/endpoint.ts'
import { partySizeText, type editNote, type editVisitor } from '../../../contract/reservation-edit.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { ReservationKind } from '../../../domain/reservation.ts'
import { checkPartySize } from '../../../domain/visitor.ts'
import { inTransaction, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { Office } from '../../office.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import { writeEdit } from '../reservations/commands.ts'
import { findForDecision, getReservation } from '../reservations/queries.ts'

type Change = Parameters<typeof writeEdit>[2]

/**
 * An administrator corrects who visits, whatever the status. Refuses with `not_found` (also when it is of the other
 * type), or `invalid_input` when more would come than the meeting's room takes.
 */
export const correctVisitor = (
  office: Office,
  admin: SignedInAdmin,
  id: number,
  body: BodyOf<typeof editVisitor>,
  now: Instant,
): Promise<Reservation> =>
  edit(office, { id, kind: body.type }, now, async (tx) => {
    if (body.type === 'GROUP_MEETING') await refuseTooMany(tx, id, body.visitor.count)
    const set = { visitor: JSON.stringify(body.visitor) }
    return { set, action: 'edit_visitor', by: 'admin', actor: admin.name }
  })

/** An administrator changes the note, whatever the status; an empty one removes it. Refuses with `not_found`. */
export const changeNote = (
  office: Office,
  admin: SignedInAdmin,
  id: number,
  body: BodyOf<typeof editNote>,
  now: Instant,
): Promise<Reservation> =>
  edit(office, { id, kind: body.type }, now, async () => ({
    set: { note: body.note || null },
    action: 'edit_note',
    by: 'admin',
    actor: admin.name,
  }))

const edit = (
  office: Office,
  which: { id: number; kind: ReservationKind },
  now: Instant,
  makeChange: (tx: Tx) => Promise<Change>,
) =>
  inTransaction(office.db, async (tx) => {
    const found = await findForDecision(tx, which)
    // A deleted member's reservation has been emptied; what was typed before that must not fill it again.
    if (!found || found.member_id === null) throw new AppError('not_found')
    await writeEdit(tx, found, await makeChange(tx), now)
    return getReservation(tx, found.id, 'admin', now)
  })

/** The room's capacity of today counts; that of the booking only once the room is gone. */
async function refuseTooMany(tx: Tx, id: number, count: number) {
  const { size, place } = await tx
    .selectFrom('reservations as r')
    .leftJoin('rooms', 'rooms.id', 'r.room_id')
    .select(['rooms.size', 'r.place'])
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow()
  const most = size ?? (place as { size: number }).size
  const problem = checkPartySize(count, most)
  if (problem)
    throw new AppError('invalid_input', { fields: { 'visitor.count': partySizeText(problem, most) } })
}
