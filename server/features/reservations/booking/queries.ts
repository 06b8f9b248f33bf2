import type { Instant } from '../../../../domain/madrid-time.ts'
import { isActive } from '../../../../domain/reservation.ts'
import type { Db, Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { factsOf, selectReservations } from '../queries.ts'

/**
 * A docent, as a reservation that is being written has to name it: nobody changes or deletes it until the transaction
 * ends; other bookings do not wait, nor for slots that are being added. Undefined when it is gone.
 */
export async function holdDocent(tx: Tx, id: number) {
  await lockPlace(tx, 'docents', id)
  return tx.selectFrom('docents').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The same of a room. */
export async function holdRoom(tx: Tx, id: number) {
  await lockPlace(tx, 'rooms', id)
  return tx.selectFrom('rooms').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The lock that referring to a row takes anyway. It promises no newest row, so that is read after it. */
const lockPlace = (tx: Tx, table: 'docents' | 'rooms', id: number) =>
  tx.selectFrom(table).select('id').where('id', '=', id).forKeyShare().execute()

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
      's.duration',
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
      's.duration',
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

/**
 * Refuses a request that is sent again after what it asked for was made and has ended: its first answer would promise
 * what is not there any more. It is not made anew either, because a phone may repeat it on its own.
 */
export async function refuseOverRequest(
  db: Db,
  { reservation: { id } }: { reservation: { id: number } },
  now: Instant,
): Promise<void> {
  const row = await selectReservations(db).where('r.id', '=', id).executeTakeFirst()
  if (!row || !isActive(factsOf(row), now)) throw new AppError('request_over')
}
