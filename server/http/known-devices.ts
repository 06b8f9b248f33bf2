import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import type { Instant } from '../../domain/madrid-time.ts'
import type { Db } from '../database/transaction.ts'
import { networkOf } from './network.ts'
import { isOf, type Account, hashOf, makeToken } from './session.ts'
import { cookieOf, isHttps } from './gates.ts'

// The path limits each cookie to the one call that reads it.
const COOKIES = {
  login: { name: 'known_device', path: '/api/user/login' },
  admin_login: { name: 'known_admin_device', path: '/api/admin/login' },
} as const

const LASTS_SECONDS = 180 * 24 * 3600
const KNOWN = 'known device '
const MAX_KNOWN = { login: 20, admin_login: 100 } as const

type Kind = keyof typeof COOKIES

/** An older password's devices are void. */
const VERSION = sql`(select password_version from admins where admins.id = admin_id)`
const IS_VALID = sql`password_version is not distinct from ${VERSION}`

const kindOf = (account: Account): Kind => ('member_id' in account ? 'login' : 'admin_login')

/** PostgreSQL converts both: JavaScript has other rules for lower case. */
export const isNamed = (name: string) => sql<boolean>`lower(name) = lower(${name})`

/** A phone, or an administrator's name. */
const ACCOUNTS: Readonly<Record<Kind, (account: string) => RawBuilder<unknown>>> = {
  login: (phone) => sql`member_id = (select id from members where phone = ${phone})`,
  admin_login: (name) => sql`admin_id = (select id from admins where ${isNamed(name)})`,
}

/** Not `__Host-`, which allows no path. */
const nameOf = (request: FastifyRequest, kind: Kind) =>
  isHttps(request) ? `__Secure-${COOKIES[kind].name}` : COOKIES[kind].name

/**
 * A device that has signed in to this account before has its own count of failures; others share their
 * network's.
 */
export async function originOf(request: FastifyRequest, kind: Kind, account: string): Promise<string> {
  const token = cookieOf(request, nameOf(request, kind))
  if (!token) return networkOf(request.ip)
  const { rows } = await sql<{ id: number }>`select id from known_devices where token_hash = ${hashOf(token)}
    and ${ACCOUNTS[kind](account)} and ${IS_VALID}`.execute(request.server.db)
  return rows[0] ? `${KNOWN}${rows[0].id}` : networkOf(request.ip)
}

export const isKnownDevice = (origin: string): boolean => origin.startsWith(KNOWN)

/** Others' failures do not block a signed-in caller. */
export const originOfSession = (token: string): string => `session ${hashOf(token).toString('hex')}`

type Remembered = { token: string; was: 'known' | 'first' | 'new' }

/** Other people's failed logins will not block this device, once it has the cookie. */
export async function rememberDevice(
  db: Db,
  request: FastifyRequest,
  account: Account,
  now: Instant,
  session?: string,
): Promise<Remembered> {
  const given = cookieOf(request, nameOf(request, kindOf(account)))
  const session_hash = session === undefined ? null : hashOf(session)
  if (given !== undefined) {
    const { rows } = await sql`update known_devices
      set last_seen_at = ${new Date(now)}, session_hash = coalesce(${session_hash}, session_hash)
      where token_hash = ${hashOf(given)} and ${isOf(account)} and ${IS_VALID} returning id`.execute(db)
    if (rows.length > 0) return { token: given, was: 'known' }
  }
  const token = await addDevice(db, given, account, now, session_hash)
  const isFirst = 'member_id' in account && (await isFirstEver(db, account.member_id))
  return { token, was: isFirst ? 'first' : 'new' }
}

/** After the transaction, whose failure must not replace a valid cookie. */
export function setDeviceCookie(reply: FastifyReply, kind: Kind, { token }: Remembered) {
  reply.setCookie(nameOf(reply.request, kind), token, {
    path: COOKIES[kind].path,
    httpOnly: true,
    sameSite: 'strict',
    secure: isHttps(reply.request),
    maxAge: LASTS_SECONDS,
  })
}

/** With a new token, because the given one may be planted. */
async function addDevice(
  db: Db,
  given: string | undefined,
  account: Account,
  now: Instant,
  session_hash: Buffer | null,
): Promise<string> {
  const token = makeToken()
  const token_hash = hashOf(token)
  if (given)
    await sql`update known_devices set token_hash = ${token_hash} where token_hash = ${hashOf(given)}
      and not ${isOf(account)}`.execute(db)
  const admin_id = 'admin_id' in account ? account.admin_id : null
  await db
    .insertInto('known_devices')
    .values({
      ...account,
      password_version: sql<number>`(select password_version from admins where id = ${admin_id})`,
      token_hash,
      session_hash,
      created_at: new Date(now),
      last_seen_at: new Date(now),
    })
    .execute()
  const max = MAX_KNOWN[kindOf(account)]
  await sql`delete from known_devices where ${isOf(account)} and id not in (select id from known_devices
    where ${isOf(account)} order by last_seen_at desc, id desc limit ${max})`.execute(db)
  return token
}

/** Stays true when devices are erased. */
async function isFirstEver(db: Db, member_id: number): Promise<boolean> {
  const { rows } = await sql`update members set had_device = true
    where id = ${member_id} and not had_device returning id`.execute(db)
  return rows.length > 0
}
