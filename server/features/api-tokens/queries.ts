import type { ApiToken } from '../../../contract/admin/api-tokens.ts'
import { isoInMadrid } from '../../../domain/madrid-time.ts'
import type { Db } from '../../database/transaction.ts'

const isoOf = (at: Date | null) => at && isoInMadrid(at.getTime())

export async function findApiTokens(db: Db, id?: number): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'scopes', 'created_at', 'created_by', 'expires_at', 'last_used_at'])
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ created_at, expires_at, last_used_at, ...row }) => ({
    ...row,
    created_at: isoInMadrid(created_at.getTime()),
    expires_at: isoOf(expires_at),
    last_used_at: isoOf(last_used_at),
  }))
}
