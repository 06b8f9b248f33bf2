import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { cookieOf, isHttps } from './token.ts'
import { networkOf } from './network.ts'

// The path limits each cookie to the one call that reads it.
const COOKIES = {
  login: { name: 'known_device', path: '/api/user/login' },
  admin_login: { name: 'known_admin_device', path: '/api/admin/login' },
} as const

const LASTS_SECONDS = 180 * 24 * 3600
const KNOWN = 'known device'

type Kind = keyof typeof COOKIES

/** Reveals nothing and authorizes nothing. */
const markOf = ({ server }: FastifyRequest, kind: Kind, account: string) =>
  createHmac('sha256', server.keyFor('known devices')).update(`${kind} ${account}`).digest('base64url')

/**
 * A device that has signed in to this account before has its own count of failures; others share their
 * network's.
 */
export function originOf(request: FastifyRequest, kind: Kind, account: string): string {
  const given = Buffer.from(cookieOf(request, COOKIES[kind].name) ?? '')
  const expected = Buffer.from(markOf(request, kind, account))
  const isKnown = given.length === expected.length && timingSafeEqual(given, expected)
  return isKnown ? KNOWN : networkOf(request.ip)
}

export const isKnownDevice = (origin: string): boolean => origin === KNOWN

/** Other people's failed logins will not block this device. */
export function rememberDevice(reply: FastifyReply, kind: Kind, account: string) {
  const { name, path } = COOKIES[kind]
  reply.setCookie(name, markOf(reply.request, kind, account), {
    path,
    httpOnly: true,
    sameSite: 'strict',
    secure: isHttps(reply.request),
    maxAge: LASTS_SECONDS,
  })
}
