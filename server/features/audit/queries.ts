import { sql } from 'kysely'
import type { AuditEntry, listAudit } from '../../../contract/admin/audit.ts'
import { storedWords } from '../../../contract/text/audit-text.ts'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { foldText } from '../../../domain/search-text.ts'
import { isoInMadrid, TIME_ZONE, type Instant } from '../../../domain/madrid-time.ts'
import { foldTogether, hasWords, pageAt } from '../../database/search.ts'
import type { Db } from '../../database/transaction.ts'

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
  const words = search.split(/[\s·]+/).filter((word) => foldText(word) !== '')
  const found = words.reduce((query, word) => query.where(showing(word)), db.selectFrom('audit_log'))
  const { count } = await found.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow()
  const { limit, offset } = pageAt(page, PAGE)
  const rows = await found
    .select(['id', 'at', 'admin', 'action', 'target', 'summary', 'details'])
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const results = rows.map((row) => ({ ...row, at: isoInMadrid(row.at.getTime()) }))
  return { count: Number(count), results }
}

// As the screen writes it: 2026년 11월 20일 (금) 09:05.
const WALL = sql`(at at time zone ${sql.lit(TIME_ZONE)})`
const MOMENT = sql`to_char(${WALL}, 'YYYY"년" FMMM"월" FMDD"일"')
  || ' (' || (array['일', '월', '화', '수', '목', '금', '토'])[extract(dow from ${WALL})::int + 1] || ') '
  || to_char(${WALL}, 'HH24:MI')`
const DETAILS = sql`(
  select string_agg(fact.key || chr(31) || fact.value, chr(31)) from jsonb_each_text(details) as fact)`
const SHOWN = foldTogether(
  ...['admin', 'action', 'target', 'summary'].map((column) => sql.ref(column)),
  MOMENT,
  DETAILS,
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
