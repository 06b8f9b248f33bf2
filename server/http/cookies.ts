import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfTokenOf } from './session.ts'

const MEMBER = 'session'
const ADMIN = 'admin_session'
const CSRF = 'csrftoken'

type Cookie = { token: string; seconds: number }

const isHttps = (request: FastifyRequest) =>
  request.protocol === 'https' || request.server.publicUrl.startsWith('https:')

/** The session token that a request carries for one audience. */
export const sessionToken = (request: FastifyRequest, audience: 'member' | 'admin'): string | undefined =>
  request.cookies[audience === 'member' ? MEMBER : ADMIN]

/** Hands a visitor the session cookie. */
export function setMemberCookie(reply: FastifyReply, { token, seconds }: Cookie) {
  const secure = isHttps(reply.request)
  reply.setCookie(MEMBER, token, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: seconds })
}

/** Hands an administrator the session cookie, and the CSRF token that its writes must repeat in a header. */
export function setAdminCookies(reply: FastifyReply, { token, seconds }: Cookie) {
  const shared = { sameSite: 'strict', secure: isHttps(reply.request), maxAge: seconds } as const
  reply.setCookie(ADMIN, token, { ...shared, path: '/api/admin', httpOnly: true })
  reply.setCookie(CSRF, csrfTokenOf(token), { ...shared, path: '/', httpOnly: false })
}

/** Takes the session cookie back. */
export const clearMemberCookie = (reply: FastifyReply) => reply.clearCookie(MEMBER, { path: '/' })

/** Takes the administrator's cookies back. */
export const clearAdminCookies = (reply: FastifyReply) =>
  reply.clearCookie(ADMIN, { path: '/api/admin' }).clearCookie(CSRF, { path: '/' })
