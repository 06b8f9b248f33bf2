import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { BodyOf, Endpoint } from '../../../../contract/endpoint.ts'
import {
  editNote,
  editVisitor,
  MANAGER_TEXT,
  partySizeText,
} from '../../../../contract/admin/reservation-edits.ts'
import { changesBetween, type Change } from '../../../../contract/reservation-history.ts'
import { PHONE_TEXT } from '../../../../contract/field.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import { isErased } from '../../../../contract/text/applicant-text.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { Actor, ReservationKind } from '../../../../domain/reservation.ts'
import { checkPartySize, TOUR_MAX_VISITORS } from '../../../../domain/booking.ts'
import { inTransaction, type Tx } from '../../../database/transaction.ts'
import { AppError, invalid } from '../../../http/app-error.ts'
import type { CommandContext } from '../../../command-context.ts'
import type { SignedInAdmin } from '../../../http/session.ts'
import { refuseEditConflict } from '../../audit/commands.ts'
import { nextUpdate, wrongState } from '../commands.ts'
import {
  lockReservation,
  lockReservations,
  type LockedReservation as Found,
  getReservation,
  toWire,
} from '../queries.ts'

type Which = { id: number; kind: ReservationKind }

export const correctVisitor = (
  context: CommandContext,
  admin: SignedInAdmin,
  id: number,
  { type, visitor, expected }: BodyOf<typeof editVisitor>,
  now: Instant,
): Promise<Reservation> =>
  editReservation(context, { id, kind: type }, now, async (tx, found) => {
    await refuseTooMany(tx, found, visitor.count, 'visitor.count')
    const fields = {
      ...(visitor.phone === null && { 'visitor.phone': PHONE_TEXT }),
      ...('manager_name' in visitor && !visitor.manager_name && { 'visitor.manager_name': MANAGER_TEXT }),
    }
    if (found.member && Object.keys(fields).length > 0) throw new AppError('invalid_input', { fields })
    await refuseEditConflict(tx, { ...conflictIn(editVisitor, found), expected, wanted: { visitor } }, now)
    const changes = changesBetween(found.visitor as Reservation['visitor'], visitor)
    const set = { visitor: JSON.stringify(visitor) }
    return { set, action: 'edit_visitor', changes, by: 'admin', actor: admin.name }
  })

export const changeNote = (
  context: CommandContext,
  admin: SignedInAdmin,
  id: number,
  { type, expected, ...body }: BodyOf<typeof editNote>,
  now: Instant,
): Promise<Reservation> =>
  editReservation(context, { id, kind: type }, now, async (tx, found) => {
    const note = body.note || null
    await refuseEditConflict(tx, { ...conflictIn(editNote, found), expected, wanted: { note } }, now)
    const changes = changesBetween({ note: found.note }, { note })
    return { set: { note }, action: 'edit_note', changes, by: 'admin', actor: admin.name }
  })

const conflictIn = (by: Endpoint, { id, visitor, note }: Found) => ({
  by,
  target: `reservation ${id}`,
  stored: { visitor, note },
})

const editReservation = (
  context: CommandContext,
  which: Which,
  now: Instant,
  makeEdit: (tx: Tx, found: Found) => Promise<Edit>,
) =>
  inTransaction(context.db, async (tx) => {
    const found = await lockReservation(tx, which)
    // Do not fill erased texts again.
    if (!found || isErased(toWire(found, 'admin', now))) throw new AppError('not_found')
    const edit = await makeEdit(tx, found)
    await writeEdit(tx, found, edit, now)
    for (const change of await lockUneditedChange(tx, found, edit)) await writeEdit(tx, change, edit, now)
    return getReservation(tx, found.id, 'admin', now)
  })

/** The pending time change that still has the same texts, unless its room is too small for the new ones. */
async function lockUneditedChange(tx: Tx, { id, visitor, note }: Found, { set }: Edit) {
  const edited = 'visitor' in set ? set.visitor : '{}'
  const { rows } = await sql<{ id: number }>`
    select r.id from reservations r left join rooms on rooms.id = room_id
    where replaces_id = ${id} and status = 'PENDING'
      and coalesce(size >= (${edited}::jsonb ->> 'count')::int, true)`.execute(tx)
  const changes = rows[0] ? await lockReservations(tx, [rows[0].id]) : []
  return changes.filter((change) => isDeepStrictEqual([change.visitor, change.note], [visitor, note]))
}

type Edit = {
  set: { visitor: string } | { note: string | null } | { feedback: string }
  action: 'edit_visitor' | 'edit_note' | 'feedback'
  by: Actor
  actor: string
  changes?: readonly Change[]
}

/** `invalid_transition` if the reservation has changed since it was read. */
export async function writeEdit(
  tx: Tx,
  from: Found,
  { set, action, by, actor, changes }: Edit,
  now: Instant,
) {
  const written = await tx
    .updateTable('reservations')
    .set({ ...set, version: from.version + 1, updated_at: nextUpdate(new Date(now)) })
    .where('id', '=', from.id)
    .where('version', '=', from.version)
    .returning('updated_at')
    .executeTakeFirst()
  if (!written) throw await wrongState(tx, from, by, now)
  await tx
    .insertInto('reservation_history')
    .values({
      reservation_id: from.id,
      at: written.updated_at,
      actor_kind: by,
      actor,
      action,
      from_status: from.status,
      to_status: from.status,
      reason: null,
      changes: changes ? JSON.stringify(changes) : null,
    })
    .execute()
}

/** At most the room's present capacity, or the booked one if the room is deleted. */
export async function refuseTooMany(
  tx: Tx,
  { kind, room_id, place }: Pick<Found, 'kind' | 'room_id' | 'place'>,
  count: number,
  field: string,
) {
  const room = await tx.selectFrom('rooms').select('size').where('id', '=', room_id).executeTakeFirst()
  const size = kind === 'VIP_TOUR' ? null : (room ?? (place as { size: number })).size
  const problem = checkPartySize(count, size ?? TOUR_MAX_VISITORS)
  if (problem) throw invalid(field, partySizeText(problem, size))
}
