import type { CalendarFeed } from '../../../contract/admin/calendar-feeds.ts'
import type { OwnFeed } from '../../../contract/calendar-feed.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { TAKING_PLACE } from '../../../domain/reservation.ts'
import { isoRow } from '../../database/iso-row.ts'
import type { Db } from '../../database/transaction.ts'
import { hashOf } from '../../http/session.ts'
import type { CalendarNotice } from '../../mail/calendar.ts'
import type { FeedReader } from '../../mail/calendar-feed.ts'
import { withIdentity } from '../../outbox/calendar-identity.ts'
import { isDisplayedAs, isNotCalledOff, selectReservations, toWire } from '../reservations/queries.ts'
import { getSettings } from '../settings/queries.ts'
import { linkedRow } from '../places/queries.ts'

const withPlaces = (db: Db) =>
  db
    .selectFrom('calendar_feeds as f')
    .leftJoin('docents as d', 'd.id', 'f.docent_id')
    .leftJoin('rooms as r', 'r.id', 'f.room_id')

const selectFeeds = (db: Db) =>
  withPlaces(db)
    .select(['f.id', 'f.docent_id', 'd.name as docent_name', 'f.room_id', 'r.name as room_name'])
    .select(['f.created_at', 'f.created_by', 'f.last_used_at'])
    .where('f.member_id', 'is', null)

type Row = Awaited<ReturnType<ReturnType<typeof selectFeeds>['execute']>>[number]

const feedOf = (row: Row): CalendarFeed => ({ ...linkedRow(row), created_by: row.created_by! })

/** Members' own links are visible to them alone. */
export const findFeeds = async (db: Db): Promise<CalendarFeed[]> =>
  (await selectFeeds(db).orderBy('f.id', 'desc').execute()).map(feedOf)

export async function findFeed(db: Db, id: number): Promise<CalendarFeed | undefined> {
  const row = await selectFeeds(db).where('f.id', '=', id).executeTakeFirst()
  return row && feedOf(row)
}

export async function findOwnFeed(db: Db, member_id: number): Promise<OwnFeed | null> {
  const row = await db
    .selectFrom('calendar_feeds')
    .select(['created_at', 'last_used_at'])
    .where('member_id', '=', member_id)
    .executeTakeFirst()
  return row ? isoRow(row) : null
}

export const findFeedByToken = (db: Db, token: string) =>
  withPlaces(db)
    .select(['f.id', 'f.docent_id', 'f.room_id', 'f.member_id', 'f.last_used_at'])
    .select((eb) => eb.fn.coalesce('d.name', 'r.name').as('name'))
    .where('f.token_hash', '=', hashOf(token))
    .executeTakeFirst()

export type FoundFeed = NonNullable<Awaited<ReturnType<typeof findFeedByToken>>>

const readerOf = ({ docent_id, room_id, member_id }: FoundFeed): FeedReader =>
  member_id !== null ? 'member' : (docent_id ?? room_id) === null ? 'manager' : 'staff'

/** Members and managers also see requests that are not approved yet. */
export async function findFeedNotices(
  db: Db,
  feed: FoundFeed,
  public_url: string,
  now: Instant,
): Promise<{ event_name: string; reader: FeedReader; notices: CalendarNotice[] }> {
  const { docent_id, room_id, member_id } = feed
  const reader = readerOf(feed)
  const [settings, rows] = await Promise.all([
    getSettings(db),
    selectReservations(db)
      .where(isDisplayedAs(reader === 'staff' ? TAKING_PLACE : ['PENDING', ...TAKING_PLACE], now))
      .where(isNotCalledOff)
      .$if(member_id !== null, (query) => query.where('r.member_id', '=', member_id))
      .$if(docent_id !== null, (query) => query.where('r.docent_id', '=', docent_id))
      .$if(room_id !== null, (query) => query.where('r.room_id', '=', room_id))
      .orderBy('r.starts_at')
      .orderBy('r.id')
      .execute(),
  ])
  const notices = rows.map((row) => ({
    ...settings,
    reservation: toWire(row, reader === 'member' ? 'member' : 'admin', now),
    version: row.version,
    public_url,
  }))
  return { event_name: settings.event_name, reader, notices: await withIdentity(db, notices) }
}
