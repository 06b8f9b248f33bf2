import { sql, type RawBuilder } from 'kysely'
import type { FastifyRequest } from 'fastify'
import type { ApiScope } from '../../contract/endpoint.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import type { Db } from '../database/transaction.ts'
import { AppError } from './app-error.ts'
import { beginAttempt, FAILURE_WINDOW } from './attempts.ts'
import { networkOf } from './network.ts'
import { makeRateLimit } from './rate-limit.ts'
import { hashOf, makeToken } from './token.ts'

export type TokenSession = Readonly<{
  audience: 'token'
  admin: Readonly<{ id: number; name: string }>
  scopes: readonly ApiScope[]
  owner: Readonly<{ token_id: number }>
  toDo: null
  expires_at: Instant
}>

const PREFIX = 'fsl_'

/** The prefix lets secret scanners recognize a leaked token. */
export const makeApiToken = (): string => PREFIX + makeToken()

export const bearerOf = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
  authorization === undefined ? undefined : (/^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? '')

export const readingOf = (scope: ApiScope): ApiScope => scope.replace(':write', ':read') as ApiScope

const WORDS: ReadonlySet<string> = new Set(['message', 'status', 'type', 'kind', 'code', 'outcome'])

/** For a token that only writes: ids, statuses, counts and the message; no names, texts or dates. */
export function withoutTexts(value: unknown, name = ''): unknown {
  if (typeof value === 'string') return WORDS.has(name) ? value : undefined
  if (Array.isArray(value))
    return value.map((item) => withoutTexts(item)).filter((item) => item !== undefined)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withoutTexts(each, key)]))
}

/** In history and audit log; the negative id cannot be an account's. */
const callerOf = ({ id, name }: { id: number; name: string }) => ({ id: -id, name: `API ${name}` })

type Found = { id: number; name: string; scopes: ApiScope[]; expires_at: Date | null }

/** `select` replaces the beginning of the statement, to run more in the same round trip. */
export async function findApiToken(
  db: Db,
  token: string,
  now: Instant,
  select: RawBuilder<unknown> = sql`select`,
): Promise<TokenSession | undefined> {
  if (!token.startsWith(PREFIX)) return undefined
  const { rows } = await sql<Found>`${select} id, name, scopes, expires_at from api_tokens
    where token_hash = ${hashOf(token)} and (expires_at is null or expires_at > ${new Date(now)})`.execute(db)
  const [found] = rows
  return (
    found && {
      audience: 'token',
      admin: callerOf(found),
      scopes: found.scopes,
      owner: { token_id: found.id },
      toDo: null,
      expires_at: found.expires_at?.getTime() ?? Infinity,
    }
  )
}

const MAX_WRONG = 20

/** Counts wrong tokens by network; right ones stay unaffected. */
export async function refuseToken(db: Db, request: FastifyRequest, now: Instant): Promise<AppError> {
  const origin = networkOf(request.ip)
  const limits = [{ of: 'origin', max: MAX_WRONG, ms: FAILURE_WINDOW }] as const
  await beginAttempt(db, { kind: 'api_token', account: '', origin, limits }, now)
  return new AppError('not_authenticated', { headers: { 'www-authenticate': 'Bearer' } })
}

/** Per token, process and minute. */
const MAX_CALLS = 300

/** Writes the last use at most once a minute; throws `too_many_requests`. */
export function makeUseToken(db: Db) {
  const rate = makeRateLimit(MAX_CALLS)
  return async (id: number, now: Instant): Promise<void> => {
    const { count, refusal } = rate(id, now)
    if (refusal) throw refusal
    if (count > 1) return
    await sql`update api_tokens set last_used_at = ${new Date(now)} where id = ${id}`.execute(db)
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    useToken: ReturnType<typeof makeUseToken>
  }
}
