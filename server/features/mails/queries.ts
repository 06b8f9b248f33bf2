import { sql } from 'kysely'
import type { HandlerInput, ResponseOf } from '../../../contract/endpoint.ts'
import type { getResent, ListedMail, listMails } from '../../../contract/admin/mails.ts'
import { PAGE_SIZE } from '../../../contract/page.ts'
import { latestPast } from '../../../domain/ahead.ts'
import { DAY, type Instant } from '../../../domain/madrid-time.ts'
import type { WaitingMails } from '../../../domain/mail-outage.ts'
import { hasWords, pageAt } from '../../database/search.ts'
import { isoRow } from '../../database/iso-row.ts'
import { anyOf, type Db } from '../../database/transaction.ts'

const selectListed = (db: Db) =>
  db
    .selectFrom('mails')
    .select(['id', 'kind', 'to_address as to', 'subject', 'status', 'attempts'])
    .select(['last_error as error', 'created_at', 'sent_at', 'reservation_id'])

/** Not erased, and no completed sign-up code. */
export const hasContent = sql<boolean>`mails.facts is not null`

type Which = HandlerInput<typeof listMails>['query']

const ofMember = (id: number) => sql<number>`(
  select m.id from mails m join reservations r on r.id = m.reservation_id where r.member_id = ${id}
  union all
  select m.id from mails m join members u on u.email = m.to_address
  where u.id = ${id} and m.reservation_id is null)`

/** Newest first. */
export async function findMails(
  db: Db,
  { page, search, status, user }: Which,
): Promise<{ count: number; results: ListedMail[] }> {
  const { limit, offset } = pageAt(page, PAGE_SIZE.log)
  const matching = db
    .selectFrom('mails')
    .select('id')
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .$if(user !== undefined, (query) => query.where('id', 'in', ofMember(user!)))
    .$if(Boolean(search), (query) => query.where(hasWords(sql.ref('search_key'), search!)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
  // One index pass; the ids stay in the database.
  const { rows: found } = await sql<{ count: number; page: number[] }>`
    select cardinality(ids) as count, ids[${offset + 1}::int8:${offset + limit}::int8] as page
    from (select array(${matching}) as ids) as found`.execute(db)
  const { count, page: ids } = found[0]!
  const rows = await selectListed(db)
    .where('id', '=', anyOf(ids))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return { count, results: rows.map(isoRow) }
}

export async function findMailsOfReservation(db: Db, reservation_id: number): Promise<ListedMail[]> {
  const rows = await selectListed(db)
    .where('reservation_id', '=', reservation_id)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(isoRow)
}

/** False for one that has lapsed. */
const isOfUse = (mails: string, now: Instant) =>
  sql<boolean>`coalesce((${sql.ref(mails)}.facts ->> 'lapses_at')::float8, 'infinity') > ${now}::float8`

/** Oldest first: failed mails that are still true of upcoming reservations, and others of the last 24 hours. */
export const findFailures = (db: Db, now: Instant) =>
  db
    .selectFrom('mails')
    .leftJoin('reservations as r', 'r.id', 'mails.reservation_id')
    .select(['mails.id', 'mails.reservation_id'])
    .where('mails.status', '=', 'failed')
    .where('mails.kind', 'not in', ['verification_code', 'login_code'])
    .where(hasContent)
    .where(
      sql<boolean>`(r.ends_at > ${new Date(now)} or mails.reservation_id is null
        and mails.created_at > ${new Date(now - DAY)} and mails.created_at <= ${new Date(latestPast(now))})`,
    )
    .where(isOfUse('mails', now))
    .where(
      sql<boolean>`not exists (select from mails newer where newer.reservation_id = mails.reservation_id
        and newer.id > mails.id and (newer.status <> 'failed' or ${isOfUse('newer', now)}))`,
    )
    .where(
      // Moved or decided later without a mail.
      sql<boolean>`not exists (
        select from reservation_history h where h.reservation_id = mails.reservation_id
          and h.at > mails.created_at + interval '1 second' and (h.action = 'move' or h.from_status <> h.to_status))`,
    )
    .orderBy('mails.id')
    .execute()

/** Cheap, because it is polled. */
export async function findWaiting(db: Db): Promise<WaitingMails> {
  const { delayed, held_since } = await db
    .selectFrom('mails')
    .select(({ fn }) => [fn.count<string>('last_error').as('delayed'), fn.min('held_since').as('held_since')])
    .where('status', '=', 'queued')
    .executeTakeFirstOrThrow()
  return { delayed: Number(delayed), held_since: held_since?.getTime() ?? null }
}

export async function countResent(db: Db, at: Date): Promise<ResponseOf<typeof getResent>> {
  const { rows } = await sql<ResponseOf<typeof getResent>>`
    select count(*) filter (where status = 'queued' and attempts <= 1)::int as on_their_way,
      count(*) filter (where status = 'queued' and attempts > 1)::int as delayed,
      count(*) filter (where status = 'sent')::int as sent, count(*) filter (where status = 'failed')::int as failed
    from mails where resent_at = ${at}`.execute(db)
  return rows[0]!
}

/** Null if never resent, undefined if unknown. */
export const findResent = (db: Db, id: number): Promise<{ resent_at: Date | null } | undefined> =>
  db.selectFrom('mails').select('resent_at').where('id', '=', id).executeTakeFirst()
