import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { moveReservation } from '../../../../contract/admin/moves.ts'
import type { ReservationKind } from '../../../../domain/reservation.ts'
import { FLAGS_OF } from '../../../../domain/tier.ts'
import { idsOf, type Db, type Tx } from '../../../database/transaction.ts'
import { refuseUnknownPlace } from '../../places/queries.ts'

type Body = BodyOf<typeof moveReservation>

export const wantedSlots = (body: Body) =>
  body.type === 'VIP_TOUR'
    ? [{ id: body.available_tour_id, time: body.time }]
    : body.time_slots.map(({ available_room_id: id, time }) => ({ id, time }))

export const wantedIds = (body: Body): number[] => idsOf(wantedSlots(body))

/** The foreign key would lock the place too late, after the slots. */
export async function holdTarget(tx: Tx, body: Body) {
  if (body.type === 'GROUP_MEETING') {
    await refuseUnknownPlace(tx, { type: 'room', resource_id: body.room_id }, 'room_id')
    return tx.selectFrom('rooms').selectAll().where('id', '=', body.room_id).executeTakeFirst()
  }
  const [slot] = await findTargets(tx, 'VIP_TOUR', [body.available_tour_id])
  return (
    slot &&
    tx.selectFrom('docents').selectAll().where('id', '=', slot.place_id).forKeyShare().executeTakeFirst()
  )
}

/** In order of time. */
export const selectTargets = (db: Db) =>
  db
    .selectFrom('slots as s')
    .innerJoin('event_dates as d', 'd.id', 's.event_date_id')
    .select([
      's.id',
      's.kind',
      's.event_date_id',
      'd.date',
      's.time',
      's.end_time',
      's.duration',
      's.starts_at',
      's.ends_at',
    ])
    .select((eb) => [
      's.is_locked',
      's.reservation_id',
      eb.fn.coalesce('s.docent_id', 's.room_id').$castTo<number>().as('place_id'),
    ])
    .orderBy('s.starts_at')

export const findTargets = (db: Db, kind: ReservationKind, ids: readonly number[]) =>
  selectTargets(db).where('s.id', 'in', ids).where('s.kind', '=', kind).execute()

export const findTier = async (db: Db, member_id: number | null) =>
  (member_id !== null &&
    (await db
      .selectFrom('members')
      .select(['is_vip', 'is_vvip'])
      .where('id', '=', member_id)
      .executeTakeFirst())) ||
  FLAGS_OF.normal
