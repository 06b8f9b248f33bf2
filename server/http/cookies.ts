import type { FastifyReply, FastifyRequest } from 'fastify'
import { csrfTokenOf } from './session.ts'

const CSRF = 'csrftoken'

type Cookie = { token: string; seconds: number }

/** Whether cookies go over HTTPS alone. */
export const isHttps = (request: FastifyRequest) =>
  request.server.publicUrl.startsWith('https:') || request.protocol === 'https'

/** Over HTTPS the prefix makes browsers refuse cookies of other hosts or of plain HTTP; those without it are not read. */
export const sessionCookieName = (audience: 'member' | 'admin', https: boolean): string => {
  if (audience === 'member') return https ? '__Host-session' : 'session'
  return https ? '__Secure-admin_session' : 'admin_session'
}

const sessionCookie = (request: FastifyRequest, audience: 'member' | 'admin') =>
  sessionCookieName(audience, isHttps(request))

/** The first cookie of that name that a request carries, as it was sent: ours are never encoded. */
export function cookieOf({ headers: { cookie = '' } }: FastifyRequest, name: string): string | undefined {
  for (let from = 0, end = 0; end < cookie.length; from = end + 1) {
    end = cookie.indexOf(';', from)
    if (end < 0) end = cookie.length
    while (cookie[from] === ' ') from += 1
    const value = from + name.length + 1
    if (cookie[value - 1] === '=' && cookie.startsWith(name, from)) return cookie.slice(value, end).trim()
  }
  return undefined
}

/** The session token that a request carries for one audience. */
export const sessionToken = (request: FastifyRequest, audience: 'member' | 'admin'): string | undefined =>
  cookieOf(request, sessionCookie(request, audience))

export function setMemberCookie(reply: FastifyReply, { token, seconds }: Cookie) {
  const secure = isHttps(reply.request)
  const name = sessionCookie(reply.request, 'member')
  reply.setCookie(name, token, { path: '/', httpOnly: true, sameSite: 'lax', secure, maxAge: seconds })
}

/** Hands an administrator the session cookie, and the CSRF token that its writes must repeat in a header. */
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
