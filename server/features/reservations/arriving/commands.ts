import { sql } from 'kysely'
import { ARRIVAL_PROBLEM_TEXT, NO_SHOW_REASON, type Arrival } from '../../../../contract/admin/arrivals.ts'
import { changesBetween } from '../../../../contract/reservation-history.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import {
  arrivalMoment,
  atPress,
  canUndoArrival,
  checkArrival,
  presenceOf,
} from '../../../../domain/arrival.ts'
import { isoInMadrid, madridTime, type Instant } from '../../../../domain/madrid-time.ts'
import type { CommandContext } from '../../../command-context.ts'
import { inTransaction, type Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import type { SignedInAdmin } from '../../../http/session.ts'
import { nextUpdate } from '../commands.ts'
import { decideReservation } from '../deciding/commands.ts'
import { refuseTooMany } from '../editing/commands.ts'
import { enqueueEvent } from '../../webhooks/commands.ts'
import { findLatestChanges, lockReservation, type LockedReservation, factsOf } from '../queries.ts'
import { getArrival, refuseWhileOff } from './queries.ts'

// Stored in the audit log, which names no visitor.
const MARKED = '도착을 확인했습니다.'
const UNDONE = '도착 확인을 취소했습니다.'

/** `service` is the holder of a day sheet's link. */
type Marker = { kind: 'admin' | 'service'; name: string }
type Which = { id: number; docent_id?: number | null; room_id?: number | null; date?: string | null }

/** Locks the row so that the second of two simultaneous requests sees the first one's result. */
async function lockForArrival(tx: Tx, { id, ...place }: Which): Promise<LockedReservation> {
  await refuseWhileOff(tx)
  const found = await lockReservation(tx, { id })
  const wanted = Object.entries(place) as [keyof typeof place, number | string | null | undefined][]
  const isMeant = wanted.every(([column, value]) => value == null || found?.[column] === value)
  if (!found || !isMeant) throw new AppError('not_found')
  return found
}

const arrivalFacts = (found: LockedReservation) => ({
  ...factsOf(found),
  arrived_at: found.arrived_at?.getTime() ?? null,
})

/** `at` is the time of the press, which an offline device sends later. `count` also corrects an arrival. */
export const markArrival = (
  { db }: CommandContext,
  which: Which,
  { at, by, count }: { at?: string | undefined; by: Marker; count?: number | undefined },
  now: Instant,
): Promise<{ message: string; arrival: Arrival }> =>
  inTransaction(db, async (tx) => {
    const found = await lockForArrival(tx, which)
    const moment = arrivalMoment(at === undefined ? undefined : Date.parse(at), now)
    const end = (found.ended_at ?? found.ends_at).getTime()
    const problem = checkArrival(atPress(arrivalFacts(found), end, moment), moment)
    const isCorrection = count !== undefined && count !== countOf(found)
    if (problem === 'already_arrived' && !isCorrection) return answerAgain(tx, found, { moment, by }, now)
    if (problem && problem !== 'already_arrived')
      throw new AppError('invalid_transition', { text: ARRIVAL_PROBLEM_TEXT[problem] })
    if (count !== undefined) await refuseTooMany(tx, found, count, 'count')
    const written = problem
      ? ({ arrived_at: found.arrived_at, action: 'edit_visitor' } as const)
      : ({ arrived_at: new Date(moment), action: 'arrive' } as const)
    await writeArrival(tx, found, { ...written, by, count }, now)
    const arrival = await getArrival(tx, found.id, now)
    return { message: problem ? `방문 인원을 ${count}명으로 수정했습니다.` : MARKED, arrival }
  })

/** The name of a link begins with its docent or room, which can be renamed. */
const markerOf = (name: string | null) => name?.split(' 데이 시트 ').at(-1)

async function answerAgain(
  tx: Tx,
  { id, arrived_at }: LockedReservation,
  { moment, by }: { moment: Instant; by: Marker },
  now: Instant,
) {
  const arrival = await getArrival(tx, id, now)
  if (arrived_at!.getTime() === moment && markerOf(arrival.arrived_by) === markerOf(by.name))
    return { message: MARKED, arrival }
  const who = arrival.arrived_by === null ? '' : ` (${arrival.arrived_by})`
  const text = `${madridTime(arrived_at!.getTime())}에 이미 도착을 확인했습니다.${who}`
  throw new AppError('already_arrived', { text })
}

/** With `own`, only the marker's own arrival can be undone. A repeated undo is answered as the first one. */
export const undoArrival = (
  { db }: CommandContext,
  which: Which,
  { arrived_at, by, own = false }: { arrived_at: string; by: Marker; own?: boolean },
  now: Instant,
): Promise<{ message: string; arrival: Arrival }> =>
  inTransaction(db, async (tx) => {
    const found = await lockForArrival(tx, which)
    const stored = await getArrival(tx, found.id, now)
    const [last] = (await findLatestChanges(tx, [found.id])).values()
    if (last?.action === 'undo_arrival' && markerOf(last.actor) === markerOf(by.name))
      return { message: UNDONE, arrival: stored }
    const isSeen = stored.arrived_at === isoInMadrid(Date.parse(arrived_at))
    if (!isSeen || (own && markerOf(stored.arrived_by) !== markerOf(by.name)))
      throw new AppError('changed_meanwhile', { text: '도착 확인이 그 사이에 바뀌었습니다.' })
    if (!canUndoArrival({ arrived_at: Date.parse(arrived_at) }, now))
      throw new AppError('invalid_transition', { text: '도착은 확인한 날에만 취소할 수 있습니다.' })
    await writeArrival(tx, found, { arrived_at: null, action: 'undo_arrival', by }, now)
    const arrival = await getArrival(tx, found.id, now)
    return { message: UNDONE, arrival }
  })

const NOT_LATE_TEXT = '시작하고 5분이 지나면 처리할 수 있습니다.'

/** Frees the place, as an administrator does who cancels it for this reason. */
export const markNoShow = (
  context: CommandContext,
  admin: SignedInAdmin,
  id: number,
  now: Instant,
): Promise<Arrival> =>
  inTransaction(context.db, async (tx) => {
    const found = await lockForArrival(tx, { id })
    const facts = arrivalFacts(found)
    const problem = checkArrival(facts, now)
    if (problem || presenceOf(facts, now) !== 'late')
      throw new AppError('invalid_transition', {
        text: problem ? ARRIVAL_PROBLEM_TEXT[problem] : NOT_LATE_TEXT,
      })
    const decision = { type: found.kind, action: 'cancel', reason: NO_SHOW_REASON } as const
    await decideReservation({ ...context, db: tx }, admin, id, decision, now)
    return getArrival(tx, id, now)
  })

const countOf = ({ visitor }: LockedReservation) => (visitor as Reservation['visitor']).count

type Change = { action: 'arrive' | 'undo_arrival' | 'edit_visitor'; by: Marker; count?: number | undefined }

/** One statement: webhooks see the update with its history entry. */
async function writeArrival(
  tx: Tx,
  found: LockedReservation,
  { arrived_at, action, by, count = countOf(found) }: { arrived_at: Date | null } & Change,
  now: Instant,
) {
  const changes = changesBetween({ count: countOf(found) }, { count })
  await sql`
    with marked as (
      update reservations set arrived_at = ${arrived_at}::timestamptz, version = version + 1,
        visitor = visitor || jsonb_build_object('count', ${count}::int), updated_at = ${nextUpdate(new Date(now))}
      where id = ${found.id}
      returning id, updated_at, status
    )
    insert into reservation_history (reservation_id, at, actor_kind, actor, action, from_status, to_status, changes)
    select id, updated_at, ${by.kind}, ${by.name}, ${action}, status, status,
      ${changes.length > 0 ? JSON.stringify(changes) : null}::jsonb from marked`.execute(tx)
  if (action === 'arrive') await enqueueEvent(tx, 'reservation.arrived', [found.id], now)
}

/** Assigned by the database on insert; the answer and the mail need it. */
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
