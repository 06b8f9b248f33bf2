import type { AuditEntry, listAudit } from '../../../contract/audit.ts'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import { containing, pageAt } from '../../database/search.ts'
import type { Db } from '../../database/transaction.ts'

const PAGE = 50
// Somebody who changes a thing has read it not that many changes ago.
const LATEST_WRITES = 50

type Which = HandlerInput<typeof listAudit>['query']

/** One page of what administrators have done, newest first, and how much there is. */
export async function findAudit(
  db: Db,
  { page, search }: Which,
): Promise<{ count: number; results: AuditEntry[] }> {
  const pattern = search && containing(search)
  const found = db
    .selectFrom('audit_log')
    .$if(Boolean(pattern), (query) =>
      query.where((eb) =>
        eb.or(
          (['admin', 'action', 'target', 'summary', 'details'] as const).map((column) =>
            eb(column, 'ilike', pattern!),
          ),
        ),
      ),
    )
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
