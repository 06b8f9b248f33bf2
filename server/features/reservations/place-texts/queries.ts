import { sql } from 'kysely'
import type { Told } from '../../../../contract/admin/told.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { ACTIVE, isCountedOn, type ReservationKind } from '../../../../domain/reservation.ts'
import type { Db, Tx } from '../../../database/transaction.ts'
import { obeys, selectReservations } from '../queries.ts'

export type Place = { kind: ReservationKind; id: number }

/** Locked by id, as in bulk decisions. */
export const lockActiveAt = (tx: Tx, { kind, id }: Place) =>
  selectReservations(tx)
    .leftJoin('members as m', 'm.id', 'r.member_id')
    .select('m.email')
    .where(kind === 'VIP_TOUR' ? 'r.docent_id' : 'r.room_id', '=', id)
    .where('r.status', 'in', ACTIVE)
    .orderBy('r.id')
    .forNoKeyUpdate('r')
    .execute()

export const countTold = (rows: readonly { member_id: number | null }[]): Told => ({
  reservations: rows.length,
  members: new Set(rows.map(({ member_id }) => member_id)).size,
})

export const findToBeTold = (db: Db, { kind, id }: Place, now: Instant): Promise<Told> =>
  db
    .selectFrom('reservations as r')
    .select([
      sql<number>`count(*)::int`.as('reservations'),
      sql<number>`count(distinct r.member_id)::int`.as('members'),
    ])
    .where(kind === 'VIP_TOUR' ? 'r.docent_id' : 'r.room_id', '=', id)
    .where('r.member_id', 'is not', null)
    .where(obeys(isCountedOn, now))
    .executeTakeFirstOrThrow()

export async function findOutdated(db: Db, now: Instant): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select distinct r.kind, coalesce(r.docent_id, r.room_id) as id
    from reservations r left join docents d on d.id = r.docent_id left join rooms m on m.id = r.room_id
    where r.status = any(${ACTIVE}::text[]) and r.ends_at > ${new Date(now)}
      and not coalesce(to_jsonb(d), to_jsonb(m)) @> r.place
    order by kind, id`.execute(db)
  return rows
}

export const lockForChange = (tx: Tx, { kind, id }: Place) =>
  tx
    .selectFrom(kind === 'VIP_TOUR' ? 'docents' : 'rooms')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
