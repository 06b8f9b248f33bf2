import { createHash, randomBytes } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import type { ApiScope, Endpoint } from '../../contract/endpoint.ts'
import type { Member } from '../../contract/member.ts'
import { latestPast } from '../../domain/ahead.ts'
import type { Role } from '../../domain/role.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { sendAlong, type Db, type Tx } from '../database/transaction.ts'
import { SETTINGS } from '../database/limits.ts'
import { AppError, orRefuse } from './app-error.ts'

export const makeToken = (): string => randomBytes(32).toString('base64url')

/** A stolen database does not reveal tokens. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()

const HOUR = 3_600_000
const LASTS = { member: 7 * 24 * HOUR, admin: 12 * HOUR } as const
// Several stands share one account.
const MAX_LIVE = { member: 10, admin: 50 } as const

export type SignedInAdmin = { id: number; name: string }
export type Account = { member_id: number } | { admin_id: number }
export type Owner = Account | { token_id: number }

export const isOf = (account: Account) =>
  'member_id' in account
    ? sql<boolean>`member_id = ${account.member_id}`
    : sql<boolean>`admin_id = ${account.admin_id}`

/** Ends the oldest sessions above the account's limit. */
export async function beginSession(
  db: Db,
  owner: Account,
  now: Instant,
  device = '',
  confirmed_at = now,
): Promise<{ token: string; seconds: number }> {
  const token = makeToken()
  const token_hash = hashOf(token)
  const audience = 'admin_id' in owner ? 'admin' : 'member'
  const lasts = LASTS[audience]
  await db
    .insertInto('sessions')
    .values({
      ...owner,
      token_hash,
      created_at: new Date(now),
      expires_at: new Date(now + lasts),
      device,
      last_seen_at: new Date(now),
      confirmed_at: new Date(confirmed_at),
    })
    .execute()
  const others = sql`${isOf(owner)} and token_hash <> ${token_hash}`
  // Keeps the new one even if the clock was set back, as a second rehearsal does.
  await sql`delete from sessions where ${others} and (expires_at <= ${new Date(now)} or token_hash not in
    (select token_hash from sessions where ${others} and created_at <= ${new Date(latestPast(now))}
      order by created_at desc limit ${MAX_LIVE[audience] - 1}))`.execute(db)
  return { token, seconds: lasts / 1000 }
}

/** A first password to replace, else a required second factor to set up. */
export type ToDo = Exclude<Endpoint['beforeSetUp'], undefined> | null

type TokenSession = Readonly<{
  audience: 'token'
  admin: Readonly<SignedInAdmin>
  scopes: readonly ApiScope[]
  owner: Readonly<{ token_id: number }>
  toDo: null
  expires_at: Instant
}>

type Live = Readonly<{ owner: Owner; expires_at: Instant }>

/** Shared by all requests that carry it. */
export type Session =
  | TokenSession
  | (Live &
      (
        | { readonly audience: 'member'; readonly member: Readonly<Member>; readonly toDo: null }
        | {
            readonly audience: 'admin'
            readonly admin: Readonly<SignedInAdmin>
            readonly role: Role
            readonly toDo: ToDo
          }
      ))

export type FindSession = (
  audience: Session['audience'],
  token: string,
  now: Instant,
) => Promise<Session | undefined>

export function findSession(db: Db, ...[audience, token, now]: Parameters<FindSession>) {
  if (audience === 'token') return findApiToken(db, token, now)
  return audience === 'member' ? findMemberSession(db, token, now) : findAdminSession(db, token, now)
}

const PREFIX = 'fsl_'

/** The prefix lets secret scanners recognize a leaked token. */
export const makeApiToken = (): string => PREFIX + makeToken()

type Found = SignedInAdmin & { scopes: ApiScope[]; expires_at: Date | null }

/** `select` replaces the beginning of the statement, to run more in the same round trip. */
async function findApiToken(
  db: Db,
  token: string,
  now: Instant,
  select: RawBuilder<unknown> = sql`select`,
): Promise<TokenSession | undefined> {
  if (!token.startsWith(PREFIX)) return undefined
  const { rows } = await sql<Found>`${select} id, name, scopes, expires_at from api_tokens
    where token_hash = ${hashOf(token)} and (expires_at is null or expires_at > ${new Date(now)})`.execute(db)
  const [found] = rows
  if (!found) return undefined
  return {
    audience: 'token',
    // In history and audit log; the negative id cannot be an account's.
    admin: { id: -found.id, name: `API ${found.name}` },
    scopes: found.scopes,
    owner: { token_id: found.id },
    toDo: null,
    expires_at: found.expires_at?.getTime() ?? Infinity,
  }
}

