import { sql } from 'kysely'
import type { ReservationKind } from '../../../../domain/reservation.ts'
import type { Db, Tx } from '../../../database/transaction.ts'
import { selectReservations } from '../queries.ts'

// Rows are locked in one order, so that no two transactions wait for each other crosswise: the member, the docent or
// room, the event date; then reservations by id; then slots by id; then what belongs to those alone. Whoever needs
// several reservations locks all of them before the first slot, and all slots at once. Decision 14 has the table.

// Any number, as long as every server process uses the same and nothing else does.
const MASS_WORK = 7_203_116

/**
 * Waits until no other deletion, or change of a docent or room, is under way: the first step of each. One that
 * writes a reservation twice makes PostgreSQL lock what the reservation refers to once more, after it, and thus out of
 * order. Bookings, decisions, edits, moves and locks do not wait here.
 */
export const holdMassWork = (tx: Tx) => sql`select pg_advisory_xact_lock(${MASS_WORK})`.execute(tx)

/** Everything that is decided by, mailed and answered about reservations, locked in the order of their ids. */
const selectLocked = (tx: Db) =>
  selectReservations(tx)
    .innerJoin('settings', (join) => join.onTrue())
    .leftJoin('members as m', 'm.id', 'r.member_id')
    .select(['m.email', 'event_name', 'contact_email'])
    .select(sql<number>`(select seen.version from reservations seen where seen.id = r.id)`.as('seen_version'))
    .orderBy('r.id')
    .forUpdate('r')

/** A reservation that is locked, with the mail address of its member and the event's names. */
export type LockedReservation = Awaited<ReturnType<ReturnType<typeof selectLocked>['execute']>>[number]

/**
 * Of a reservation that it had to wait for, a statement answers the row as it is now, but times and history as they were
 * before the wait. Once it is locked it is read again.
 */
async function lockAndRead(lock: () => Promise<LockedReservation[]>): Promise<LockedReservation[]> {
  const found = await lock()
  return found.every(({ version, seen_version }) => version === seen_version) ? found : lock()
}

/**
 * The reservation that a decision is made from: locked until the transaction ends, so that of two decisions at once the
 * second one judges the result of the first one. Undefined when there is none of that id, or, with `kind`, not of that
 * kind, or, with `member_id`, when it is not that member's.
 */
export async function lockReservation(
  tx: Tx,
  { id, kind, member_id }: { id: number; kind?: ReservationKind; member_id?: number },
): Promise<LockedReservation | undefined> {
  const locked = await lockAndRead(() =>
    selectLocked(tx)
      .where('r.id', '=', id)
      .$if(kind !== undefined, (query) => query.where('r.kind', '=', kind!))
      .$if(member_id !== undefined, (query) => query.where('r.member_id', '=', member_id!))
      .execute(),
  )
  return locked[0]
}

/** The same of several, locked in the order of their ids, as they are once that is done: all, or those that are `meant`. */
export const lockReservations = (
  tx: Tx,
  ids: readonly number[],
  meant = sql<boolean>`true`,
): Promise<LockedReservation[]> =>
  lockAndRead(() =>
    selectLocked(tx)
      .where('r.id', '=', sql<number>`any(${ids}::int[])`)
      .where(meant)
      .execute(),
  )

/** Locks reservations in the same order, without reading them. */
export const holdReservations = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom('reservations as r')
    .select('r.id')
    .where('r.id', '=', sql<number>`any(${ids}::int[])`)
    .orderBy('r.id')
    .forUpdate('r')
    .execute()

/**
 * Those that these reservations were made for, as a list of PostgreSQL's: a slot names its holder and no index has that
 * name, since a booking would have to write it.
 */
export const slotsMadeFor = (reservation_ids: readonly number[]) =>
  sql<
    number[]
  >`array(select t.slot_id from reservation_slots t where t.reservation_id = any(${reservation_ids}::int[]))`

/**
 * The slots that these reservations hold, and those of `others` that are there, as they are: locked in the order of their
 * ids. The reservations are locked by now, so that they hold the same slots until the transaction ends.
 */
export const lockSlots = (tx: Tx, reservation_ids: readonly number[], others: readonly number[] = []) =>
  tx
    .selectFrom('slots as s')
    .select(['s.id', 's.starts_at', 's.reservation_id'])
    .where('s.id', '=', sql<number>`any(${others}::int[] || ${slotsMadeFor(reservation_ids)})`)
    .where((eb) =>
      eb.or([
        eb('s.id', '=', sql<number>`any(${others}::int[])`),
        eb('s.reservation_id', '=', sql<number>`any(${reservation_ids}::int[])`),
      ]),
    )
    .orderBy('s.id')
    .forUpdate('s')
    .execute()

/** Docents, rooms or event dates that reservations have links to. */
export type Referred = { by: 'docent_id' | 'room_id' | 'event_date_id'; ids: readonly number[] }

/** The reservations, whatever their status, with a link to one of these: a deletion takes it from them. */
export async function findReferring(tx: Tx, { by, ids }: Referred): Promise<number[]> {
  const rows = await tx
    .selectFrom('reservations')
    .select('id')
    .where(by, '=', sql<number>`any(${ids}::int[])`)
    .execute()
  return rows.map(({ id }) => id)
}

const TRIES = 10

/**
 * Locks the slots that `find` finds, and before them the reservations that it finds: those that hold the slots, or must be
 * written for another reason. A booking, or a move, may have come in between: its reservation cannot be locked after the
 * slots, which a decision about it waits for, so that these are let go and all are locked anew. Answers the slots.
 */
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
    // After so many tries it goes on; whoever it then meets crosswise is tried again by `inTransaction`.
    if (attempt === TRIES || needed.every((id) => reservations.includes(id))) return locked
    await sql`rollback to savepoint before_locks`.execute(tx)
  }
}
