import { sql } from 'kysely'
import type { KeptSample, SampleCounts } from '../../../contract/admin/go-live.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { anyOf, idsOf, inTransaction, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { CommandContext } from '../../command-context.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import { deleteMembers } from '../members/commands.ts'
import { serveWaitlist } from '../reservations/commands.ts'
import { holdAll } from '../reservations/locking/queries.ts'
import { storeCompletion } from '../reservations/deciding/commands.ts'
import { endWaiting } from '../reservations/serving/commands.ts'
import type { Freed } from '../reservations/serving/queries.ts'
import { countsOf, findSample, isAnyLeft, isUnneeded, keptOf, type Sample } from './queries.ts'

/** Keeps what a real member's reservation needs, mails only real members who wait, and prevents another sample. */
export const deleteSample = (
  context: CommandContext,
  admin: SignedInAdmin,
  now: Instant,
): Promise<{ deleted: SampleCounts; kept: KeptSample }> =>
  inTransaction(context.db, async (tx) => {
    await holdAll(tx)
    await tx.updateTable('settings').set({ had_sample: true }).execute()
    const sample = await findSample(tx, now)
    const deleted = countsOf(sample)
    if (!isAnyLeft(sample)) throw new AppError('no_sample')
    await tx
      .deleteFrom('waitlist_entries')
      .where('member_id', '=', anyOf(idsOf(sample.members)))
      .execute()
    await storeCompletion(tx, sample.holders, now)
    const freed = await deleteReservations(tx, sample)
    await endWaiting(context, tx, sample.slots, undefined, now)
    await tx.deleteFrom('slots').where('id', '=', anyOf(sample.slots)).execute()
    await deleteUnneeded(tx, sample)
    // Sample members get no mail about the erasure.
    const silent = { db: tx, postMail: async () => {}, publicUrl: '' }
    await deleteMembers(silent, admin, { ids: idsOf(sample.members) }, now)
    // Real members may be waiting for slots of real docents and rooms.
    const left = freed.filter(({ slot_id }) => !sample.slots.includes(slot_id))
    await serveWaitlist(context, tx, left, now)
    return { deleted, kept: keptOf(sample) }
  })

/** Deleted instead of cancelled, because nobody real made them. Returns the released slots. */
async function deleteReservations(tx: Tx, { members, reservations }: Sample): Promise<Freed[]> {
  const addresses = members.map(({ email }) => email)
  await sql`delete from mails
    where reservation_id = ${anyOf(reservations)} or to_address = any(${addresses}::text[])`.execute(tx)
  // The constraints require releasing and ending in one statement.
  const { rows } = await sql<Freed>`
    with ended as (
      update reservations set status = 'CANCELLED', ended_at = null where id = ${anyOf(reservations)} returning id
    )
    update slots set reservation_id = null from ended where reservation_id = ended.id
    returning slots.id as slot_id, null::int as member_id`.execute(tx)
  await tx.deleteFrom('reservations').where('id', '=', anyOf(reservations)).execute()
  return rows
}

async function deleteUnneeded(tx: Tx, { docents, rooms, dates }: Sample) {
  const unneeded = { docents, rooms, event_dates: dates }
  for (const table of ['docents', 'rooms', 'event_dates'] as const)
    await tx
      .deleteFrom(table)
      .where('id', '=', anyOf(idsOf(unneeded[table].filter(isUnneeded))))
      .execute()
}
