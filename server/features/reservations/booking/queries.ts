import { sql } from 'kysely'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { isActive } from '../../../../domain/reservation.ts'
import type { Db, Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { factsOf, selectReservations } from '../queries.ts'

/**
 * A docent, as a reservation that is being written has to name it: nobody changes or deletes it until the transaction
 * ends, nor the member whose reservation it will be; other members' bookings do not wait, nor for slots that are being added.
 * Undefined when it is gone.
 */
export async function holdDocent(tx: Tx, id: number, member_id?: number) {
  await lockPlace(tx, 'docents', id, member_id)
  return tx.selectFrom('docents').selectAll().where('id', '=', id).executeTakeFirst()
}

/** The same of a room. */
export async function holdRoom(tx: Tx, id: number, member_id?: number) {
  await lockPlace(tx, 'rooms', id, member_id)
  return tx.selectFrom('rooms').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * The locks that referring to rows takes anyway, but before those of slots. They promise no newest row, so that is read
 * after them. A member who is gone is refused where the reservation would refer to them. Bookings for one member wait for
 * each other, so that their number is known.
 */
const lockPlace = (tx: Tx, table: 'docents' | 'rooms', id: number, member_id: number | undefined) =>
  member_id === undefined
    ? tx.selectFrom(table).select('id').where('id', '=', id).forKeyShare().execute()
    : sql`select from members m, ${sql.table(table)} p where m.id = ${member_id} and p.id = ${id}
        for no key update of m for key share of p`.execute(tx)

/**
 * Refuses with `too_many_reservations` one more for a member, held by `holdDocent` or `holdRoom`, who has as many as the
 * settings allow: those that wait, are approved or asked to be cancelled, and have not ended.
 */
export async function refuseOneTooMany(tx: Tx, member_id: number, now: Instant): Promise<void> {
  const { rows } = await sql<{ most: number; count: number }>`
    select max_reservations as most, (select count(*)::int from reservations
      where member_id = ${member_id} and live and ends_at > ${new Date(now)}) as count
    from settings`.execute(tx)
  const { most, count } = rows[0]!
  if (count < most) return
  throw new AppError('too_many_reservations', {
    text: `진행 중인 예약은 한 분당 ${most}건까지 가능합니다. 예약이 끝나거나 취소된 뒤 다시 신청해주세요.`,
  })
}

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
