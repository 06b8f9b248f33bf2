import { sql } from 'kysely'
import type { AuditEntry, listAudit } from '../../../contract/admin/audit.ts'
import { storedWords, thingsIn } from '../../../contract/text/audit-text.ts'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { searchKey } from '../../../domain/search-key.ts'
import { isoInMadrid, TIME_ZONE, type Instant } from '../../../domain/madrid-time.ts'
import { searchKeyOf, hasWords, pageAt } from '../../database/search.ts'
import type { Db } from '../../database/transaction.ts'
import { findNames, longDay, NAMED_LOG, SHOWN_DATES, SHOWN_NAMES } from './naming/queries.ts'

const PAGE = 50
// Somebody who changes a thing has read it not that many changes ago.
const LATEST_WRITES = 50

type Which = HandlerInput<typeof listAudit>['query']

/**
 * One page of what administrators have done, newest first, and how much there is. A search finds what each of its words
 * is in, as the screen shows it: target, details and time in Korean; or as it is kept.
 */
export async function findAudit(
  db: Db,
  { page, search = '' }: Which,
): Promise<{ count: number; results: AuditEntry[] }> {
  const words = search.split(/[\s·]+/).filter((word) => searchKey(word) !== '')
  const log = db.selectFrom(NAMED_LOG.as('audit_log'))
  const found = words.reduce((query, word) => query.where(showing(word)), log)
  const { count } = await found.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const { limit, offset } = pageAt(page, PAGE)
  const rows = await found
    .select(['id', 'at', 'admin', 'action', 'target', 'subject', 'former', 'summary', 'details'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const names = await findNames(db, rows)
  const results = rows.map((row) => ({
    ...row,
    at: isoInMadrid(row.at.getTime()),
    names: Object.fromEntries(
      thingsIn(row.details).flatMap((thing) => (names[thing] === undefined ? [] : [[thing, names[thing]]])),
    ),
  }))
  return { count: Number(count), results }
}

// As the screen writes it: 2026년 11월 20일 (금) 09:05.
const WALL = sql`(at at time zone ${sql.lit(TIME_ZONE)})`
const MOMENT = sql`${longDay(WALL)} || ' ' || to_char(${WALL}, 'HH24:MI')`
const DETAILS = sql`(
  select string_agg(fact.key || chr(31) || fact.value, chr(31)) from jsonb_each_text(details) as fact)`
const SHOWN = searchKeyOf(
  ...['admin', 'action', 'target', 'summary'].map((column) => sql.ref(column)),
  sql`subject ->> 'text'`,
  sql.ref('former'),
  MOMENT,
  DETAILS,
  SHOWN_DATES,
  SHOWN_NAMES,
)

/** True of an entry that shows this word somewhere, or keeps it. */
function showing(written: string) {
  // A name is written with its colon before its value, and a list with commas.
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

/** Which administrators have changed these fields of a thing last, and when, the latest first. */
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
    // Of a caller who did not say what the change was made from, any field may be.
    const found = [...left].filter((field) => written === null || written.includes(field))
    if (found.length > 0) writers.push({ admin, at: at.getTime() })
    for (const field of found) left.delete(field)
  }
  return writers
}
