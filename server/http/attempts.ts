import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { latestPast } from '../../domain/ahead.ts'
import type { Instant } from '../../domain/madrid-time.ts'
import { inTransaction, type Db, type Tx } from '../database/transaction.ts'
import { AppError } from './app-error.ts'

/** The largest number of attempts within `ms`; `guess` counts other accounts where the same guess failed. */
export type Limit = {
  of: 'account' | 'origin' | 'account at origin' | 'guess' | 'guess at origin' | 'kind'
  max: number
  ms: number
  /** The form field of the refusal. */
  field?: string
}

export type Attempt = {
  kind: 'login' | 'admin_login' | 'admin_code' | 'code_request' | 'code' | 'api_token'
  account: string
  guess?: string
  origin: string
  limits: readonly Limit[]
}

const MINUTE = 60_000
export const FAILURE_WINDOW = 15 * MINUTE
export const REQUEST_WINDOW = 60 * MINUTE

function counted({ of }: Limit, { kind, account, guess, origin }: Attempt) {
  const isAt = {
    account: sql`account = ${account}`,
    origin: sql`origin = ${origin}`,
    'account at origin': sql`account = ${account} and origin = ${origin}`,
    guess: sql`guess = ${guess}`,
    'guess at origin': sql`guess = ${guess} and origin = ${origin}`,
    kind: sql`true`,
  }[of]
  return sql`kind = ${kind} and ${isAt}`
}

/** The attempt that has to expire before `spare` more are allowed, if any. */
function blocking(limit: Limit, spare: number, attempt: Attempt, now: Instant) {
  const where = sql`${counted(limit, attempt)}
    and at > ${new Date(now - limit.ms)} and at <= ${new Date(latestPast(now))}`
  // Namesakes type one name with several phones: count each other account once.
  const times = limit.of.startsWith('guess')
    ? sql`select max(at) as at from attempts where ${where} and account <> ${attempt.account} group by account`
    : sql`select at from attempts where ${where}`
  return sql`(select ${attempt.limits.indexOf(limit)}::int as place, ${spare}::int as spare, at from (${times}) as t
    order by at desc offset ${limit.max - spare}::int limit 1)`
}

/** More than concurrent transactions. */
const MANY = 100
const isWide = ({ max }: Limit) => max > MANY

/** Throws `too_many_requests`; returns the wide limits with fewer than `MANY` attempts left. */
async function refuseTooMany(
  db: Db,
  attempt: Attempt,
  limits: readonly Limit[],
  now: Instant,
): Promise<Limit[]> {
  const parts = limits.flatMap((limit) =>
    (isWide(limit) ? [1, MANY] : [1]).map((spare) => blocking(limit, spare, attempt, now)),
  )
  const { rows } = await sql<{ place: number; spare: number; at: Date }>`
    ${sql.join(parts, sql` union all `)}`.execute(db)
  const found = rows.map(({ place, ...row }) => ({ ...row, limit: attempt.limits[place]! }))
  const waits = found
    .filter(({ spare }) => spare === 1)
    .map(({ limit: { ms, field }, at }) => ({
      seconds: Math.max(1, Math.ceil((at.getTime() + ms - now) / 1000)),
      field,
    }))
  const longest = waits.toSorted((a, b) => b.seconds - a.seconds)[0]
  if (longest) throw tooMany(longest)
  return found.map(({ limit }) => limit)
}

function tooMany({ seconds, field }: { seconds: number; field: string | undefined }): AppError {
  const when = seconds < 60 ? `${seconds}초` : `${Math.ceil(seconds / 60)}분`
  const text = `요청이 너무 많습니다. ${when} 후에 다시 시도해주세요.`
  const headers = { 'retry-after': String(seconds) }
  return new AppError('too_many_requests', { headers, text, ...(field && { fields: { [field]: text } }) })
}

const lockOf = (text: string) => createHash('sha256').update(text).digest().readBigInt64BE().toString()

/** Serializes concurrent attempts at each limit; sorted locks prevent deadlocks. */
async function queueUp(
  tx: Tx,
  { kind, account, guess, origin }: Attempt,
  limits: readonly Limit[],
): Promise<void> {
  const queues = limits.map(({ of }) => {
    if (of.startsWith('account')) return `account ${account}`
    if (of.startsWith('guess')) return `guess ${guess}`
    return of === 'origin' ? `origin ${origin}` : 'all'
  })
  const locks = [...new Set(queues)].map((queue) => lockOf(`${kind} ${queue}`)).toSorted()
  await sql`select pg_advisory_xact_lock(key) from unnest(${locks}::bigint[]) as key`.execute(tx)
}

const remember = (tx: Tx, { kind, account, guess, origin }: Attempt, now: Instant) =>
  tx
    .insertInto('attempts')
    .values({ kind, account, guess: guess ?? null, origin, at: new Date(now) })
    .execute()

/** Checks before queueing, so that a flood holds no locks; wide limits queue only when nearly used up. */
async function inTurn<T>(db: Db, attempt: Attempt, now: Instant, work: (tx: Tx) => Promise<T>): Promise<T> {
  const { limits } = attempt
  await refuseTooMany(db, attempt, limits, now)
  return inTransaction(db, async (tx) => {
    await queueUp(
      tx,
      attempt,
      limits.filter((limit) => !isWide(limit)),
    )
    const near = await refuseTooMany(tx, attempt, limits, now)
    if (near.length > 0) {
      await queueUp(tx, attempt, near)
      await refuseTooMany(tx, attempt, near, now)
    }
    return work(tx)
  })
}

/** Counts an attempt before it is judged; throws `too_many_requests`. */
export const beginAttempt = (db: Db, attempt: Attempt, now: Instant): Promise<void> =>
  inTurn(db, attempt, now, async (tx) => {
    await remember(tx, attempt, now)
  })

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

export async function forgetAttempts(db: Db, { kind, account, origin }: Attempt): Promise<void> {
  await db
    .deleteFrom('attempts')
    .where('account', '=', account)
    .where('origin', '=', origin)
    .where('kind', '=', kind)
    .execute()
}

export async function sweepAttempts(db: Db, now: Instant): Promise<void> {
  for (const [operator, window] of [
    ['<>', FAILURE_WINDOW],
    ['=', REQUEST_WINDOW],
  ] as const)
    await db
      .deleteFrom('attempts')
      .where('kind', operator, 'code_request')
      .where((eb) =>
        eb.or([eb('at', '<=', new Date(now - window)), eb('at', '>', new Date(latestPast(now)))]),
      )
      .execute()
}

/** Of any origin: for a command on the server. */
export async function forgetAllAttempts(db: Db, kind: Attempt['kind'], account: string): Promise<void> {
  await db.deleteFrom('attempts').where('kind', '=', kind).where('account', '=', account).execute()
}
