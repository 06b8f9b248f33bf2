import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Audience } from '../../contract/endpoint.ts'
import type { Member } from '../../contract/member.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { AppError } from './app-error.ts'
import { sessionToken } from './cookies.ts'
import { csrfTokenOf, type FindSession, type SignedInAdmin } from './session.ts'

/** The caller of a request, once its session was found. */
export type Caller = { member?: Member; admin?: SignedInAdmin; token?: string }

/**
 * Finds the caller, or refuses with 401: checked before anything else of the request is looked at. An administrator who
 * has to set up a second factor is refused with 403, but where `beforeSetUp` lets them.
 */
export async function identify(
  request: FastifyRequest,
  audience: Audience,
  find: FindSession,
  now: Instant,
  beforeSetUp = false,
): Promise<Caller> {
  if (audience === 'public') return {}
  const token = sessionToken(request, audience)
  const session = token === undefined ? undefined : await find(audience, token, now)
  if (!session) throw new AppError('not_authenticated')
  if (session.mustSetUp && !beforeSetUp) throw new AppError('second_factor_setup_required')
  return session.audience === 'member'
    ? { member: session.member, token: token! }
    : { admin: session.admin, token: token! }
}

/** Refuses a write that another site made the browser send. */
export function refuseCrossSite(request: FastifyRequest, publicUrl: string) {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  const own = [`${request.protocol}://${request.host}`, new URL(publicUrl).origin]
  if (origin !== undefined && !own.includes(origin)) throw new AppError('cross_site')
  if (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none')
    throw new AppError('cross_site')
}

/** Refuses an administrator's write that does not repeat the token bound to its session. */
export function refuseForged(request: FastifyRequest, token: string) {
  const given = Buffer.from(String(request.headers['x-csrftoken'] ?? ''))
  const expected = Buffer.from(csrfTokenOf(token))
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) throw new AppError('csrf_failed')
}
