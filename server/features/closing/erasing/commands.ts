import { sql } from 'kysely'
import { erasePersons as erasePersonsCall, type Persons } from '../../../../contract/admin/closing.ts'
import { closingSettings } from '../../../../contract/admin/settings.ts'
import { announcedDay, erasureDay, erasureStep, isEventOver } from '../../../../domain/closing.ts'
import { madridDate, type Instant } from '../../../../domain/madrid-time.ts'
import type { CommandContext } from '../../../command-context.ts'
import { erasingStatements } from '../../../database/personal-data.ts'
import { allowMoreTime, idsOf, inTransaction, type Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { actionOf, MACHINE, recordDeed } from '../../../http/audit.ts'
import { holdMassWork } from '../../reservations/locking/queries.ts'
import { getSettings, readSection } from '../../settings/queries.ts'
import { enqueueEvent } from '../../webhooks/commands.ts'
import { countPersons, findErasureFacts, findProgress } from './queries.ts'

/** Erases all personal data in one transaction; counted figures stay. */
export const erasePersons = (
  { db }: CommandContext,
  { erase_backups }: { erase_backups: boolean },
  now: Instant,
): Promise<Persons> =>
  inTransaction(db, async (tx) => {
    await lockEverything(tx)
    if (!isEventOver(await findProgress(tx, now), now)) throw new AppError('event_not_over')
    const persons = await countPersons(tx)
    if (Object.values(persons).every((count) => count === 0)) throw new AppError('nothing_to_erase')
    await insertErasure(tx, { due_on: null, with_backups: erase_backups }, now)
    await eraseAll(tx, now)
    return persons
  })

/**
 * Announces an automatic erasure a week ahead, or does it. The settings row serializes concurrent processes.
 */
export const tendErasure = (context: CommandContext, now: Instant): Promise<'wait' | 'tell' | 'erase'> =>
  inTransaction(context.db, async (tx) => {
    if (erasureStep(await findErasureFacts(tx), now) === 'wait') return 'wait'
    await lockEverything(tx)
    await tx.selectFrom('settings').select('only_row').forNoKeyUpdate().execute()
    // Another process or an administrator may have been first.
    const facts = await findErasureFacts(tx)
    const step = erasureStep(facts, now)
    const due_on = erasureDay(facts)
    if (step === 'wait' || due_on === null) return 'wait'
    if (step === 'tell') return announce(context, tx, { due_on, day: announcedDay(facts, now)! }, now)
    if (!isEventOver(await findProgress(tx, now), now)) return 'wait'
    const persons = await countPersons(tx)
    const { erase_backups } = await readSection(tx, closingSettings)
    if (!(await insertErasure(tx, { due_on: madridDate(now), with_backups: erase_backups }, now)))
      return 'wait'
    await eraseAll(tx, now)
    await tx.updateTable('settings').set({ erasure_told_for: null, erasure_told_at: null }).execute()
    const entry = { action: actionOf(erasePersonsCall), target: null, summary: '개인정보가 삭제되었습니다.' }
    await recordDeed(tx, MACHINE, { ...entry, details: { ...persons, erase_backups } }, now)
    return 'erase'
  })

async function announce(
  { postMail, publicUrl }: CommandContext,
  tx: Tx,
  { due_on, day }: { due_on: string; day: string },
  now: Instant,
): Promise<'tell'> {
  const { event_name, contact_email } = await getSettings(tx)
  const persons = await countPersons(tx)
  const facts = { to: contact_email, day, told_at: now, ...persons, event_name, contact_email }
  await postMail(tx, [{ kind: 'erasure_announced', facts: { ...facts, public_url: publicUrl } }], now)
  await tx
    .updateTable('settings')
    .set({ erasure_told_for: due_on, erasure_told_at: new Date(now) })
    .execute()
  return 'tell'
}

/** Locks in the lock order, so that bookings, decisions and deletions in progress finish first. */
async function lockEverything(tx: Tx) {
  await allowMoreTime(tx)
  await holdMassWork(tx)
  await sql`select from members order by id for update`.execute(tx)
  await sql`select from reservations order by id for update`.execute(tx)
}

type Erasure = { due_on: string | null; with_backups: boolean }

/** Returns false if that day already had its erasure. */
async function insertErasure(tx: Tx, { due_on, with_backups }: Erasure, now: Instant): Promise<boolean> {
  const { rows } = await sql`
    insert into erasures (at, due_on, with_backups, members_normal, members_vip, members_vvip,
      waits_tours, waits_tours_served, waits_meetings, waits_meetings_served)
    select ${new Date(now)}, ${due_on}::date, ${with_backups}, m.*, w.*
    from (
      select count(*) filter (where not is_vip), count(*) filter (where is_vip and not is_vvip),
        count(*) filter (where is_vvip) from members
    ) m, (
      select count(*) filter (where kind = 'VIP_TOUR'),
        count(*) filter (where kind = 'VIP_TOUR' and outcome = 'served'),
        count(*) filter (where kind = 'GROUP_MEETING'),
        count(*) filter (where kind = 'GROUP_MEETING' and outcome = 'served') from waitlist_entries
    ) w
    on conflict on constraint erasures_due_on_key do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** The counts that the report needs later: companies become random numbers. */
async function eraseAll(tx: Tx, now: Instant) {
  await sql`
    with companies as (
      select key, row_number() over (order by random())
        + (select coalesce(max(company), 0) from erased_parties) as number
      from (select distinct search_key(visitor ->> 'company') as key from reservations
        where visitor ->> 'company' <> '') as named
    )
    insert into erased_parties (reservation_id, tier, company, had_feedback)
    select r.id, case when m.is_vvip then 'vvip' when m.is_vip then 'vip' when m.id is not null then 'normal' end,
      c.number, r.feedback is not null
    from reservations r left join members m on m.id = r.member_id
      left join companies c on r.visitor ->> 'company' <> '' and c.key = search_key(r.visitor ->> 'company')
    on conflict on constraint erased_parties_pkey do nothing`.execute(tx)
  await eraseRest(tx, [], now)
}

// The statement timeout is a minute, and a busy machine needs a millisecond per reservation.
const ROWS_AT_ONCE = 10_000

/** Deletes long tables in several statements and sends webhooks an event for each member. */
export async function eraseRest(tx: Tx, kept: readonly string[], now: Instant) {
  const members = kept.includes('members') ? [] : await tx.selectFrom('members').select('id').execute()
  for (const { table, statement, isLong } of erasingStatements()) {
    if (kept.includes(table)) continue
    if (!isLong) {
      await sql.raw(statement).execute(tx)
      continue
    }
    const erasing = sql`${sql.raw(statement)} from (select ${new Date(now)}::timestamptz) as erasure (erased_at)`
    const last = sql<{ id: number }>`select coalesce(max(id), -1)::int as id from ${sql.table(table)}`
    const { rows } = await last.execute(tx)
    for (let from = 0; from <= rows[0]!.id; from += ROWS_AT_ONCE)
      await sql`${erasing} where id >= ${from} and id < ${from + ROWS_AT_ONCE}`.execute(tx)
  }
  const ids = idsOf(members)
  await enqueueEvent(tx, 'member.erased', ids, now)
}

/** The next event starts without these persons; the caller has checked that it may. */
export async function noteErasure(tx: Tx, now: Instant) {
  const { erase_backups } = await readSection(tx, closingSettings)
  await insertErasure(tx, { due_on: null, with_backups: erase_backups }, now)
}
