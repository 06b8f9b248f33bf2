import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Audience, Endpoint } from '../../contract/endpoint.ts'
import type { Member } from '../../contract/member.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { mayAct, type Role } from '../../domain/role.ts'
import type { Db } from '../database/transaction.ts'
import { readingOf } from './api-token.ts'
import { AppError } from './app-error.ts'
import { beginAttempt, FAILURE_WINDOW } from './attempts.ts'
import { networkOf } from './network.ts'
import type { FindSession, SignedInAdmin, ToDo } from './session.ts'

export type Caller = {
  member?: Member
  admin?: SignedInAdmin
  /** Of an administrator's session; tokens have scopes. */
  role?: Role | undefined
  toDo?: ToDo
  token?: string
  api_token_id?: number
  /** A token that may not read what it writes. */
  writesOnly?: boolean
}

/** Throws 401 without a session, and 403 where something is to do first or the API token lacks the scope. */
export async function identify(
  request: FastifyRequest,
  audience: Audience,
  find: FindSession,
  now: Instant,
  { beforeSetUp, ...needed }: Pick<Endpoint, 'beforeSetUp' | 'scope' | 'tellsKnown'> = {},
): Promise<Caller> {
  if (audience === 'public') return {}
  const bearer = audience === 'admin' ? bearerOf(request) : undefined
  // A bearer token takes precedence over cookies.
  if (bearer !== undefined) return identifyToken(request, bearer, find, now, needed)
  const token = sessionToken(request, audience)
  const session = token === undefined ? undefined : await find(audience, token, now)
  if (!session) throw new AppError('not_authenticated')
  if (session.toDo === 'password' && beforeSetUp !== 'password')
    throw new AppError('password_change_required')
  if (session.toDo === 'second_factor' && !beforeSetUp) throw new AppError('second_factor_setup_required')
  if (session.audience === 'member') return { member: session.member, token: token! }
  return {
    admin: session.admin,
    role: session.audience === 'admin' ? session.role : undefined,
    toDo: session.toDo,
    token: token!,
  }
}

const bearerOf = ({ headers: { authorization } }: FastifyRequest): string | undefined =>
  // Other schemes belong to a proxy in front.
  /^Bearer\b *(.*)/i.exec(authorization ?? '')?.[1]?.trimEnd()

async function identifyToken(
  request: FastifyRequest,
  token: string,
  find: FindSession,
  now: Instant,
  { scope, tellsKnown }: Pick<Endpoint, 'scope' | 'tellsKnown'>,
): Promise<Caller> {
  const session = await find('token', token, now)
  if (session?.audience !== 'token') throw await refuseToken(request.server.db, request, now)
  if (!scope || !session.scopes.includes(scope)) throw new AppError('scope_required')
  const writesOnly = scope.endsWith(':write') && !session.scopes.includes(readingOf(scope))
  if (writesOnly && tellsKnown) throw new AppError('scope_required')
  return { admin: session.admin, token, api_token_id: session.owner.token_id, writesOnly }
}

export function refuseRole({ role }: Caller, endpoint: Endpoint) {
  if (role && !mayAct(role, endpoint.role!)) throw new AppError('role_required')
}

export function refuseCrossSite(request: FastifyRequest, publicUrl: string) {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  const own = [`${request.protocol}://${request.host}`, new URL(publicUrl).origin]
  const isForeign = origin !== undefined && !own.includes(origin)
  if (isForeign || !['same-origin', 'none', undefined].includes(fetchSite)) throw new AppError('cross_site')
}

export function refuseForged(request: FastifyRequest, token: string) {
  const given = Buffer.from(String(request.headers['x-csrftoken'] ?? ''))
  const expected = Buffer.from(csrfTokenOf(token))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new AppError('csrf_failed')
}

const MAX_WRONG = 20

