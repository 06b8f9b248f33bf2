import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { latestPast } from '../../domain/ahead.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { inTransaction, type Db, type Tx } from '../database/transaction.ts'
import { AppError } from './app-error.ts'
import { networksAround } from './network.ts'

/** At most `max` within `ms`. `guess` counts other accounts where it failed, `members` different ones. */
export type Limit = {
  of: 'account' | 'origin' | 'account at origin' | 'guess at origin' | 'members at origin'
  max: number
  ms: number
  /** The form field of the refusal. */
  field?: string
}

export type Attempt = {
  kind: 'login' | 'admin_login' | 'admin_code' | 'code_request' | 'login_code' | 'code' | 'api_token'
  account: string
  /** The account is a member's phone. */
  of_member?: boolean
  guess?: string
  origin: string
  limits: readonly Limit[]
}

const MINUTE = 60_000
export const FAILURE_WINDOW = 15 * MINUTE
export const REQUEST_WINDOW = 60 * MINUTE

/** One condition for each network around the origin. */
function countedIn({ of }: Limit, { kind, account, guess, origin }: Attempt) {
  const isOf = {
    account: sql`account = ${account}`,
    origin: sql`true`,
    'account at origin': sql`account = ${account}`,
    'guess at origin': sql`guess = ${guess} and account <> ${account}`,
    'members at origin': sql`of_member`,
  }[of]
  const networks = of === 'account' ? ['%'] : networksAround(origin)
  return networks.map((network) => sql`kind = ${kind} and ${isOf} and origin like ${network}`)
}

/** The attempt that has to expire before `spare` more are allowed, if any. */
function blocking(limit: Limit, spare: number, attempt: Attempt, now: Instant) {
  const isRecent = sql`at > ${new Date(now - limit.ms)} and at <= ${new Date(latestPast(now))}`
  // Namesakes type one name with several phones: count each account once.
  const isOnce = limit.of.startsWith('guess') || limit.of.startsWith('members')
  const chosen = isOnce ? sql`max(at) as at` : sql`at`
  return countedIn(limit, attempt).map(
    (isCounted) => sql`(select ${attempt.limits.indexOf(limit)}::int as place, ${spare}::int as spare, at
      from (select ${chosen} from attempts where ${isCounted} and ${isRecent} ${isOnce ? sql`group by account` : sql``}) as t
      order by at desc offset ${limit.max - spare}::int limit 1)`,
  )
}

/** More than concurrent transactions. */
const MANY = 100
const isWide = ({ max }: Limit) => max > MANY

/** Throws `too_many_requests`; returns the wide limits with fewer than `MANY` attempts left. */
async function refuseTooMany(db: Db, attempt: Attempt, limits: readonly Limit[], now: Instant) {
  const parts = limits.flatMap((limit) =>
    (isWide(limit) ? [1, MANY] : [1]).flatMap((spare) => blocking(limit, spare, attempt, now)),
  )
  const { rows } = await sql<{ place: number; spare: number; at: Date }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  const found = rows.map(({ place, spare, at }) => {
    const limit = attempt.limits[place]!
    return { limit, spare, seconds: Math.max(1, Math.ceil((at.getTime() + limit.ms - now) / 1000)) }
  })
  const [longest] = found.filter(({ spare }) => spare === 1).toSorted((a, b) => b.seconds - a.seconds)
  if (longest) throw tooMany(longest.seconds, longest.limit)
  return found.map(({ limit }) => limit)
}

function tooMany(seconds: number, { field }: Limit): AppError {
  const when = seconds < 60 ? `${seconds}초` : `${Math.ceil(seconds / 60)}분`
  const text = `요청이 너무 많습니다. ${when} 후에 다시 시도해주세요.`
  const headers = { 'retry-after': String(seconds) }
  return new AppError('too_many_requests', { headers, text, ...(field && { fields: { [field]: text } }) })
}

const lockOf = (text: string) => createHash('sha256').update(text).digest().readBigInt64BE().toString()

/** Serializes concurrent attempts at each limit; sorted locks prevent deadlocks. */
async function queueUp(tx: Tx, { kind, account, guess, origin }: Attempt, limits: readonly Limit[]) {
  const queues = limits.map(({ of }) => {
    if (of.startsWith('account')) return `account ${account}`
    if (of.startsWith('guess')) return `guess ${guess}`
    return `origin ${networksAround(origin).at(-1)}`
  })
  const locks = [...new Set(queues)].map((queue) => lockOf(`${kind} ${queue}`)).toSorted()
  await sql`select pg_advisory_xact_lock(key) from unnest(${locks}::bigint[]) as key`.execute(tx)
}

const remember = (tx: Tx, { kind, account, of_member = false, guess, origin }: Attempt, now: Instant) =>
  tx
    .insertInto('attempts')
    .values({ kind, account, of_member, guess: guess ?? null, origin, at: new Date(now) })
    .execute()

/** Checks before queueing, so that a flood holds no locks; wide limits queue only when nearly used up. */
async function inTurn<T>(db: Db, attempt: Attempt, now: Instant, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { limits } = attempt
  await refuseTooMany(db, attempt, limits, now)
  return inTransaction(db, async (tx) => {
    const narrow = limits.filter((limit) => !isWide(limit))
    await queueUp(tx, attempt, narrow)
    const near = await refuseTooMany(tx, attempt, limits, now)
    if (near.length > 0) {
      await queueUp(tx, attempt, near)
      await refuseTooMany(tx, attempt, near, now)
    }
    return work(tx)
  })
}

/** Counts an attempt before it is judged; throws `too_many_requests`. */
export const beginAttempt = (db: Db, attempt: Attempt, now: Instant): Promise<unknown> =>
  inTurn(db, attempt, now, (tx) => remember(tx, attempt, now))

/** Counts only failures (`undefined`); throws `too_many_requests`. */
export const judgeAttempt = <T>(
  db: Db,
  attempt: Attempt,
  now: Instant,
  judge: (tx: Tx) => Promise<T | undefined>,
): Promise<T | undefined> =>
  inTurn(db, attempt, now, async (tx) => {
    const found = await judge(tx)
    await (found === undefined ? remember(tx, attempt, now) : forgetAttempts(tx, attempt))
    return found
  })

export const forgetAttempts = (db: Db, { kind, account, origin }: Attempt): Promise<unknown> =>
  sql`delete from attempts where account = ${account} and origin = ${origin} and kind = ${kind}`.execute(db)

/** Of any origin: for a command on the server. */
export const forgetAllAttempts = (db: Db, kind: Attempt['kind'], account: string): Promise<unknown> =>
  sql`delete from attempts where account = ${account} and kind = ${kind}`.execute(db)

export const sweepAttempts = (db: Db, now: Instant): Promise<unknown> =>
  sql`delete from attempts where at > ${new Date(latestPast(now))} or at <= case
    when kind in ('code_request', 'login_code') then ${new Date(now - REQUEST_WINDOW)}::timestamptz
    else ${new Date(now - FAILURE_WINDOW)}::timestamptz end`.execute(db)