async function findMemberSession(db: Db, token: string, now: Instant): Promise<Session | undefined> {
  const found = await db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select(['members.id', 'name', 'email', 'phone', 'company_name', 'position', 'is_vip', 'is_vvip'])
    .select('expires_at')
    .where('token_hash', '=', hashOf(token))
    .where('expires_at', '>', new Date(now))
    .executeTakeFirst()
  if (!found) return undefined
  const { expires_at, ...member } = found
  return {
    audience: 'member',
    member,
    owner: { member_id: member.id },
    toDo: null,
    expires_at: expires_at.getTime(),
  }
}

const TO_DO = sql<ToDo>`(select case when must_change_password then 'password'
  when second_factor_required and password_hash is not null and not exists (select from second_factors where admin_id = admins.id)
  then 'second_factor' end from admins, settings where admins.id = sessions.admin_id)`

type FoundAdmin = SignedInAdmin & { role: Role; expires_at: Date; toDo: ToDo }

function liveSession(token: string, now: Instant) {
  return sql`from sessions join admins on admins.id = sessions.admin_id
    where token_hash = ${hashOf(token)} and expires_at > ${new Date(now)}`
}

async function findAdminSession(db: Db, token: string, now: Instant): Promise<Session | undefined> {
  const { rows } = await sql<FoundAdmin>`select admins.id, admins.name, role, expires_at, ${TO_DO} as "toDo"
    ${liveSession(token, now)}`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const { id, name, role, expires_at, toDo } = found
  return {
    audience: 'admin',
    admin: { id, name },
    role,
    owner: { admin_id: id },
    toDo,
    expires_at: expires_at.getTime(),
  }
}

/** PostgreSQL error code: the session has changed since it was read. */
const SESSION_CHANGED = 'SE001'

export const hasSessionChanged = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === SESSION_CHANGED

type Expected = { token: string; name: string; role: Role; beforeSetUp?: ToDo | undefined }

/**
 * The first statement of an administrator's write, sent without waiting. Fails if the session has changed.
 */
export const requireSession = (
  tx: Tx,
  { token, name, role, beforeSetUp }: Expected,
  now: Instant,
): Promise<unknown> =>
  sendAlong(
    tx,
    sql`${sql.raw(SETTINGS.moreTime)}, refuse_unless(exists (
      select ${liveSession(token, now)} and admins.name = ${name} and role = ${role} and (${beforeSetUp !== undefined} or ${TO_DO} is null)
    ), ${SESSION_CHANGED})`,
  )

/** The first statement of a token's write; also extends the transaction's timeout. */
export const findTokenToWrite =
  (tx: Tx): FindSession =>
  (_, token, now) =>
    findApiToken(tx, token, now, sql`${sql.raw(SETTINGS.moreTime)},`)

/** Without those with something to do first. */
export async function findLiveSessions(
  db: Db,
  hashes: readonly string[],
  now: Instant,
): Promise<Set<string>> {
  const { rows } = await sql<{ hash: string }>`select encode(token_hash, 'hex') as hash from sessions
    where token_hash in (select decode(hash, 'hex') from unnest(${hashes}::text[]) as asked(hash))
    and expires_at > ${new Date(now)} and ${TO_DO} is null`.execute(db)
  return new Set(rows.map(({ hash }) => hash))
}

const CONFIRMED_FOR = 10 * 60_000

/** Not remembered: few calls ask, and the answer changes with time. */
export async function refuseUnconfirmed(db: Db, token: string, now: Instant) {
  const found = await db
    .selectFrom('sessions')
    .select('confirmed_at')
    .where('token_hash', '=', hashOf(token))
    .executeTakeFirstOrThrow(orRefuse('not_authenticated'))
  if (found.confirmed_at!.getTime() <= now - CONFIRMED_FOR) throw new AppError('confirmation_required')
}

export async function endSession(db: Db, token: string) {
  await db.deleteFrom('sessions').where('token_hash', '=', hashOf(token)).execute()
}
