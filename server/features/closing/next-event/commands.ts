import { sql } from 'kysely'
import {
  beginNextEvent as beginNextEventCall,
  type NextEvent,
} from '../../../../contract/admin/next-event.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { announcedDay, isEventOver, shiftedDates } from '../../../../domain/closing.ts'
import { madridDate, type Instant } from '../../../../domain/madrid-time.ts'
import type { CommandContext } from '../../../command-context.ts'
import { allowMoreTime, anyOf, idsOf, inTransaction, type Tx } from '../../../database/transaction.ts'
import { AppError, invalid } from '../../../http/app-error.ts'
import { addEventDates } from '../../event-dates/commands.ts'
import { holdAll } from '../../reservations/locking/queries.ts'
import { copyWholeDay } from '../../slots/planning/commands.ts'
import { eraseRest, noteErasure } from '../erasing/commands.ts'
import { findErasureFacts, findProgress } from '../erasing/queries.ts'
import { countRows } from '../queries.ts'

type Wanted = BodyOf<typeof beginNextEventCall>

/** All or nothing. A dry run returns the same counts and changes nothing. */
export async function beginNextEvent(
  context: CommandContext,
  wanted: Wanted,
  now: Instant,
): Promise<NextEvent> {
  if (!wanted.dry_run && wanted.confirm === undefined) throw invalid('confirm', '“삭제”를 입력해주세요.')
  return inTransaction(context.db, async (tx) => {
    const here = { ...context, db: tx }
    if (!wanted.dry_run) return begin(here, tx, wanted, now)
    // The request's transaction is open, so a dry run works and then rolls back to a savepoint.
    await sql`savepoint before_dry_run`.execute(tx)
    const next = await begin(here, tx, wanted, now)
    await sql`rollback to savepoint before_dry_run`.execute(tx)
    return next
  })
}

async function begin(context: CommandContext, tx: Tx, wanted: Wanted, now: Instant): Promise<NextEvent> {
  await allowMoreTime(tx)
  await holdAll(tx)
  if (!isEventOver(await findProgress(tx, now), now)) throw new AppError('event_not_over')
  const old = await tx.selectFrom('event_dates').select(['id', 'date']).orderBy('date').execute()
  const dates = shiftedDates(
    old.map(({ date }) => date),
    wanted.first_date,
  )
  refuseFirst(wanted.first_date, old.at(-1)?.date, now)
  const before = await countRows(tx, COUNTED)
  const findErasureDay = async () => announcedDay(await findErasureFacts(tx), now)
  const erasure_on = await findErasureDay()
  await noteErasure(tx, now)
  await deleteNews(tx)
  const unwanted = PLACES.filter((table) => !wanted[`keep_${table}`])
  for (const table of unwanted) await sql`delete from slots where ${PLACE_OF[table]} is not null`.execute(tx)
  const { slots, skipped } = await makeDates(context, dates, wanted, now)
  const ids = idsOf(old)
  await sql`delete from slots where event_date_id = ${anyOf(ids)}`.execute(tx)
  await sql`delete from reservations`.execute(tx)
  for (const table of unwanted) await sql`delete from ${sql.table(table)}`.execute(tx)
  await sql`delete from event_dates where id = ${anyOf(ids)}`.execute(tx)
  await eraseRest(tx, wanted.keep_members ? OF_MEMBERS : [], now)
  await sql`update erasures set of_this_event = false where of_this_event`.execute(tx)
  await sql`update settings set event_name = ${wanted.event_name}, erasure_told_for = null, erasure_told_at = null,
    requests_told_at = null`.execute(tx)
  const after = await countRows(tx, COUNTED)
  const gone = (what: keyof typeof before) => before[what] - after[what]
  return {
    dates,
    docents: after.docents,
    rooms: after.rooms,
    slots,
    skipped,
    members: after.members,
    erasure_on,
    next_erasure_on: await findErasureDay(),
    deleted: {
      reservations: gone('reservations'),
      mails: gone('mails'),
      dates: old.length,
      members: gone('members'),
      docents: gone('docents'),
      rooms: gone('rooms'),
      screens: gone('screens'),
    },
  }
}

function refuseFirst(first: string, last: string | undefined, now: Instant) {
  const text =
    first < madridDate(now)
      ? '오늘 또는 이후 날짜를 선택해주세요.'
      : last !== undefined && first <= last
        ? '이번 행사의 마지막 날 이후를 선택해주세요.'
        : null
  if (text !== null) throw invalid('first_date', text)
}

const COUNTED = ['members', 'docents', 'rooms', 'screens', 'reservations', 'mails'] as const

/** Tables that stay with kept members. Guests are always erased, so the audit log is not among them. */
const OF_MEMBERS = ['members', 'sessions', 'known_devices', 'push_subscriptions', 'calendar_feeds']

const PLACES = ['docents', 'rooms'] as const
const PLACE_OF = { docents: sql.ref('docent_id'), rooms: sql.ref('room_id') }

/** In one statement per table; cascades would search row by row. */
async function deleteNews(tx: Tx) {
  for (const table of [
    'mails',
    'reservation_history',
    'reservation_slots',
    'waitlist_entries',
    'reminders',
    'pushes',
  ] as const)
    await sql`delete from ${sql.table(table)}`.execute(tx)
  await sql`delete from webhook_deliveries where type <> 'member.erased'`.execute(tx)
}

async function makeDates(
  context: CommandContext,
  dates: readonly { from: string; to: string }[],
  { keep_times, first_date }: Wanted,
  now: Instant,
) {
  // An event without dates begins with one.
  const days = dates.length > 0 ? dates.map(({ to }) => to) : [first_date]
  for (const day of days) await addEventDates(context, { start_date: day, end_date: day }, now)
  let [slots, skipped] = [0, 0]
  if (keep_times)
    for (const { from, to } of dates) {
      const made = await copyWholeDay(context, { from, to: [to] })
      slots += made.created
      skipped += made.skipped
    }
  return { slots, skipped }
}
