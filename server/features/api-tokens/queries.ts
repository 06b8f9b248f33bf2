import type { ApiToken } from '../../../contract/admin/api-tokens.ts'
import { isoRow } from '../../database/iso-row.ts'
import type { Db } from '../../database/transaction.ts'

export async function findApiTokens(db: Db): Promise<ApiToken[]> {
  const rows = await db
    .selectFrom('api_tokens')
    .select(['id', 'name', 'scopes', 'created_at', 'created_by', 'expires_at', 'last_used_at'])
    .orderBy('id', 'desc')
    .execute()
  return rows.map(isoRow)
}
