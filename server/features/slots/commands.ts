import { sql } from 'kysely'
import type { DeletionTerms } from '../../../contract/admin/deletion.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { TourSlot } from '../../../contract/slot.ts'
import type { addTourSlot, addTourSlots, lockFilteredSlots } from '../../../contract/admin/slots.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { overlaps, slotTimes, type SlotTimes } from '../../../domain/slot.ts'
import { generateSlots } from '../../../domain/slot-plan.ts'
import {
  anyOf,
  brokenConstraint,
  idsOf,
  inTransaction,
  isThere,
  type Tx,
} from '../../database/transaction.ts'
import { AppError, invalid } from '../../http/app-error.ts'
import type { CommandContext } from '../../command-context.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import type { DeletionCause } from '../../mail/mail.ts'
import { cancelForDeletion, storeCompletion } from '../reservations/deciding/commands.ts'
import {
  findReferring,
  holdMassWork,
  lockWithReservations,
  type Referred,
} from '../reservations/locking/queries.ts'
import { serveWaitlist } from '../reservations/commands.ts'
import { endWaiting } from '../reservations/serving/commands.ts'
import { findEventDay } from '../schedule/queries.ts'
import { selectWanted, tourSlotsOf, type SlotsWanted } from './queries.ts'

export type Place = { docent_id: number } | { room_id: number }
type Plan = Omit<BodyOf<typeof addTourSlots>, 'docent_id'>

const DOCENT_TEXT = '도슨트를 선택해주세요.'
const ROOM_TEXT = '미팅룸을 선택해주세요.'
export const DATE_TEXT = '유효하지 않은 날짜입니다.'

/** Skips and counts slots that would overlap. */
export const addSlots = (
  { db }: CommandContext,
  place: Place,
  plan: Plan,
): Promise<{ created: number; skipped: number }> =>
  inTransaction(db, async (tx) => {
    const { day, existing } = await lockForAdding(tx, place, plan.event_date_id)
    const { slots, skipped } = generateSlots({ ...plan, date: day.date }, existing)
    await insertSlots(tx, slotsOf(place, day, slots))
    return { created: slots.length, skipped }
  })

export const addSingleSlot = ({ db }: CommandContext, body: BodyOf<typeof addTourSlot>): Promise<TourSlot> =>
  inTransaction(db, async (tx) => {
    const place = { docent_id: body.docent_id }
    const { day, existing } = await lockForAdding(tx, place, body.event_date_id)
    const slot = slotTimes(day.date, body.time, body.duration)
    if (!slot) throw invalid('time', '해당 날짜에 없거나 자정을 넘기는 시간입니다.')
    if (existing.some((other) => overlaps(slot, other))) throw new AppError('slot_overlap')
    const [id] = await insertSlots(tx, slotsOf(place, day, [slot]))
    const changed = (await findEventDay(tx, day.date))!
    return tourSlotsOf(changed, body.docent_id).find((each) => each.id === id)!
  })

/** Concurrent additions wait at the place and then see these slots. */
async function lockForAdding(tx: Tx, place: Place, event_date_id: number) {
  await lockPlace(tx, place)
  const day = await tx
    .selectFrom('event_dates')
    .select(['id', 'date'])
    .where('id', '=', event_date_id)
    .forShare()
    .executeTakeFirst()
  if (!day) throw invalid('event_date_id', DATE_TEXT)
  const wanted = 'docent_id' in place ? { docent_ids: [place.docent_id] } : { room_ids: [place.room_id] }
  const slots = await selectWanted(tx, { ...wanted, dates: [day.date] })
    .select(['s.starts_at', 's.ends_at'])
    .execute()
  const existing = slots.map((slot) => ({
    starts_at: slot.starts_at.getTime(),
    ends_at: slot.ends_at.getTime(),
  }))
  return { day, existing }
}

/** Bookings only take a key-share lock on the row, so they do not wait. */
async function lockPlace(tx: Tx, place: Place) {
  const [table, id] =
    'docent_id' in place ? (['docents', place.docent_id] as const) : (['rooms', place.room_id] as const)
  const found = await tx
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (found) return
  throw table === 'docents' ? invalid('docent_id', DOCENT_TEXT) : invalid('room_id', ROOM_TEXT)
}

export type NewSlot = SlotTimes & { docent_id: number | null; room_id: number | null; event_date_id: number }

