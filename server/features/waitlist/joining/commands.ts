import { sql } from 'kysely'
import type { Member } from '../../../../contract/member.ts'
import type { WaitlistEntry } from '../../../../contract/waitlist.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import type { ReservationKind } from '../../../../domain/reservation.ts'
import { minutesOf } from '../../../../domain/booking.ts'
import { placeTextsOf } from '../../../../domain/place-texts.ts'
import type { TierFlags } from '../../../../domain/tier.ts'
import { checkJoining, type JoiningFacts, type JoiningProblem } from '../../../../domain/waitlist.ts'
import type { CommandContext } from '../../../command-context.ts'
import { anyOf, brokenConstraint, inTransaction, type Tx } from '../../../database/transaction.ts'
import { AppError, orRefuse } from '../../../http/app-error.ts'
import { refusalOf, type Wanted } from '../../reservations/booking/commands.ts'
import { limitOf } from '../../reservations/booking/queries.ts'
import { findTargets } from '../../reservations/moving/queries.ts'
import { markEnded, tellOfEntries } from '../../reservations/serving/commands.ts'
import { findBookingWindow } from '../../settings/queries.ts'
import { MEMBER_COLUMNS } from '../../sign-in/queries.ts'
import { findEntry, findOwnAhead, withPlace } from '../queries.ts'

type Target = Awaited<ReturnType<typeof findTargets>>[number]

/**
 * The rules of booking apply, except that the slots must be taken. Locks the member, which serializes joins, and the
 * slots, so that a later release finds the entry.
 */
export const join = (
  context: CommandContext,
  { id }: Member,
  wanted: Wanted,
  now: Instant,
): Promise<WaitlistEntry> =>
  inTransaction(context.db, async (tx) => {
    const member = await tx
      .selectFrom('members')
      .select(MEMBER_COLUMNS)
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(orRefuse('not_authenticated'))
    await sql`select from slots where id = ${anyOf(wanted.slot_ids)} order by id for share`.execute(tx)
    const slots = await findTargets(tx, wanted.kind, wanted.slot_ids)
    const place = await findPlace(tx, wanted, slots)
    const asIfFree = slots.map((slot) => ({
      ...slot,
      starts_at: slot.starts_at.getTime(),
      is_held: false,
      is_locked: false,
    }))
    const window = await findBookingWindow(tx)
    const refusal = wanted.judge({ member, place: place ?? null, slots: asIfFree }, { window })
    if (refusal) throw refusal
    const facts = await findFacts(tx, { member_id: id, kind: wanted.kind, slots }, now)
    const problem = checkJoining(facts)
    if (problem) throw refusalOfJoining(problem, facts)
    const entry_id = await insertEntry(tx, id, { ...wanted, slots, place: place! }, now)
    const entry = await withPlace(tx, (await findEntry(tx, { id: entry_id }, now))!, now)
    const news = { kind: 'waitlist_joined', reason: null, passed_over: entry.passed_over } as const
    await tellOfEntries(context, tx, [entry_id], news, now)
    return entry
  })

const findPlace = (
  tx: Tx,
  { kind, room_id }: Wanted,
  [slot]: readonly Target[],
): Promise<Place | undefined> =>
  kind === 'VIP_TOUR'
    ? tx
        .selectFrom('docents')
        .selectAll()
        .where('id', '=', slot?.place_id ?? 0)
        .executeTakeFirst()
    : tx.selectFrom('rooms').selectAll().where('id', '=', room_id!).executeTakeFirst()

/** Also ends own entries for these slots that are already booked or deleted. */
async function findFacts(
  tx: Tx,
  { member_id, kind, slots }: { member_id: number; kind: ReservationKind; slots: readonly Target[] },
  now: Instant,
): Promise<JoiningFacts> {
  const own = await tx
    .selectFrom('reservations')
    .select('id')
    .where('member_id', '=', member_id)
    .where('live', '=', true)
    .where('ends_at', '>', new Date(now))
    .execute()
  const entries = await findOwnAhead(tx, member_id, now)
  const same = entries.filter(({ slot_ids }) => slots.some(({ id }) => slot_ids.includes(id)))
  for (const { id, state } of same)
    if (state === 'booked' || state === 'time_deleted') await markEnded(tx, [id], { outcome: state }, now)
  const { max_waitlist_entries: most_entries, limit } = await tx
    .selectFrom('settings')
    .select([
      'max_waitlist_entries',
      limitOf({
        member_id: sql`${member_id}::int`,
        date: sql`${slots[0]!.date}::date`,
        is_tour: sql`${kind === 'VIP_TOUR'}::bool`,
        now: sql`${new Date(now)}::timestamptz`,
      }).as('limit'),
    ])
    .executeTakeFirstOrThrow()
  return {
    is_free: slots.every(({ is_locked, reservation_id }) => !is_locked && reservation_id === null),
    is_own: slots.some(({ reservation_id }) => own.some(({ id }) => id === reservation_id)),
    is_waiting: same.some(({ state }) => state === 'waiting'),
    waiting: entries.filter(({ state }) => state === 'waiting').length,
    most_entries,
    minutes: minutesOf(slots),
    limit,
  }
}

function refusalOfJoining(problem: JoiningProblem, { most_entries, minutes, limit }: JoiningFacts): AppError {
  if (problem === 'too_many_entries')
    return new AppError(problem, {
      text: `자리 대기는 한 분당 ${most_entries}건까지 가능합니다. 다른 자리 대기를 취소한 뒤 다시 신청해주세요.`,
    })
  return refusalOf(problem, { limit, minutes })
}

type Place = TierFlags & { id: number; size?: number }
type NewEntry = Pick<Wanted, 'kind' | 'visitor' | 'note'> & { slots: readonly Target[]; place: Place }

async function insertEntry(
  tx: Tx,
  member_id: number,
  { kind, visitor, note, slots, place }: NewEntry,
  now: Instant,
): Promise<number> {
  const [first, last] = [slots[0]!, slots.at(-1)!]
  const { id } = await tx
    .insertInto('waitlist_entries')
    .values({
      member_id,
      kind,
      date: first.date,
      time: first.time,
      end_time: last.end_time,
      starts_at: first.starts_at,
      ends_at: last.ends_at,
      place: JSON.stringify(placeTextsOf(kind, place)),
      visitor: JSON.stringify(visitor),
      note,
      created_at: new Date(now),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('waitlist_slots')
    .values(slots.map((slot, i) => ({ entry_id: id, position: i + 1, slot_id: slot.id, member_id })))
    .execute()
    .catch((error: unknown) => {
      throw brokenConstraint(error) === 'waitlist_slots_one_live' ? new AppError('already_waiting') : error
    })
  return id
}
