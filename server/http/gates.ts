import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Audience, Endpoint } from '../../contract/endpoint.ts'
import type { Member } from '../../contract/member.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { mayAct, type Role } from '../../domain/role.ts'
import { bearerOf, readingOf, refuseToken } from './api-token.ts'
import { AppError } from './app-error.ts'
import { csrfTokenOf, sessionToken } from './token.ts'
import type { FindSession, SignedInAdmin } from './session.ts'

export type Caller = {
  member?: Member
  admin?: SignedInAdmin
  /** Of an administrator's session; tokens have scopes. */
  role?: Role | undefined
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
    token: token!,
  }
}

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
