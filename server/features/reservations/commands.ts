import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Member } from '../../../contract/member.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { PAST_REQUEST_TEXT, type requestCancellation } from '../../../contract/reservation-action.ts'
import { doneText } from '../../../contract/reservation-history.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import {
  checkAction,
  displayedStatus,
  HOLDING,
  isAwaited,
  takesPlace,
  TRANSITIONS,
  type Action,
  type Actor,
  type ReservationKind,
} from '../../../domain/reservation.ts'
import type { ReminderSettings } from '../../../domain/notice.ts'
import { TAKE_BACK_MS } from '../../../domain/take-back.ts'
import { anyOf, idsOf, inTransaction, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { CommandContext } from '../../command-context.ts'
import { NOTICES, type Deleted, type Mail } from '../../mail/mail.ts'
import { followReservations } from '../reminders/commands.ts'
import { PLAN_COLUMNS } from '../reminders/queries.ts'
import { delayDecisions } from '../../outbox/post-mail.ts'
import { serveWaiting } from './serving/commands.ts'
import type { Approve } from './booking/commands.ts'
import type { Freed } from './serving/queries.ts'
import {
  factsOf,
  findLatestChanges,
  SHOWN_CODE,
  toWire,
  lockReservation,
  lockReservations,
  refusedAs,
  SERVICE,
  slotsMadeFor,
  type LockedReservation,
} from './queries.ts'

export const askForCancellation = (
  context: CommandContext,
  member: Member,
  id: number,
  body: BodyOf<typeof requestCancellation>,
  now: Instant,
): Promise<Reservation> =>
  transition(
    context,
    { id, kind: body.reservation_type, member_id: member.id },
    { action: 'request_cancellation', reason: body.cancel_note, by: 'member', actor: member.name },
    now,
  )

export const endMeetingEarly = (
  context: CommandContext,
  member: Member,
  id: number,
  now: Instant,
): Promise<Reservation> =>
  transition(
    context,
    { id, kind: 'GROUP_MEETING', member_id: member.id },
    { action: 'end_early', reason: null, by: 'member', actor: member.name },
    now,
  )

type Which = { id: number; kind?: ReservationKind; member_id?: number }
/** `notify` mails the member of a past request too; `deleted` names what the deletion removes. */
export type Transition = {
  action: Action
  reason: string | null
  notify?: boolean
  deleted?: Deleted
  /** Reservations that approved time changes replace, by the id of the change. */
  replaced?: ReadonlyMap<number, LockedReservation>
  /** As the settings say for a new request of a member: neither delayed nor undone. */
  is_automatic?: true
  by: Actor
  actor: string
}

export const AUTOMATIC: Transition = {
  action: 'approve',
  reason: null,
  is_automatic: true,
  by: 'member',
  actor: SERVICE.name,
}

export function transition(
  context: CommandContext,
  which: Which,
  wanted: Transition,
  now: Instant,
  write = transitionAll,
): Promise<Reservation> {
  return inTransaction(context.db, async (tx) => {
    const found = await lockReservation(tx, which)
    if (!found) throw new AppError('not_found')
    const refusal = (await findRefusals(tx, [found], wanted, now)).get(found.id)
    if (refusal) throw refusal
    return (await write(context, tx, [found], wanted, now)).get(found.id)!
  })
}

export async function findRefusals(
  tx: Tx,
  found: readonly LockedReservation[],
  { action, by }: Transition,
  now: Instant,
): Promise<Map<number, AppError>> {
  const problemOf = (row: LockedReservation) => checkAction(factsOf(row), action, by, now)
  const wrong = found.filter((row) => problemOf(row) === 'invalid_transition')
  const tooLate = found.filter((row) => problemOf(row) === 'past_time')
  const refusals = await refusalsOfState(tx, wrong, by, now)
  for (const { id } of tooLate) refusals.set(id, new AppError('past_time', { text: PAST_REQUEST_TEXT }))
  return refusals
}

/** Updates status, slots, history and mails of locked reservations with a constant number of statements. */
export async function transitionAll(
  context: CommandContext,
  tx: Tx,
  found: readonly LockedReservation[],
  wanted: Transition,
  now: Instant,
): Promise<Map<number, Reservation>> {
  if (found.length === 0) return new Map()
  const { action, by, reason, notify, deleted, replaced } = wanted
  const moved = found.map((row) => transitioned(row, wanted, now))
  const { given_back, codes, settings } = await writeTransitions(tx, found, moved, wanted, now)
  // Approvals can be undone for a while; until then notices wait.
  const due_at = action === 'approve' && !wanted.is_automatic && !replaced ? now + TAKE_BACK_MS : undefined
  await followReservations(tx, found, moved, due_at ?? now, settings)
  const ids = new Set(idsOf(found))
  const changed = TRANSITIONS[action].to === 'CANCELLED' ? await releaseChanges(tx, [...ids], now) : []
  const shown = new Map(
    moved.map((row) => {
      const shown_code = codes.get(row.id) ?? row.shown_code
      const replaces = ids.has(row.replaces_id!) ? null : row.replaces
      return [row.id, toWire({ ...row, shown_code, replaces }, by, now)]
    }),
  )
  if (action !== 'complete' && action !== 'take_back') {
    // A decided cancellation is mailed after the end too.
    const isMailed = notify || action.endsWith('_cancellation')
    const kind = NOTICES[action]
    const mails = found.flatMap((row, n): Mail[] => {
      const { id, status, email: to, event_name, contact_email } = row
      if (!to || !(isMailed || isAwaited(factsOf(row), now))) return []
      const notice = {
        event_name,
        contact_email,
        public_url: context.publicUrl,
        now,
        reservation: shown.get(id)!,
        version: moved[n]!.version,
        to,
        reason,
        has_change: changed.includes(id),
      }
      const old = replaced?.get(id)
      return old
        ? [{ kind: 'moved', facts: { ...notice, before: toWire(old, by, now), message: null } }]
        : [{ kind, facts: { ...notice, was_agreed: takesPlace(status), deleted } }]
    })
    await context.postMail(tx, mails, now, due_at)
  }
  if (due_at !== undefined) await delayDecisions(tx, [...ids], due_at)
  if (given_back.length > 0) await serveWaitlist(context, tx, given_back, now)
  return shown
}

/** Makes pending changes of cancelled reservations ordinary requests; returns those reservations. */
async function releaseChanges(tx: Tx, ids: readonly number[], now: Instant) {
  const { rows } = await sql<{ id: number | null }>`
    update reservations r set replaces_id = null, version = version + 1, updated_at = ${nextUpdate(new Date(now))}
    from (select id, replaces_id as old_id from reservations) was
    where was.id = r.id and replaces_id = ${anyOf(ids)} and status = 'PENDING'
    returning case when ends_at > ${new Date(now)} then old_id end as id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Called in the transaction that releases or unlocks slots. The releasing member is not served. */
export const serveWaitlist = (
  context: CommandContext,
  tx: Tx,
  freed: readonly Freed[],
  now: Instant,
): Promise<void> => serveWaiting(context, tx, freed, approveServed, now)

const approveServed: Approve = async (context, tx, ids, now) =>
  transitionAll(context, tx, await lockReservations(tx, ids), AUTOMATIC, now)

function transitioned(
  row: LockedReservation,
  { action, reason, replaced }: Transition,
  now: Instant,
): LockedReservation {
  const status = TRANSITIONS[action].to
  const updated_at = laterThan(row.updated_at, now)
  return {
    ...row,
    status,
    // A change continues the calendar entry, so its SEQUENCE must rise.
    version: Math.max(row.version, replaced?.get(row.id)?.version ?? 0) + 1,
    updated_at,
    cancel_note: reason ?? row.cancel_note,
    ended_at: status === 'COMPLETED' ? new Date(now) : null,
    cancel_requested_at: status === 'CANCEL_REQUESTED' ? updated_at : null,
    cancellation_refused: action === 'reject_cancellation' ? { at: updated_at.toISOString(), reason } : null,
  }
}

type WrittenTransitions = {
  given_back: Freed[]
  /** The codes assigned on approval, where arrivals are marked. */
  codes: ReadonlyMap<number, string | null>
  /** Read for planning reminders of approvals. */
  settings?: ReminderSettings
}

async function writeTransitions(
  tx: Tx,
  found: readonly LockedReservation[],
  moved: readonly LockedReservation[],
  { action, reason, is_automatic, by, actor }: Transition,
  now: Instant,
): Promise<WrittenTransitions> {
  const at = new Date(now)
  const { to } = TRANSITIONS[action]
  const ids = idsOf(found)
  // A completed reservation keeps the slots that have begun and releases the rest.
  const givenBack = to === 'COMPLETED' ? sql<boolean>`starts_at > ${at}` : sql<boolean>`true`
  const keepsAll = HOLDING.includes(to) && to !== 'COMPLETED'
  // An automatic approval has no waiting time to report.
  const decided =
    ['approve', 'reject'].includes(action) && !is_automatic
      ? sql`kind, round(extract(epoch from updated_at - created_at) / 60)::int`
      : sql`null, null::int`
  const [kind, note] = is_automatic ? [SERVICE.kind, reason ?? '자동 승인'] : [by, reason]
  const noting = sql`
    insert into reservation_history (reservation_id, at, actor_kind, actor, action, from_status, to_status, reason,
      decided_kind, decided_minutes)
    select id, updated_at, ${kind}, ${actor}, ${action}, from_status, ${to}, ${note}, ${decided} from moved`
  const releasing = sql`, given_back as (
      select id, reservation_id from slots
      where id = any(${slotsMadeFor(ids)}) and reservation_id = ${anyOf(ids)} and ${givenBack}
      order by id for update
    ), released as (
      update slots set reservation_id = null from given_back where slots.id = given_back.id
    ), noted as (${noting})
    select given_back.id as slot_id, r.member_id from given_back
      join reservations r on r.id = given_back.reservation_id`
  const planColumns = sql.join(PLAN_COLUMNS.map((column) => sql.ref(column)))
  const agreeing = sql`, noted as (${noting})
    select moved.id, shown_code, held.* from moved, (select ${planColumns} from settings for key share) held`
  const keeping = to === 'APPROVED' ? agreeing : noting
  const { rows } = await sql<Freed & ReminderSettings & { id: number; shown_code: string | null }>`
    with moved as (
      update reservations r set status = ${to}, version = moved.version, updated_at = moved.updated_at,
        cancel_note = moved.cancel_note, ended_at = ${moved[0]!.ended_at}::timestamptz
      from ${asTable([
        [ids, 'int'],
        [found.map(({ status }) => status), 'text'],
        [moved.map(({ version }) => version), 'int'],
        [moved.map(({ updated_at }) => updated_at), 'timestamptz'],
        [moved.map(({ cancel_note }) => cancel_note), 'text'],
      ])} as moved (id, from_status, version, updated_at, cancel_note)
      where r.id = moved.id
      returning r.id, r.kind, r.created_at, r.updated_at, from_status, ${SHOWN_CODE} as shown_code
    )${keepsAll ? keeping : releasing}`.execute(tx)
  if (to !== 'APPROVED') return { given_back: rows, codes: new Map() }
  const codes = new Map(rows.map(({ id, shown_code }) => [id, shown_code]))
  return { given_back: [], codes, settings: rows[0]! }
}

/** PostgreSQL caches plans for single rows; arrays of unknown length are replanned. */
function asTable(columns: readonly (readonly [readonly unknown[], 'int' | 'text' | 'timestamptz'])[]) {
  const isOne = columns[0]![0].length === 1
  const given = columns.map(([values, type]) =>
    isOne ? sql`${values[0]}::${sql.raw(type)}` : sql`${values}::${sql.raw(type)}[]`,
  )
  return isOne ? sql`(values (${sql.join(given)}))` : sql`unnest(${sql.join(given)})`
}

/** Later than before, so that clients recognize outdated lists. */
const laterThan = (updated_at: Date, now: Instant) => new Date(Math.max(now, updated_at.getTime() + 1))

export const nextUpdate = (at: Date) =>
  sql<Date>`greatest(${at}::timestamptz, updated_at + interval '1 millisecond')`

export const wrongState = async (tx: Tx, found: LockedReservation, viewer: Actor, now: Instant) =>
  (await refusalsOfState(tx, [found], viewer, now)).get(found.id)!

export async function refusalsOfState(
  tx: Tx,
  found: readonly LockedReservation[],
  viewer: Actor,
  now: Instant,
) {
  const ids = idsOf(found)
  const last = await findLatestChanges(tx, viewer === 'admin' ? ids : [], { ofStatus: true })
  return new Map(
    found.map((row) => {
      const status = displayedStatus(factsOf(row), now)
      const change = last.get(row.id)
      // No actor to name if the status changed by time alone.
      return [row.id, refusedAs(status, change?.to_status === status ? ` ${doneText(change, now)}` : '')]
    }),
  )
}
