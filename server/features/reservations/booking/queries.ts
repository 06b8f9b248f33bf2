import type { ReservationKind } from '../../../../domain/reservation.ts'
import type { Db, Tx } from '../../../database/transaction.ts'

/**
 * A docent or room, as a reservation that is being written has to name it: nobody changes or deletes it until the
 * transaction ends, and other bookings do not wait. Undefined when it is gone.
 */
export const holdPlace = (tx: Tx, kind: ReservationKind, id: number) =>
  tx
    .selectFrom(kind === 'VIP_TOUR' ? 'docents' : 'rooms')
    .selectAll()
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()

/** A docent's slot with the docent's tier; undefined when there is none of that id. */
export const findTourSlot = (db: Db, id: number) =>
  db
    .selectFrom('slots as s')
    .innerJoin('docents as p', 'p.id', 's.docent_id')
    .innerJoin('event_dates as d', 'd.id', 's.event_date_id')
    .select([
      's.id',
      'p.id as place_id',
      's.event_date_id',
      'd.date',
      's.time',
      's.end_time',
      's.starts_at',
      's.ends_at',
      's.is_locked',
      's.reservation_id',
      'p.is_vip',
      'p.is_vvip',
    ])
    .where('s.id', '=', id)
    .executeTakeFirst()

/** Those of these slots that belong to rooms, in order of their start. */
export const findRoomSlots = (db: Db, ids: number[]) =>
  db
    .selectFrom('slots as s')
    .innerJoin('event_dates as d', 'd.id', 's.event_date_id')
    .select([
      's.id',
      's.room_id as place_id',
      's.event_date_id',
      'd.date',
      's.time',
      's.end_time',
      's.starts_at',
      's.ends_at',
      's.is_locked',
      's.reservation_id',
    ])
    .where('s.id', 'in', ids)
    .where('s.room_id', 'is not', null)
    .$narrowType<{ place_id: number }>()
    .orderBy('s.starts_at')
    .execute()
