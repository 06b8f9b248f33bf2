import type { CalendarFeed, makeCalendarFeed } from '../../../contract/admin/calendar-feeds.ts'
import type { OwnFeed } from '../../../contract/calendar-feed.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { latestPast } from '../../../domain/ahead.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import type { CommandContext } from '../../command-context.ts'
import { inTransaction, type Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { type SignedInAdmin, hashOf, makeToken } from '../../http/session.ts'
import { refuseUnknownPlace } from '../places/queries.ts'
import { findFeed, findOwnFeed, type FoundFeed } from './queries.ts'

const urlOf = (publicUrl: string, token: string) => `${publicUrl}/api/public/calendar/${token}.ics`

/** The address is shown once; only a hash is stored. */
export async function makeFeed(
  { db, publicUrl }: CommandContext,
  admin: SignedInAdmin,
  wanted: BodyOf<typeof makeCalendarFeed>,
  now: Instant,
): Promise<{ feed: CalendarFeed; url: string }> {
  if (wanted.type !== 'all') await refuseUnknownPlace(db, wanted)
  const token = makeToken()
  const { id } = await db
    .insertInto('calendar_feeds')
    .values({
      token_hash: hashOf(token),
      docent_id: wanted.type === 'tour' ? wanted.resource_id : null,
      room_id: wanted.type === 'room' ? wanted.resource_id : null,
      created_at: new Date(now),
      created_by: admin.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { feed: (await findFeed(db, id))!, url: urlOf(publicUrl, token) }
}

export async function revokeFeed({ db }: CommandContext, id: number): Promise<CalendarFeed> {
  const feed = await findFeed(db, id)
  if (!feed) throw new AppError('not_found')
  await db.deleteFrom('calendar_feeds').where('id', '=', id).execute()
  return feed
}

/** Ends the previous link. The address is shown once. */
export const makeMemberFeed = (
  { db, publicUrl }: CommandContext,
  member_id: number,
  now: Instant,
): Promise<{ feed: OwnFeed; url: string }> =>
  inTransaction(db, async (tx) => {
    const token = makeToken()
    const link = { token_hash: hashOf(token), created_at: new Date(now), last_used_at: null }
    await tx
      .insertInto('calendar_feeds')
      .values({ ...link, member_id })
      .onConflict((conflict) => conflict.constraint('calendar_feeds_member_key').doUpdateSet(link))
      .execute()
    return { feed: (await findOwnFeed(tx, member_id))!, url: urlOf(publicUrl, token) }
  })

export async function revokeMemberFeed(db: Db, member_id: number) {
  await db.deleteFrom('calendar_feeds').where('member_id', '=', member_id).execute()
}

/** Programs poll every few minutes; the last use is stored less often. */
const NOTED_EVERY = 5 * 60_000

export async function noteFeedUse(db: Db, { id, last_used_at }: FoundFeed, now: Instant) {
  const last = last_used_at?.getTime() ?? 0
  if (last > now - NOTED_EVERY && last <= latestPast(now)) return
  await db
    .updateTable('calendar_feeds')
    .set({ last_used_at: new Date(now) })
    .where('id', '=', id)
    .execute()
}
