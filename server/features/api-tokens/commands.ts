import {
  API_SCOPES,
  type addApiToken as addApiTokenCall,
  type ApiToken,
} from '../../../contract/admin/api-tokens.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import { endOfDay, type Instant } from '../../../domain/madrid-time.ts'
import type { Db } from '../../database/transaction.ts'
import { invalid, orRefuse } from '../../http/app-error.ts'
import { type SignedInAdmin, makeApiToken, hashOf } from '../../http/session.ts'
import { findApiTokens } from './queries.ts'

const MAX_TOKENS = 50

/** The token is shown once; only a hash is stored. */
export async function addToken(
  db: Db,
  admin: SignedInAdmin,
  { name, scopes, expires_on }: BodyOf<typeof addApiTokenCall>,
  now: Instant,
): Promise<{ api_token: ApiToken; secret: string }> {
  const ends = expires_on ? endOfDay(expires_on) : null
  if (ends !== null && ends <= now) throw invalid('expires_on', '만료일은 오늘 이후여야 합니다.')
  const secret = makeApiToken()
  const { id } = await db
    .insertInto('api_tokens')
    .values({
      name,
      token_hash: hashOf(secret),
      scopes: API_SCOPES.filter((scope) => scopes.includes(scope)),
      expires_at: ends === null ? null : new Date(ends),
      created_at: new Date(now),
      created_by: admin.name,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const all = await findApiTokens(db)
  if (all.length > MAX_TOKENS) throw invalid('name', `API 토큰은 최대 ${MAX_TOKENS}개까지 만들 수 있습니다.`)
  return { api_token: all.find((each) => each.id === id)!, secret }
}

/** Takes effect at once in every process. */
export async function revokeToken(db: Db, id: number): Promise<string> {
  const deletion = db.deleteFrom('api_tokens').where('id', '=', id).returning('name')
  return (await deletion.executeTakeFirstOrThrow(orRefuse('not_found'))).name
}
