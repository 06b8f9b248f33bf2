import { createHmac, randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { completeRegistration } from '../../../../contract/sign-up.ts'
import type { Member } from '../../../../contract/member.ts'
import { latestPast } from '../../../../domain/ahead.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { mailboxOf } from '../../../../domain/mailbox.ts'
import { CODE_LENGTH, CODE_TRIES, CODE_VALID_MINUTES } from '../../../../domain/verification-code.ts'
import { brokenConstraint, inTransaction, type Db, type Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import {
  beginAttempt,
  FAILURE_WINDOW,
  judgeAttempt,
  REQUEST_WINDOW,
  type Attempt,
  type Limit,
} from '../../../http/attempts.ts'
import type { CommandContext } from '../../../command-context.ts'
import { getSettings } from '../../settings/queries.ts'
import { nameKey } from '../../../../domain/search-key.ts'
import { isKnownEmail, MEMBER_COLUMNS } from '../queries.ts'

const MINUTE = 60_000
const CODE_LASTS = CODE_VALID_MINUTES * MINUTE
const VERIFIED_LASTS = 30 * MINUTE
// Without characters that look alike.
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** The busiest morning: 400 codes in ten minutes from one address. */
const NETWORK_LIMITS: readonly Limit[] = [
  { of: 'origin', max: 100, ms: MINUTE },
  { of: 'origin', max: 600, ms: 10 * MINUTE },
]

const MAIL_LIMITS: readonly Limit[] = [
  { of: 'account', max: 1, ms: MINUTE, field: 'email' },
  { of: 'account', max: 5, ms: REQUEST_WINDOW, field: 'email' },
  ...NETWORK_LIMITS,
  { of: 'kind', max: 1_200, ms: 10 * MINUTE },
]

/** Each code has five tries of its own; this limit stops guessing across codes. */
const WRONG_CODE_LIMITS: readonly Limit[] = [{ of: 'origin', max: 300, ms: FAILURE_WINDOW }]

export type Newcomer = { email: string; origin: string; key: Buffer }

const attemptOf = (
  kind: Attempt['kind'],
  { email, origin }: Newcomer,
  limits: readonly Limit[],
): Attempt => ({ kind, account: mailboxOf(email), origin, limits })

const hashOfCode = ({ email, key }: Newcomer, code: string) =>
  createHmac('sha256', key).update(`${email} ${code}`).digest()

const newCode = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')

/** Voids the previous code. Known addresses count too, so that nobody can search for them. */
export async function sendCode(
  { db, postMail, publicUrl }: CommandContext,
  newcomer: Newcomer,
  now: Instant,
): Promise<void> {
  const { email } = newcomer
  const isKnown = await isKnownEmail(db, email)
  const limits = isKnown ? NETWORK_LIMITS : MAIL_LIMITS
  await beginAttempt(db, attemptOf('code_request', newcomer, limits), now)
  if (isKnown) throw new AppError('email_exists')
  await inTransaction(db, async (tx) => {
    const code = newCode()
    await replaceCode(tx, email, hashOfCode(newcomer, code), now)
    const settings = await getSettings(tx)
    const sent = { to: email, code, request_id: randomUUID(), valid_minutes: CODE_VALID_MINUTES }
    const facts = { ...sent, ...settings, public_url: publicUrl }
    await postMail(tx, [{ kind: 'verification_code', facts }], now)
  })
}

async function replaceCode(tx: Tx, email: string, code_hash: Buffer, now: Instant) {
  const requested_at = new Date(now)
  // Waits for an earlier request that is still running.
  await sql`select pg_advisory_xact_lock(hashtext(${`code ${email}`}))`.execute(tx)
  await tx
    .updateTable('email_codes')
    .set({ ended_at: requested_at })
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .execute()
  await tx
    .insertInto('email_codes')
    .values({ email, code_hash, requested_at, verified_at: null, ended_at: null })
    .execute()
}

/** A code expires after 10 minutes or five wrong tries; after success it is valid for 30 more minutes. */
export async function checkCode(db: Db, newcomer: Newcomer, code: string, now: Instant): Promise<void> {
  if (!(await judgeCode(db, newcomer, code, now))) throw new AppError('invalid_code')
}

/** `completed` if this code has already completed the registration. */
const judgeCode = (db: Db, newcomer: Newcomer, code: string, now: Instant) =>
  judgeAttempt(db, attemptOf('code', newcomer, WRONG_CODE_LIMITS), now, async (tx) => {
    const code_hash = hashOfCode(newcomer, code)
    if (await tryCode(tx, newcomer.email, code_hash, now)) return 'live' as const
    return (await hasCompleted(tx, newcomer.email, code_hash)) ? ('completed' as const) : undefined
  })

async function tryCode(tx: Tx, email: string, code_hash: Buffer, now: Instant): Promise<boolean> {
  const live = await findLiveCode(tx, email, now)
  if (!live) return false
  const isRight = live.code_hash.equals(code_hash)
  // One statement, so that concurrent guesses cannot exceed five.
  const { numUpdatedRows } = await tx
    .updateTable('email_codes')
    .set((eb) =>
      isRight
        ? { verified_at: eb.fn.coalesce('verified_at', eb.val(new Date(now))) }
        : { wrong_tries: eb('wrong_tries', '+', 1) },
    )
    .where('id', '=', live.id)
    .where('ended_at', 'is', null)
    .where('wrong_tries', '<', CODE_TRIES)
    .executeTakeFirst()
  return isRight && numUpdatedRows > 0n
}

const findLiveCode = (db: Db, email: string, now: Instant) => {
  const latest = new Date(latestPast(now))
  return db
    .selectFrom('email_codes')
    .select(['id', 'code_hash'])
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .where('wrong_tries', '<', CODE_TRIES)
    .where('requested_at', '<=', latest)
    .where((eb) =>
      eb.or([
        eb.and([eb('verified_at', 'is', null), eb('requested_at', '>', new Date(now - CODE_LASTS))]),
        eb.and([eb('verified_at', '>', new Date(now - VERIFIED_LASTS)), eb('verified_at', '<=', latest)]),
      ]),
    )
    .executeTakeFirst()
}

/** Allows the same form to be sent again. */
const hasCompleted = async (db: Db, email: string, code_hash: Buffer) =>
  (await isKnownEmail(db, email)) &&
  (await db
    .selectFrom('email_codes')
    .select('id')
    .where('email', '=', email)
    .where('code_hash', '=', code_hash)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Single use, but valid for a corrected form. Only the code's holder learns that an address is known. */
export async function register(
  db: Db,
  newcomer: Newcomer,
  { verificationCode: code, name, phone, company_name, position }: BodyOf<typeof completeRegistration>,
  now: Instant,
): Promise<Member> {
  const { email } = newcomer
  const judged = await judgeCode(db, newcomer, code, now)
  if (!judged) throw new AppError('invalid_code')
  if (judged === 'completed' || (await isKnownEmail(db, email))) throw new AppError('email_exists')
  const written = { name, name_key: nameKey(name), email, phone, company_name, position }
  try {
    return await inTransaction(db, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('email_codes')
        .set({ ended_at: new Date(now) })
        .where('email', '=', email)
        .where('code_hash', '=', hashOfCode(newcomer, code))
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new AppError('invalid_code')
      return tx
        .insertInto('members')
        .values({ ...written, created_at: new Date(now) })
        .returning(MEMBER_COLUMNS)
        .executeTakeFirstOrThrow()
    })
  } catch (error) {
    const constraint = brokenConstraint(error)
    if (constraint === 'members_email_key') throw new AppError('email_exists')
    if (constraint === 'members_phone_key')
      throw new AppError('phone_exists', { fields: { phone: '이미 등록된 전화번호입니다.' } })
    throw error
  }
}
