import { sql } from 'kysely'
import type { decideReservations as bulkDecision } from '../../../../contract/admin/bulk-decisions.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { Reservation } from '../../../../contract/reservation.ts'
import type { actOnReservation } from '../../../../contract/reservation-action.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { keepsArrival } from '../../../../domain/arrival.ts'
import { isAsShown } from '../../../../domain/deletion.ts'
import { canChangeTime, isActive, isAwaited } from '../../../../domain/reservation.ts'
import type { CommandContext } from '../../../command-context.ts'
import { anyOf, idsOf, inTransaction, type Tx } from '../../../database/transaction.ts'
import { checkTakeBack } from '../../../../domain/take-back.ts'
import { AppError } from '../../../http/app-error.ts'
import type { SignedInAdmin } from '../../../http/session.ts'
import type { DeletionCause } from '../../../mail/mail.ts'
import type { Approve } from '../booking/commands.ts'
import {
  AUTOMATIC,
  findRefusals,
  transitionAll,
  transition,
  nextUpdate,
  refusalsOfState,
  type Transition,
} from '../commands.ts'
import {
  lockReservation,
  lockReservations,
  type LockedReservation,
  factsOf,
  findLatestChanges,
  obeys,
  SERVICE,
  toWire,
} from '../queries.ts'
import { withIdentity } from '../../../outbox/calendar-identity.ts'
import { deleteNotices, dropWaitingNotices, holdNotices } from './queries.ts'

export const decideReservation = (
  context: CommandContext,
  admin: SignedInAdmin,
  id: number,
  body: BodyOf<typeof actOnReservation>,
  now: Instant,
): Promise<Reservation> =>
  transition(context, { id, kind: body.type }, wantedBy(body, admin), now, transitionAndReplace)

type Wanted = Pick<BodyOf<typeof actOnReservation>, 'action' | 'reason' | 'notify'>

const wantedBy = ({ action, reason, notify = false }: Wanted, { name }: SignedInAdmin) =>
  ({ action, reason: reason || null, notify, by: 'admin', actor: name }) as const

const REPLACED = '시간 변경 승인'

/** An approved change cancels what it replaces, unless that has begun or is not approved any more. */
async function transitionAndReplace(
  context: CommandContext,
  tx: Tx,
  found: readonly LockedReservation[],
  wanted: Transition,
  now: Instant,
): Promise<Map<number, Reservation>> {
  const isChange = ({ replaces_id }: LockedReservation) => wanted.action === 'approve' && replaces_id !== null
  const changes = found.filter(isChange)
  const others = found.filter((row) => !isChange(row))
  const moved = await transitionAll(context, tx, others, wanted, now)
  if (changes.length === 0) return moved
  const by_old = new Map(changes.map(({ id, replaces_id }) => [replaces_id!, id]))
  const old = (await lockReservations(tx, [...by_old.keys()])).filter((row) =>
    canChangeTime(factsOf(row), now),
  )
  await dropWaitingNotices(tx, old)
  const replaced = new Map(old.map((row) => [by_old.get(row.id)!, row]))
  const continued = changes.map((row) => {
    const before = replaced.get(row.id)
    const isSameDay = before && keepsArrival(before.date, row.date)
    return isSameDay ? { ...row, arrived_at: before.arrived_at } : row
  })
  await continueEntries(tx, context.publicUrl, continued, replaced, now)
  const changed = await transitionAll(context, tx, continued, { ...wanted, replaced }, now)
  const ending = { ...wanted, action: 'cancel', reason: REPLACED } as const
  // The mail about the change says it.
  const silent = old.map((row) => ({ ...row, email: null }))
  await transitionAll(context, tx, silent, ending, now)
  return new Map([...moved, ...changed])
}

/** A time change cancels what it replaces. */
export const approveBooked: Approve = async (context, tx, ids, now) =>
  transitionAndReplace(context, tx, await lockReservations(tx, ids), AUTOMATIC, now)

/** The calendar entry and the code of the replaced reservation become those of the change. */
async function continueEntries(
  tx: Tx,
  public_url: string,
  continued: readonly LockedReservation[],
  replaced: ReadonlyMap<number, LockedReservation>,
  now: Instant,
) {
  const notices = [...replaced.values()].map(({ version, event_name, contact_email, ...row }) => {
    const reservation = toWire({ ...row, version }, 'admin', now)
    return { reservation, version, event_name, contact_email, public_url, identity: undefined }
  })
  const identities = await withIdentity(tx, notices)
  const arrivals = new Map(continued.map(({ id, arrived_at }) => [id, arrived_at]))
  const rows = [...replaced].map(([id, before], n) => ({
    id,
    old: before.id,
    identity: identities[n]!.identity,
    arrived_at: arrivals.get(id),
  }))
  await sql`
    with continued as (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as continued (id int, old int, identity jsonb, arrived_at timestamptz)
    ), given as (
      -- A code exists once.
      update reservations o set arrival_code = null from continued c, reservations was
      where o.id = old and was.id = old returning c.*, was.arrival_code as code
    )
    update reservations r set calendar_identity = identity, arrival_code = code, arrived_at = given.arrived_at
    from given where r.id = given.id`.execute(tx)
}

