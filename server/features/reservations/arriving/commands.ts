import { sql } from 'kysely'
import { ARRIVAL_PROBLEM_TEXT, type Arrival } from '../../../../contract/admin/arrivals.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import { arrivalMoment, checkArrival } from '../../../../domain/arrival.ts'
import { isoInMadrid, madridTime, type Instant } from '../../../../domain/madrid-time.ts'
import type { CommandContext } from '../../../command-context.ts'
import { inTransaction, type Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { nextUpdate } from '../commands.ts'
import { enqueueEvent } from '../../webhooks/commands.ts'
import { lockReservation, type LockedReservation } from '../locking/queries.ts'
import { factsOf } from '../queries.ts'
import { getArrival, refuseWhileOff } from './queries.ts'

// It stays in the audit log, which names no visitor.
const MARKED = '도착을 확인했습니다.'

/** The marker of an arrival: an administrator, or the holder of a day sheet's link, for `service`. */
type Marker = { kind: 'admin' | 'service'; name: string }
/** Which reservation; with a place, only one that is there on that date. */
type Which = { id: number; docent_id?: number | null; room_id?: number | null; date?: string | null }

/** Locked, so that of two who mark at once the second one judges what the first one has written. */
async function lockForArrival(tx: Tx, { id, ...place }: Which): Promise<LockedReservation> {
  await refuseWhileOff(tx)
  const found = await lockReservation(tx, { id })
  const wanted = Object.entries(place) as [keyof typeof place, number | string | null | undefined][]
  const isMeant = wanted.every(([column, value]) => value == null || found?.[column] === value)
  if (!found || !isMeant) throw new AppError('not_found')
  return found
}

/**
 * Marks that the visitors of a reservation have come: an instant, and no status. `at` is the moment of the press, where it
 * is sent later. The same press sent once more is answered as the first one. Refuses with `not_found`,
 * `already_arrived` saying when and by whom, `invalid_transition`, or `arrivals_off`.
 */
export const markArrival = (
  { db }: CommandContext,
  which: Which,
  { at, by }: { at: string | undefined; by: Marker },
  now: Instant,
): Promise<{ message: string; arrival: Arrival }> =>
  inTransaction(db, async (tx) => {
    const found = await lockForArrival(tx, which)
    const moment = arrivalMoment(at === undefined ? undefined : Date.parse(at), now)
    const arrived_at = found.arrived_at && found.arrived_at.getTime()
    const problem = checkArrival({ ...factsOf(found), arrived_at }, moment)
    if (problem === 'already_arrived') return answerAgain(tx, found, { moment, by }, now)
    if (problem) throw new AppError('invalid_transition', { text: ARRIVAL_PROBLEM_TEXT[problem] })
    await writeArrival(tx, found, { arrived_at: new Date(moment), action: 'arrive', by }, now)
    const arrival = await getArrival(tx, found.id, now)
    return { message: MARKED, arrival }
  })

/** The first press is answered again; of another one it is said who was faster. */
async function answerAgain(
  tx: Tx,
  { id, arrived_at }: LockedReservation,
  { moment, by }: { moment: Instant; by: Marker },
  now: Instant,
) {
  const arrival = await getArrival(tx, id, now)
  if (arrived_at!.getTime() === moment && arrival.arrived_by === by.name) return { message: MARKED, arrival }
  const who = arrival.arrived_by === null ? '' : ` (${arrival.arrived_by})`
  const text = `${madridTime(arrived_at!.getTime())}에 이미 도착을 확인했습니다.${who}`
  throw new AppError('already_arrived', { text })
}

/**
 * Takes an arrival back that was marked by mistake. Refuses with `changed_meanwhile` where the arrival is not the one that
 * was seen, or, with `own`, not the marker's own; with `not_found` or `arrivals_off`.
 */
export const undoArrival = (
  { db }: CommandContext,
  which: Which,
  { arrived_at, by, own = false }: { arrived_at: string; by: Marker; own?: boolean },
  now: Instant,
): Promise<{ message: string; arrival: Arrival }> =>
  inTransaction(db, async (tx) => {
    const found = await lockForArrival(tx, which)
    const { arrived_by } = await getArrival(tx, found.id, now)
    const isSeen =
      found.arrived_at && isoInMadrid(found.arrived_at.getTime()) === isoInMadrid(Date.parse(arrived_at))
    if (!isSeen || (own && arrived_by !== by.name))
      throw new AppError('changed_meanwhile', { text: '도착 확인이 그 사이에 바뀌었습니다.' })
    await writeArrival(tx, found, { arrived_at: null, action: 'undo_arrival', by }, now)
    const arrival = await getArrival(tx, found.id, now)
    return { message: '도착 확인을 취소했습니다.', arrival }
  })

/** One statement, with the step of the history that others read as an event. */
async function writeArrival(
  tx: Tx,
  { id, status }: LockedReservation,
  { arrived_at, action, by }: { arrived_at: Date | null; action: 'arrive' | 'undo_arrival'; by: Marker },
  now: Instant,
): Promise<void> {
  await sql`
    with marked as (
      update reservations set arrived_at = ${arrived_at}::timestamptz, version = version + 1,
        updated_at = ${nextUpdate(new Date(now))}
      where id = ${id}
      returning id, updated_at
    )
    insert into reservation_history (reservation_id, at, actor_kind, actor, action, from_status, to_status)
    select id, updated_at, ${by.kind}, ${by.name}, ${action}, ${status}, ${status} from marked`.execute(tx)
  if (action === 'arrive') await enqueueEvent(tx, 'reservation.arrived', [id], now)
}

/**
 * A reservation of the desk with the code that the database gave it, which its mail says too: booking writes both before
 * there is one.
 */
export async function withDeskCode(tx: Tx, reservation: Reservation): Promise<Reservation> {
  const { rows } = await sql<{ code: string | null }>`
    with given as (
      select case when (select arrivals from settings) then arrival_code end as code
      from reservations where id = ${reservation.id}
    ), told as (
      update mails set facts = jsonb_set(facts, '{reservation,arrival_code}', to_jsonb(given.code))
      from given where reservation_id = ${reservation.id} and given.code is not null
    )
    select code from given`.execute(tx)
  return { ...reservation, arrival_code: rows[0]?.code ?? null }
}
