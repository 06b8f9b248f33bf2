import { createHash, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const makeToken = (): string => randomBytes(32).toString('base64url')

/** A stolen database does not reveal tokens. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Does not reveal the session's token. */
export const csrfTokenOf = (token: string): string =>
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