/** Counts wrong tokens by network; right ones stay unaffected. */
async function refuseToken(db: Db, request: FastifyRequest, now: Instant): Promise<AppError> {
  const origin = networkOf(request.ip)
  const limits = [{ of: 'origin', max: MAX_WRONG, ms: FAILURE_WINDOW }] as const
  await beginAttempt(db, { kind: 'api_token', account: '', origin, limits }, now)
  return new AppError('not_authenticated', { headers: { 'www-authenticate': 'Bearer' } })
}

const MINUTE = 60_000

/** `giveBack` uncounts a request that turned out not to count. */
export type Rate = { count: number; refusal: AppError | undefined; throwIfOver(): void; giveBack(): void }

/** Counts by caller and minute in this process, before anything is awaited. */
export function makeRateLimit(most: number) {
  let current = 0
  let counts = new Map<number | string, number>()
  return (who: number | string, now: Instant): Rate => {
    const minute = Math.floor(now / MINUTE)
    if (minute !== current) {
      current = minute
      counts = new Map<number | string, number>()
    }
    const counted = counts
    const add = (one: number) => counted.set(who, (counted.get(who) ?? 0) + one).get(who)!
    const count = add(1)
    const headers = { 'retry-after': String(Math.ceil(((minute + 1) * MINUTE - now) / 1000)) }
    const refusal = count > most ? new AppError('too_many_requests', { headers }) : undefined
    const throwIfOver = () => {
      if (refusal) throw refusal
    }
    return { count, refusal, throwIfOver, giveBack: () => void add(-1) }
  }
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

/** Does not reveal the session's token. */
const csrfTokenOf = (token: string): string =>
  createHash('sha256').update(`csrf ${token}`).digest('base64url')

const CSRF = 'csrftoken'

type Cookie = { token: string; seconds: number }

export const isHttps = (request: FastifyRequest) =>
  request.server.publicUrl.startsWith('https:') || request.protocol === 'https'

/** The prefix makes browsers refuse cookies of other hosts and of plain HTTP. */
export const sessionCookieName = (audience: 'member' | 'admin', https: boolean): string => {
  if (audience === 'member') return https ? '__Host-session' : 'session'
  return https ? '__Secure-admin_session' : 'admin_session'
}

const sessionCookie = (request: FastifyRequest, audience: 'member' | 'admin') =>
  sessionCookieName(audience, isHttps(request))

/** Without decoding: our cookies are never encoded. */
export const cookieOf = ({ headers: { cookie = '' } }: FastifyRequest, name: string): string | undefined =>
  cookie
    .split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
    .trim()

export const sessionToken = (request: FastifyRequest, audience: 'member' | 'admin'): string | undefined =>
  cookieOf(request, sessionCookie(request, audience))

export function setMemberCookie(reply: FastifyReply, { token, seconds }: Cookie) {
  const secure = isHttps(reply.request)
  const name = sessionCookie(reply.request, 'member')
  reply.setCookie(name, token, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: seconds })
}

/** The administrator's writes repeat the CSRF cookie in a header. */
export function setAdminCookies(reply: FastifyReply, { token, seconds }: Cookie) {
  const shared = { sameSite: 'strict', secure: isHttps(reply.request), maxAge: seconds } as const
  reply.setCookie(sessionCookie(reply.request, 'admin'), token, {
    ...shared,
    path: '/api/admin',
    httpOnly: true,
  })
  reply.setCookie(CSRF, csrfTokenOf(token), { ...shared, path: '/', httpOnly: false })
}

export const clearMemberCookie = (reply: FastifyReply) =>
  reply.clearCookie(sessionCookie(reply.request, 'member'), { path: '/', secure: isHttps(reply.request) })

export function clearAdminCookies(reply: FastifyReply) {
  const secure = isHttps(reply.request)
  reply
    .clearCookie(sessionCookie(reply.request, 'admin'), { path: '/api/admin', secure })
    .clearCookie(CSRF, { path: '/', secure })
}

declare module 'fastify' {
  interface FastifyInstance {
    useToken: ReturnType<typeof makeUseToken>
  }
}