export const slotsOf = (place: Place, day: { id: number }, slots: readonly SlotTimes[]): NewSlot[] =>
  slots.map((slot) => ({ docent_id: null, room_id: null, ...place, event_date_id: day.id, ...slot }))

/** `slot_overlap` for overlaps with concurrent transactions. */
export async function insertSlots(tx: Tx, slots: readonly NewSlot[]): Promise<number[]> {
  const rows = slots.map(({ starts_at, ends_at, ...slot }) => ({
    ...slot,
    starts_at: new Date(starts_at),
    ends_at: new Date(ends_at),
  }))
  try {
    const written = await sql<{ id: number }>`
      insert into slots (docent_id, room_id, event_date_id, time, end_time, duration, starts_at, ends_at)
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as slot
        (docent_id integer, room_id integer, event_date_id integer, time text, end_time text, duration integer,
          starts_at timestamptz, ends_at timestamptz)
      returning id`.execute(tx)
    return idsOf(written.rows)
  } catch (error) {
    if (brokenConstraint(error)?.endsWith('no_overlap')) throw new AppError('slot_overlap')
    throw error
  }
}

/** Unlocked slots go to the waiting list first. */
export const lockSlots = (
  context: CommandContext,
  wanted: SlotsWanted,
  action: 'lock' | 'unlock',
  now: Instant,
): Promise<number> =>
  inTransaction(context.db, async (tx) => {
    const slots = await tx
      .updateTable('slots')
      .set({ is_locked: action === 'lock' })
      .where('id', 'in', selectWanted(tx, wanted).select('s.id').orderBy('s.id').forUpdate('s'))
      .returning(['id', 'reservation_id'])
      .execute()
    const free = slots.filter(({ reservation_id }) => action === 'unlock' && reservation_id === null)
    await serveWaitlist(
      context,
      tx,
      free.map(({ id }) => ({ slot_id: id, member_id: null })),
      now,
    )
    return slots.length
  })

export async function checkFilter(
  { db }: CommandContext,
  { type, resource_id, date }: BodyOf<typeof lockFilteredSlots>,
) {
  const table = type === 'tour' ? 'docents' : 'rooms'
  if (typeof resource_id === 'number' && !(await isThere(db, table, resource_id)))
    throw invalid('resource_id', type === 'tour' ? DOCENT_TEXT : ROOM_TEXT)
  const day =
    typeof date === 'string' &&
    (await db.selectFrom('event_dates').select('id').where('date', '=', date).executeTakeFirst())
  if (day === undefined) throw invalid('date', DATE_TEXT)
}

/**
 * Cancels affected reservations and waiting list entries. The caller deletes `referred`, so reservations that
 * refer to it are locked too.
 */
export async function deleteSlots(
  context: CommandContext,
  tx: Tx,
  { wanted, referred }: { wanted: SlotsWanted; referred?: Referred },
  cause: DeletionCause,
  admin: SignedInAdmin,
  now: Instant,
): Promise<number> {
  const slots = await lockWithReservations(tx, async () => {
    const found = await selectWanted(tx, wanted).select(['s.id', 's.reservation_id']).execute()
    const others = referred ? await findReferring(tx, referred) : []
    return { slots: idsOf(found), reservations: [...holdersOf(found), ...others] }
  })
  const holders = holdersOf(slots)
  const ids = idsOf(slots)
  await endWaiting(context, tx, ids, cause.terms?.reason, now)
  await cancelForDeletion(context, tx, holders, cause, { by: 'admin', actor: admin.name }, now)
  await storeCompletion(tx, holders, now)
  const gone = await tx.deleteFrom('slots').where('id', '=', anyOf(ids)).execute()
  return Number(gone[0]?.numDeletedRows ?? 0)
}

const holdersOf = (slots: { reservation_id: number | null }[]): number[] => [
  ...new Set(slots.flatMap((slot) => slot.reservation_id ?? [])),
]

const SLOT_CAUSE: DeletionCause = {
  deleted: 'slot',
  reason: '예약하신 시간이 삭제되어 예약이 취소되었습니다.',
}

export const deleteSlotsAlone = (
  context: CommandContext,
  { wanted, terms }: { wanted: SlotsWanted; terms: DeletionTerms | undefined },
  admin: SignedInAdmin,
  now: Instant,
): Promise<number> =>
  inTransaction(context.db, async (tx) => {
    await holdMassWork(tx)
    return deleteSlots(context, tx, { wanted }, { ...SLOT_CAUSE, terms }, admin, now)
  })
