import { sql } from 'kysely'
import type { AuditEntry, listAudit, searchAudit as searchAuditCall } from '../../../contract/admin/audit.ts'
import { PAGE_SIZE } from '../../../contract/page.ts'
import { storedWords, thingsIn } from '../../../contract/text/audit-text.ts'
import type { HandlerInput, ResponseOf } from '../../../contract/endpoint.ts'
import { searchKey } from '../../../domain/search-key.ts'
import { isoInMadrid, TIME_ZONE, type Instant } from '../../../domain/madrid-time.ts'
import { searchKeyOf, hasWords, pageAt } from '../../database/search.ts'
import { anyOf, idsOf, type Db } from '../../database/transaction.ts'
import { findNames, longDay, SHOWN_DATES, SHOWN_NAMES, thingsOf } from './naming/queries.ts'

// A form is rarely older than that many changes.
const LATEST_WRITES = 50

// Entries per search query, so that each stays short.
const WINDOW = 1_000

type Page = { count: number; results: AuditEntry[] }

/** Each search word must appear in the entry as displayed or as stored. */
export async function findAudit(
  db: Db,
  { page, search = '' }: HandlerInput<typeof listAudit>['query'],
): Promise<Page> {
  const { limit, offset } = pageAt(page, PAGE_SIZE.log)
  const words = wordsOf(search)
  if (words.length === 0) {
    const { count } = await db
      .selectFrom('audit_log')
      .select(sql<number>`count(*)::int`.as('count'))
      .executeTakeFirstOrThrow()
    const rows = await db
      .selectFrom('audit_log')
      .select('id')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    return { count, results: await findEntries(db, idsOf(rows)) }
  }
  const found: number[] = []
  let judged: Judged | undefined
  do {
    judged = await judge(db, words, judged?.reached)
    found.push(...judged.ids)
  } while (!judged.isLast)
  return { count: found.length, results: await findEntries(db, found.slice(offset, offset + limit)) }
}

/**
 * Searches `WINDOW` entries backwards; `next` continues, null at the end. Entries since `until` are searched.
 */
export async function searchAudit(
  db: Db,
  { search = '', before }: HandlerInput<typeof searchAuditCall>['query'],
): Promise<ResponseOf<typeof searchAuditCall>> {
  const { ids, reached, reached_at, isLast } = await judge(db, wordsOf(search), before)
  const shown = ids.slice(0, PAGE_SIZE.log)
  const results = await findEntries(db, shown)
  if (shown.length < ids.length) return { results, next: shown.at(-1)!, until: results.at(-1)!.at }
  return isLast
    ? { results, next: null, until: null }
    : { results, next: reached, until: isoInMadrid(reached_at!.getTime()) }
}

const wordsOf = (search: string) => search.split(/[\s·]+/).filter((word) => searchKey(word) !== '')

type Judged = { ids: number[]; reached: number | null; reached_at: Date | null; isLast: boolean }

/** Also returns how far back it searched. */
async function judge(db: Db, words: readonly string[], before: number | null | undefined): Promise<Judged> {
  const { rows } = await sql<{
    ids: number[] | null
    reached: number | null
    reached_at: Date | null
    size: number
  }>`
    with recent as materialized (
      select id, at, admin, action, target, summary, details, network, device from audit_log
      where ${before == null ? sql`true` : sql`id < ${before}`} order by id desc limit ${WINDOW}
    ), things as materialized (
      select * from ${thingsOf(sql`select distinct target from recent where target is not null`)} as things
    )
    select (select array_agg(id order by id desc) from recent left join things using (target)
        where ${sql.join([sql`true`, ...words.map(showing)], sql` and `)}) as ids,
      min(id) as reached, min(at) as reached_at, count(*)::int as size
    from recent`.execute(db)
  const { ids, reached, reached_at, size } = rows[0]!
  return { ids: ids ?? [], reached, reached_at, isLast: size < WINDOW }
}

async function findEntries(db: Db, ids: readonly number[]): Promise<AuditEntry[]> {
  const entries = db.selectFrom('audit_log').where('id', '=', anyOf(ids))
  const rows = await entries
    .leftJoin(
      thingsOf(sql`${entries.select('target').distinct()}`).as('things'),
      'things.target',
      'audit_log.target',
    )
    .select(['id', 'at', 'admin_id', 'admin', 'action', 'audit_log.target', 'subject', 'former'])
    .select(['summary', 'details', 'network', 'device'])
    .orderBy('id', 'desc')
    .execute()
  const names = await findNames(db, rows)
  return rows.map((row) => ({
    ...row,
    at: isoInMadrid(row.at.getTime()),
    names: Object.fromEntries(
      thingsIn(row.details).flatMap((thing) => (names[thing] === undefined ? [] : [[thing, names[thing]]])),
    ),
  }))
}

// As displayed: 2026년 11월 20일 (금) 09:05.
const WALL = sql`(at at time zone ${sql.lit(TIME_ZONE)})`
const MOMENT = sql`${longDay(WALL)} || ' ' || to_char(${WALL}, 'HH24:MI')`
const DETAILS = sql`(
  select string_agg(fact.key || chr(31) || fact.value, chr(31)) from jsonb_each_text(details) as fact)`
const SHOWN = searchKeyOf(
  ...['admin', 'action', 'target', 'summary', 'network', 'device'].map((column) => sql.ref(column)),
  sql`subject ->> 'text'`,
  sql.ref('former'),
  MOMENT,
  DETAILS,
  SHOWN_DATES,
  SHOWN_NAMES,
)

function showing(written: string) {
  // Displayed names end with a colon, and list items with a comma.
  const word = written.replace(/(?<=.)[:,]$/, '')
  const { targets, facts, values } = storedWords(word)
  const number = /^(\d*)번$/.exec(word)?.[1]
  const ways = [
    hasWords(SHOWN, word),
    sql`target ~ ${`^(${targets.join('|')}) \\d+$`}`,
    ...(number === undefined ? [] : [sql`target ~ ${`^[\\w-]+ \\d*${number}$`}`]),
    sql`exists (select from jsonb_each_text(details) as fact
      where fact.key = any(${facts}::text[]) or fact.value = any(${values}::text[]))`,
  ]
  return sql<boolean>`(${sql.join(ways, sql` or `)})`
}

type Made = { action: string; target: string | null; fields: readonly string[] }

export async function findWriters(
  db: Db,
  { action, target, fields }: Made,
): Promise<{ admin: string; at: Instant }[]> {
  const writes = await db
    .selectFrom('audit_log')
    .select(['admin', 'at', 'fields'])
    .where('action', '=', action)
    .where('target', 'is not distinct from', target)
    .orderBy('id', 'desc')
    .limit(LATEST_WRITES)
    .execute()
  const [left, writers] = [new Set(fields), []] as [Set<string>, { admin: string; at: Instant }[]]
  for (const { admin, at, fields: written } of writes) {
    // Null: unknown, so it may be any field.
    const found = [...left].filter((field) => written === null || written.includes(field))
    if (found.length > 0) writers.push({ admin, at: at.getTime() })
    for (const field of found) left.delete(field)
  }
  return writers
}
