import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Member } from '../../contract/member.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import type { Db } from '../database/transaction.ts'
import { hashOf, makeToken } from './token.ts'

const HOUR = 3_600_000
const LASTS = { member: 7 * 24 * HOUR, admin: 12 * HOUR } as const
const MAX_LIVE = 10

export type SignedInAdmin = { id: number; name: string }
export type Owner = { member_id: number } | { admin_id: number }

/** The CSRF token of an administrator session: derived from its token, which it does not give away. */
export const csrfTokenOf = (token: string): string =>
  createHash('sha256').update(`csrf ${token}`).digest('base64url')

/**
 * Begins a session and returns its token, which only the cookie will know. An account keeps its ten newest sessions.
 */
export async function beginSession(
  db: Db,
  owner: Owner,
  now: Instant,
): Promise<{ token: string; seconds: number }> {
  const token = makeToken()
  const token_hash = hashOf(token)
  const lasts = 'admin_id' in owner ? LASTS.admin : LASTS.member
  await db
    .insertInto('sessions')
    .values({
      token_hash,
      member_id: 'member_id' in owner ? owner.member_id : null,
      admin_id: 'admin_id' in owner ? owner.admin_id : null,
      created_at: new Date(now),
      expires_at: new Date(now + lasts),
    })
    .execute()
  const others = sql`${'admin_id' in owner ? sql`admin_id = ${owner.admin_id}` : sql`member_id = ${owner.member_id}`}
    and token_hash <> ${token_hash}`
  // The new one stays even where the clock has been set back, as a second rehearsal does.
  await sql`delete from sessions where ${others} and (expires_at <= ${new Date(now)} or token_hash not in
    (select token_hash from sessions where ${others} order by created_at desc limit ${MAX_LIVE - 1}))`.execute(
    db,
  )
  return { token, seconds: lasts / 1000 }
}

/** The member whose live session has this token, if any. */
export const findMemberBySession = (db: Db, token: string, now: Instant): Promise<Member | undefined> =>
  db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['members.id', 'name', 'email', 'phone', 'company_name', 'position', 'is_vip', 'is_vvip'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()

/** The administrator whose live session has this token, if any. */
export const findAdminBySession = (db: Db, token: string, now: Instant): Promise<SignedInAdmin | undefined> =>
  db
    .selectFrom('sessions')
    .innerJoin('admins', 'admins.id', 'sessions.admin_id')
    .select(['admins.id', 'admins.name'])
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()

/** Those of these tokens whose administrator's session is live. */
export async function findLiveAdminTokens(
  db: Db,
  tokens: readonly string[],
  now: Instant,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('sessions')
    .select('token_hash')
    .where('token_hash', 'in', tokens.map(hashOf))
    .where('admin_id', 'is not', null)
    .where('expires_at', '>', new Date(now))
    .execute()
  return new Set(tokens.filter((token) => rows.some(({ token_hash }) => token_hash.equals(hashOf(token)))))
}

/** Ends a session on the server; its cookie is worth nothing from then on. */
export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute()
}

/** Ends all sessions of an administrator but the one with this token. */
export async function endOtherSessions(db: Db, admin: SignedInAdmin, token: string): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('admin_id', '=', admin.id)
    .where('token_hash', '<>', hashOf(token))
    .execute()
}
