import { sql } from 'kysely'
import type { Rearranged, rearrangeReservations } from '../../../../contract/admin/rearrange.ts'
import type { ResponseOf } from '../../../../contract/endpoint.ts'
import { isAsShown } from '../../../../domain/deletion.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { startsWithin } from '../../../../domain/rearranging.ts'
import type { CommandContext } from '../../../command-context.ts'
import { anyOf, brokenConstraint, idsOf, inTransaction, type Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import type { SignedInAdmin } from '../../../http/session.ts'
import { finishServedReport } from '../../day-sheets/reports/commands.ts'
import { holdDays, holdPlaces } from '../../slots/planning/queries.ts'
import { refuseUnknownPlaces } from '../../places/queries.ts'
import { transitionAll, nextUpdate, serveWaitlist } from '../commands.ts'
import { holdMassWork, lockWithReservations } from '../locking/queries.ts'
import { noteMoves, writePlacesAndTimes } from '../moving/commands.ts'
import { lockReservations, type LockedReservation } from '../queries.ts'
import { endEntries, lockEntriesFor, tellOfEntries } from '../serving/commands.ts'
import {
  findAffected,
  findAnnounced,
  findEntries,
  findSlots,
  makePlan,
  placeOf,
  targetOf,
  type Body,
  type Plan,
  type Slot,
} from './queries.ts'

type Answer = ResponseOf<typeof rearrangeReservations>

export async function rearrange(
  context: CommandContext,
  admin: SignedInAdmin,
  body: Body,
  now: Instant,
): Promise<Answer> {
  const { scope, to_docent_id, to_room_id } = body
  return inTransaction(context.db, async (tx) => {
    if (!body.dry_run) await hold(tx, body, now)
    await refuseUnknownPlaces(tx, scope, 'scope.')
    await refuseUnknownPlaces(tx, { docent_id: to_docent_id, room_id: to_room_id }, 'to_')
    const plan = await makePlan(tx, body, now)
    const { results, refusal, state } = plan
    const possible = idsOf(results.filter(({ outcome }) => outcome === 'ok'))
    const shown = { results, refusal, state }
    if (body.dry_run) return { message: previewOf(body, plan, possible.length), ...shown, changed_ids: [] }
    const ids = idsOf(results)
    if (!isAsShown(body.reservation_ids ?? [], ids) || (body.state ?? state) !== state)
      throw new AppError('changed_meanwhile')
    const isTooFew = possible.length < (body.only_possible ? Math.min(1, ids.length) : ids.length)
    if (refusal !== null || isTooFew) throw new NotPossible(results, refusal)
    const locked = body.lock
      ? await lockAll(tx, (await findSlots(tx, body.scope)).filter(isIn(body, now)))
      : 0
    const held = await lockReservations(tx, possible)
    const notified = body.notify === false ? await findAnnounced(tx, possible) : possible
    const found = held.map((row) => (notified.includes(row.id) ? row : { ...row, email: null }))
    await WRITERS[body.act](context, tx, { admin, body, plan, found }, now)
    await finishServedReport(tx, body, admin, now)
    const isMailed = found.some(({ email }) => email)
    return {
      message: messageOf(body, plan, possible.length, locked, isMailed),
      ...shown,
      changed_ids: possible,
    }
  })
}

class NotPossible extends AppError {
  private readonly results: Rearranged[]

  constructor(results: Rearranged[], refusal: string | null) {
    super('not_possible', refusal === null ? {} : { text: refusal })
    this.results = results
  }

  override body() {
    return { ...super.body(), results: this.results }
  }
}

const sized = (count: number, unit: string) => count.toLocaleString('ko') + unit

type Ways = readonly [later: string, earlier: string]

function shiftText({ scope, minutes = 0 }: Body, { shifted }: Plan, count: number, ways: Ways): string {
  const way = minutes > 0 ? ways[0] : ways[1]
  const since = scope.from === undefined ? '' : `${scope.from}부터 `
  return `${since}가용 시간 ${sized(shifted.length, '개')}와 예약 ${sized(count, '건')}을 ${Math.abs(minutes)}분 ${way}.`
}

function previewOf(body: Body, plan: Plan, possible: number): string {
  const total = plan.results.length
  if (plan.refusal !== null) return plan.refusal
  if (body.act === 'shift') return shiftText(body, plan, possible, ['늦춥니다', '당깁니다'])
  if (total === 0) return '해당하는 예약이 없습니다.'
  if (body.act === 'cancel') return `${sized(total, '건')}이 취소됩니다.`
  return `${sized(total, '건')} 중 ${sized(possible, '건')}을 변경할 수 있습니다.`
}

function messageOf(body: Body, plan: Plan, count: number, locked: number, isMailed: boolean): string {
  const { act, lock } = body
  const locks = `비는 시간 ${sized(locked, '개')}를 잠갔습니다.`
  if (count === 0 && lock) return locks
  const done = act === 'cancel' ? '취소' : '변경'
  const mails = isMailed ? ` ${done} 안내 메일을 보냅니다.` : ''
  if (act === 'shift') return shiftText(body, plan, count, ['늦췄습니다', '당겼습니다']) + mails
  return `예약 ${sized(count, '건')}이 ${done}되었습니다.${mails}${locked > 0 ? ` ${locks}` : ''}`
}

const isIn = ({ scope }: Body, now: Instant) => {
  return (slot: Slot) => slot.starts_at > now && startsWithin(slot.time, scope)
}

/** Decision 14. Place locks block new slots; slot locks block bookings and waiting-list entries. */
async function hold(tx: Tx, body: Body, now: Instant) {
  const { scope, act } = body
  const target = targetOf(body)
  await holdMassWork(tx)
  const heldOf = (own: number | undefined, other: number | undefined) =>
    other !== undefined ? [] : own === undefined ? 'all' : [own]
  await holdPlaces(tx, 'tour', heldOf(target.docent_id, target.room_id))
  await holdPlaces(tx, 'room', heldOf(target.room_id, target.docent_id))
  await holdDays(tx, { dates: [scope.date, target.date] })
  await lockWithReservations(tx, async () => {
    const affected = await findAffected(tx, scope, now)
    const slots = (await findSlots(tx, scope)).filter(isIn(body, now))
    const targets = act === 'move' ? await findSlots(tx, target) : []
    return {
      slots: idsOf([...slots, ...targets]),
      reservations: affected.flatMap(({ id, replaces_id }) =>
        replaces_id === null ? id : [replaces_id, id],
      ),
    }
  })
}

type Work = { admin: SignedInAdmin; body: Body; plan: Plan; found: readonly LockedReservation[] }
type Writer = (context: CommandContext, tx: Tx, work: Work, now: Instant) => Promise<unknown>

const noteOf = ({ admin, body: { reason = null } }: Work) => ({
  admin,
  reason,
  message: reason,
})

const WRITERS: Readonly<Record<Body['act'], Writer>> = {
  async move(context, tx, work, now) {
    const { judged, places } = work.plan
    const moves = work.found.map((found) => {
      const slots = judged.get(found.id)!.slots.map(({ stored }) => stored)
      return { found, slots, place: placeOf(places, found.kind, slots[0]!.place_id)! }
    })
    const freed = await writePlacesAndTimes(tx, moves, now)
    await noteMoves(context, tx, work.found, noteOf(work), now)
    await serveWaitlist(context, tx, freed, now)
  },
  async shift(context, tx, work, now) {
    const { shifted } = work.plan
    const ids = shifted.map(({ slot }) => slot.id)
    const entries = await findEntries(tx, await lockEntriesFor(tx, ids, now), ids)
    await writeSlotTimes(tx, shifted)
    await followSlots(tx, idsOf(work.found), now)
    await noteMoves(context, tx, work.found, noteOf(work), now)
    const { reason = null, notify } = work.body
    const whole = entries.filter(({ is_whole }) => is_whole)
    await moveEntries(tx, idsOf(whole))
    const former = new Map(whole.map((entry) => [entry.id, entry.former]))
    if (notify !== false)
      await tellOfEntries(context, tx, idsOf(whole), { kind: 'waitlist_moved', reason, former }, now)
    // Their times are no longer adjacent.
    const split = entries.filter(({ is_whole }) => !is_whole)
    await endEntries(context, tx, idsOf(split), reason, now)
  },
  cancel(context, tx, { admin, body: { reason = null }, found }, now) {
    const by = { by: 'admin', actor: admin.name } as const
    return transitionAll(context, tx, found, { action: 'cancel', reason, ...by }, now)
  },
}

async function lockAll(tx: Tx, slots: readonly Slot[]): Promise<number> {
  const { numAffectedRows } = await sql`
    update slots set is_locked = true where id = ${anyOf(idsOf(slots))} and not is_locked`.execute(tx)
  return Number(numAffectedRows)
}

/** The exclusion constraints are checked at the end of the statement. */
const writeSlotTimes = (tx: Tx, shifted: Plan['shifted']) =>
  sql`
    update slots s set time = n.time, end_time = n.end_time,
      starts_at = to_timestamp(n.starts_at / 1000), ends_at = to_timestamp(n.ends_at / 1000)
    from json_to_recordset(${JSON.stringify(shifted.map(({ slot: { id }, to }) => ({ ...to, id })))}::json) as n
      (id int, time text, end_time text, starts_at float8, ends_at float8)
    where s.id = n.id`
    .execute(tx)
    .catch((error: unknown) => {
      throw brokenConstraint(error)?.endsWith('no_overlap') ? new AppError('slot_overlap') : error
    })

/** Takes the times of their slots. */
async function followSlots(tx: Tx, reservation_ids: readonly number[], now: Instant) {
  await sql`
    update reservation_slots t set time = s.time, end_time = s.end_time
    from slots s where s.id = t.slot_id and t.reservation_id = ${anyOf(reservation_ids)}`.execute(tx)
  await sql`
    update reservations r set starts_at = n.starts_at, ends_at = n.ends_at, version = version + 1,
      updated_at = ${nextUpdate(new Date(now))}
    from (
      select t.reservation_id as id, min(s.starts_at) as starts_at, max(s.ends_at) as ends_at
      from reservation_slots t join slots s on s.id = t.slot_id
      where t.reservation_id = ${anyOf(reservation_ids)} group by 1) n
    where r.id = n.id`.execute(tx)
}

/** Takes the times of their slots. */
const moveEntries = (tx: Tx, ids: readonly number[]) =>
  sql`
    update waitlist_entries e
    set time = n.times[1], end_time = n.end_times[1], starts_at = n.starts_at, ends_at = n.ends_at
    from (
      select w.entry_id as id, array_agg(s.time order by w.position) as times,
        array_agg(s.end_time order by w.position desc) as end_times, min(s.starts_at) as starts_at, max(s.ends_at) as ends_at
      from waitlist_slots w join slots s on s.id = w.slot_id where w.entry_id = ${anyOf(ids)} group by 1) n
    where e.id = n.id`.execute(tx)
