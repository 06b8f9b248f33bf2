import { sql } from 'kysely'
import { anyOf, idsOf, type Tx } from '../../../database/transaction.ts'
import { slotsMadeFor } from '../queries.ts'

// Lock order (decision 14): member, place, event date, reservations by id, all slots at once by id,
// dependents.

// Arbitrary, but the same in every server process and used for nothing else.
export const MASS_WORK = 7_203_116

/**
 * Serializes deletions and changes of places: a second write of a reservation locks its foreign keys out of
 * order.
 */
export const holdMassWork = (tx: Tx) => sql`select pg_advisory_xact_lock(${MASS_WORK})`.execute(tx)

/** Locks in the lock order, so that bookings in progress finish first and later ones see the result. */
export async function holdAll(tx: Tx) {
  await holdMassWork(tx)
  for (const table of ['members', 'docents', 'rooms'] as const)
    await sql`select from ${sql.table(table)} order by id for update`.execute(tx)
  await sql`select from event_dates order by id for no key update`.execute(tx)
  await sql`select from reservations order by id for update`.execute(tx)
  await sql`select from slots order by id for update`.execute(tx)
}

export const holdReservations = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('reservations as r')
    .select('r.id')
    .where('r.id', '=', anyOf(ids))
    .orderBy('r.id')
    .forUpdate('r')
    .execute()

/** The reservations must be locked, so that their slots stay the same. */
export const lockSlots = (tx: Tx, reservation_ids: readonly number[], others: readonly number[] = []) =>
  tx
    .selectFrom('slots as s')
    .select(['s.id', 's.starts_at', 's.reservation_id'])
    .where('s.id', '=', sql<number>`any(${others}::int[] || ${slotsMadeFor(reservation_ids)})`)
    .where((eb) =>
      eb.or([eb('s.id', '=', anyOf(others)), eb('s.reservation_id', '=', anyOf(reservation_ids))]),
    )
    .orderBy('s.id')
    .forUpdate('s')
    .execute()

export type Referred = { by: 'docent_id' | 'room_id' | 'event_date_id'; ids: readonly number[] }

/** In any status, because a deletion clears their links. */
export async function findReferring(tx: Tx, { by, ids }: Referred): Promise<number[]> {
  const rows = await tx.selectFrom('reservations').select('id').where(by, '=', anyOf(ids)).execute()
  return idsOf(rows)
}

const TRIES = 10

/** Reservations before their slots. Retries if a reservation was added in between. */
export async function lockWithReservations(
  tx: Tx,
  find: () => Promise<{ slots: number[]; reservations: number[] }>,
): Promise<{ id: number; reservation_id: number | null }[]> {
  for (let attempt = 1; ; attempt += 1) {
    await sql`savepoint before_locks`.execute(tx)
    const { slots, reservations } = await find()
    await holdReservations(tx, reservations)
    const wanted = new Set(slots)
    const locked = (await lockSlots(tx, reservations, slots)).filter(({ id }) => wanted.has(id))
    const needed = (await find()).reservations
    // After the last try, rely on `inTransaction` to retry a deadlock.
    if (attempt === TRIES || needed.every((id) => reservations.includes(id))) return locked
    await sql`rollback to savepoint before_locks`.execute(tx)
  }
}