/** Returns the reason for each one it cannot decide. Any other failure undoes all. */
export const decideReservations = (
  context: CommandContext,
  admin: SignedInAdmin,
  body: BodyOf<typeof bulkDecision>,
  now: Instant,
): Promise<Result[]> =>
  inTransaction(context.db, async (tx) => {
    const wanted = wantedBy(body, admin)
    const found = await lockReservations(tx, body.reservation_ids)
    const refusals = await findRefusals(tx, found, wanted, now)
    const fitting = found.filter(({ id }) => !refusals.has(id))
    const moved = await transitionAndReplace(context, tx, fitting, wanted, now)
    return resultsOf(body.reservation_ids, moved, refusals)
  })

type Result = { id: number; done: boolean; error: string | null }

const resultsOf = (
  ids: readonly number[],
  moved: ReadonlyMap<number, Reservation>,
  refusals: ReadonlyMap<number, AppError>,
): Result[] =>
  [...new Set(ids)]
    .toSorted((a, b) => a - b)
    .map((id) =>
      moved.has(id)
        ? { id, done: true, error: null }
        : { id, done: false, error: (refusals.get(id) ?? new AppError('not_found')).message },
    )

/** `too_late` once a notice may have been sent or the reservation has changed. */
export const takeBackApproval = (
  context: CommandContext,
  admin: SignedInAdmin,
  { id, kind }: { id: number; kind: Reservation['type'] },
  now: Instant,
): Promise<Reservation> =>
  inTransaction(context.db, async (tx) => {
    const found = await lockReservation(tx, { id, kind })
    if (!found) throw new AppError('not_found')
    const { moved, refusals } = await takeBackAll(context, tx, admin, [found], now)
    const refusal = refusals.get(id)
    if (refusal) throw refusal
    return moved.get(id)!
  })

export const takeBackApprovals = (
  context: CommandContext,
  admin: SignedInAdmin,
  ids: readonly number[],
  now: Instant,
): Promise<Result[]> =>
  inTransaction(context.db, async (tx) => {
    const found = await lockReservations(tx, ids)
    const { moved, refusals } = await takeBackAll(context, tx, admin, found, now)
    return resultsOf(ids, moved, refusals)
  })

async function takeBackAll(
  context: CommandContext,
  tx: Tx,
  { name }: SignedInAdmin,
  found: readonly LockedReservation[],
  now: Instant,
) {
  const ids = idsOf(found)
  const latest = await findLatestChanges(tx, ids)
  // Time changes are mailed at once and cannot be undone.
  const latestOf = ({ id, replaces_id }: LockedReservation) =>
    replaces_id === null ? latest.get(id) : undefined
  const problemOf = (row: LockedReservation) => checkTakeBack(factsOf(row), latestOf(row), now)
  const open = found.filter((row) => problemOf(row) === null)
  const sent = await holdNotices(tx, open)
  const fitting = open.filter(({ id }) => !sent.has(id))
  const wrong = found.filter((row) => problemOf(row) === 'invalid_transition')
  const refusals = await refusalsOfState(tx, wrong, 'admin', now)
  for (const row of found)
    if (!fitting.includes(row) && !wrong.includes(row)) refusals.set(row.id, new AppError('too_late'))
  await deleteNotices(tx, fitting)
  const wanted = { action: 'take_back', reason: null, by: 'admin', actor: name } as const
  return { moved: await transitionAll(context, tx, fitting, wanted, now), refusals }
}

const NOT_AS_SHOWN = '그사이 예약이 바뀌어 삭제하지 않았습니다. 새 목록을 확인해주세요.'

/** Needs locked reservations and slots. Past requests are cancelled without a mail. */
export async function cancelForDeletion(
  context: CommandContext,
  tx: Tx,
  ids: readonly number[],
  cause: DeletionCause,
  by: { by: 'admin' | 'member'; actor: string },
  now: Instant,
) {
  const active = await lockReservations(tx, ids, obeys(isActive, now))
  const { deleted, terms } = cause
  const live = idsOf(active.filter((row) => isAwaited(factsOf(row), now)))
  if (terms?.reservation_ids && !isAsShown(terms.reservation_ids, live))
    throw new AppError('changed_meanwhile', { text: NOT_AS_SHOWN })
  const reason = terms?.reason || cause.reason
  await transitionAll(context, tx, active, { action: 'cancel', reason, deleted, ...by }, now)
}

/** Otherwise only displayed; must be stored before the slots are deleted. */
export async function storeCompletion(tx: Tx, ids: readonly number[], now: Instant) {
  const { rows } = await sql<{ id: number }>`
    with over as (
      update reservations set status = 'COMPLETED', updated_at = ${nextUpdate(new Date(now))}
      where id = ${anyOf(ids)} and status = 'APPROVED' and ends_at <= ${new Date(now)}
      returning id
    )
    insert into reservation_history (reservation_id, at, actor_kind, actor, action, from_status, to_status)
    select id, ${new Date(now)}, ${SERVICE.kind}, ${SERVICE.name}, 'complete', 'APPROVED', 'COMPLETED'
    from over returning id`.execute(tx)
  // `tellOfEnded` tells webhooks once, with the time of the end.
  await sql`delete from webhook_deliveries where reservation_id = ${anyOf(ids)}
    and history_id = ${anyOf(idsOf(rows))}`.execute(tx)
}
