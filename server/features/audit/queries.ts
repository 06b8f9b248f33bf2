import type { AuditEntry, listAudit } from '../../../contract/audit.ts'
import type { HandlerInput } from '../../../contract/endpoint.ts'
import { isoInMadrid } from '../../../domain/madrid-time.ts'
import { containing, pageAt } from '../../database/search.ts'
import type { Db } from '../../database/transaction.ts'

const PAGE = 50

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
