import { sql } from 'kysely'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { completeRegistration } from '../../../../contract/sign-up.ts'
import type { Member } from '../../../../contract/member.ts'
import { latestPast } from '../../../../domain/ahead.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { mailboxOf } from '../../../../domain/mailbox.ts'
import { nameKey } from '../../../../domain/search-key.ts'
import { CODE_TRIES } from '../../../../domain/verification-code.ts'
import { brokenConstraint, inTransaction, type Db, type Tx } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import {
  beginAttempt,
  FAILURE_WINDOW,
  judgeAttempt,
  type Attempt,
  type Limit,
} from '../../../http/attempts.ts'
import type { CommandContext } from '../../../command-context.ts'
import { getSettings } from '../../settings/queries.ts'
import {
  CODE_LASTS,
  hashOfCode,
  mailCode,
  MAILBOX_LIMITS,
  NETWORK_LIMITS,
  type CodeOwner,
} from '../codes/commands.ts'
import { isKnownEmail, MEMBER_COLUMNS } from '../queries.ts'
import { enqueueEvent } from '../../webhooks/commands.ts'

const VERIFIED_LASTS = 30 * 60_000

/** Each code has five tries of its own; this limit stops guessing across codes. */
const WRONG_CODE_LIMITS: readonly Limit[] = [{ of: 'origin', max: 300, ms: FAILURE_WINDOW }]

export type Newcomer = CodeOwner & { origin: string }

const attemptOf = (
  kind: Attempt['kind'],
  { email, origin }: Newcomer,
  limits: readonly Limit[],
): Attempt => ({ kind, account: mailboxOf(email), origin, limits })

/** Known addresses count too, so that nobody can search for them. */
export async function sendCode(context: CommandContext, newcomer: Newcomer, now: Instant) {
  const { email, key } = newcomer
  const isKnown = await isKnownEmail(context.db, email)
  const limits = isKnown ? NETWORK_LIMITS : [...MAILBOX_LIMITS, ...NETWORK_LIMITS]
  const asked = attemptOf('code_request', newcomer, limits)
  await beginAttempt(context.db, asked, now)
  if (isKnown) throw new AppError('email_exists')
  await mailCode(context, { email, key, purpose: 'sign_up', isMailed: true, asked }, now)
}

/** A code expires after 10 minutes or five wrong tries; after success it is valid for 30 more minutes. */
export async function checkCode(db: Db, newcomer: Newcomer, code: string, now: Instant) {
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
  const { numAffectedRows } = await sql`
    update email_codes set wrong_tries = wrong_tries + (not ${isRight})::int,
      verified_at = case when ${isRight} then coalesce(verified_at, ${new Date(now)}) else verified_at end
    where id = ${live.id} and ended_at is null and wrong_tries < ${CODE_TRIES}`.execute(tx)
  return isRight && numAffectedRows! > 0n
}

async function findLiveCode(db: Db, email: string, now: Instant) {
  const latest = new Date(latestPast(now))
  const { rows } = await sql<{ id: number; code_hash: Buffer }>`
    select id, code_hash from email_codes
    where email = ${email} and purpose = 'sign_up' and ended_at is null and wrong_tries < ${CODE_TRIES}
      and requested_at <= ${latest} and (verified_at is null and requested_at > ${new Date(now - CODE_LASTS)}
        or verified_at > ${new Date(now - VERIFIED_LASTS)} and verified_at <= ${latest})`.execute(db)
  return rows[0]
}

/** Allows the same form to be sent again. */
async function hasCompleted(db: Db, email: string, code_hash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from email_codes where email = ${email} and code_hash = ${code_hash} and verified_at is not null`.execute(
    db,
  )
  return rows.length > 0 && isKnownEmail(db, email)
}

/** Single use, but valid for a corrected form. Only the code's holder learns that an address is known. */
export async function register(
  context: CommandContext,
  newcomer: Newcomer,
  { verificationCode: code, name, phone, company_name, position }: BodyOf<typeof completeRegistration>,
  now: Instant,
): Promise<Member> {
  const { db } = context
  const { email } = newcomer
  const judged = await judgeCode(db, newcomer, code, now)
  if (!judged) throw new AppError('invalid_code')
  if (judged === 'completed' || (await isKnownEmail(db, email))) throw new AppError('email_exists')
  const written = { name, name_key: nameKey(name), email, phone, company_name, position }
  try {
    return await inTransaction(db, async (tx) => {
      const { numAffectedRows } = await sql`
        update email_codes set ended_at = ${new Date(now)}
        where email = ${email} and code_hash = ${hashOfCode(newcomer, code)} and ended_at is null`.execute(tx)
      if (numAffectedRows === 0n) throw new AppError('invalid_code')
      const member = await tx
        .insertInto('members')
        .values({ ...written, created_at: new Date(now) })
        .returning(MEMBER_COLUMNS)
        .executeTakeFirstOrThrow()
      await enqueueEvent(tx, 'member.registered', [member.id], now)
      return member
    })
  } catch (error) {
    const constraint = brokenConstraint(error)
    if (constraint === 'members_email_key') throw new AppError('email_exists')
    if (constraint === 'members_phone_key') throw await phoneTaken(context, newcomer, phone, now)
    throw error
  }
}

/** Counts as a failure of the network, so that nobody can search for phones, and notifies the owner. */
async function phoneTaken(
  { db, postMail, publicUrl }: CommandContext,
  { origin }: Newcomer,
  phone: string,
  now: Instant,
): Promise<AppError> {
  // Not the newcomer's mailbox: its right code would clear the count.
  await beginAttempt(db, { kind: 'code', account: phone, origin, limits: WRONG_CODE_LIMITS }, now)
  const owner = await db
    .selectFrom('members')
    .select(['id', 'name', 'email as to'])
    .where('phone', '=', phone)
    .executeTakeFirst()
  const facts = owner && { ...owner, ...(await getSettings(db)), public_url: publicUrl, now }
  if (facts) await inTransaction(db, (tx) => postMail(tx, [{ kind: 'phone_claimed', facts }], now))
  return new AppError('phone_exists')
}
