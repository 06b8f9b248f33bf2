import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { moveReservation } from '../../../../contract/admin/moves.ts'
import type { ReservationKind } from '../../../../domain/reservation.ts'
import { FLAGS_OF } from '../../../../domain/tier.ts'
import type { Db, Tx } from '../../../database/transaction.ts'
import { findRoomSlots, findTourSlot, holdDocent, holdRoom } from '../booking/queries.ts'

type Body = BodyOf<typeof moveReservation>

/** The ids of the slots that a reservation is to be moved to. */
export const wantedIds = (body: Body): number[] =>
  body.type === 'VIP_TOUR'
    ? [body.available_tour_id]
    : body.time_slots.map(({ available_room_id }) => available_room_id)

/** The docent or room of a move, held as a booking holds it. Undefined when it, or the docent's slot, is gone. */
export async function holdTarget(tx: Tx, body: Body) {
  if (body.type === 'GROUP_MEETING') return holdRoom(tx, body.room_id)
  const slot = await findTourSlot(tx, body.available_tour_id)
  return slot && holdDocent(tx, slot.place_id)
}

/** Those of these slots that are there, in the order of their start. */
export const findTargets = async (tx: Tx, kind: ReservationKind, ids: number[]) =>
  kind === 'GROUP_MEETING' ? findRoomSlots(tx, ids) : [await findTourSlot(tx, ids[0]!)].filter((one) => !!one)

/** The tier of a reservation's member; none once the account is gone. */
export const findTier = async (db: Db, member_id: number | null) =>
  (member_id !== null &&
    (await db
      .selectFrom('members')
      .select(['is_vip', 'is_vvip'])
      .where('id', '=', member_id)
      .executeTakeFirst())) ||
  FLAGS_OF.normal
