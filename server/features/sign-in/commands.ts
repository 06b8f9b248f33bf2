import { createHash, randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { completeRegistration } from '../../../contract/sign-up.ts'
import type { Member } from '../../../contract/member.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { formatPhone, isMemberPhone } from '../../../domain/phone.ts'
import { CODE_LENGTH, CODE_TRIES, CODE_VALID_MINUTES } from '../../../domain/verification-code.ts'
import { brokenConstraint, inTransaction, type Db, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import {
  beginAttempt,
  forgetFailures,
  refuseTooManyFailures,
  rememberFailure,
} from '../../http/login-failures.ts'
import type { CommandContext } from '../../command-context.ts'
import { verificationCode } from '../../mail/templates/verification-code.ts'
import { getSettings } from '../settings/queries.ts'
import { findMemberForLogin, isKnownEmail, MEMBER_COLUMNS } from './queries.ts'

const MINUTE = 60_000
const CODE_LASTS = CODE_VALID_MINUTES * MINUTE
const VERIFIED_LASTS = 30 * MINUTE
const CODES_AN_HOUR = 5
// Letters and digits that nobody confuses on a phone's screen.
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

const FAILURES_A_PHONE = 10
// A whole hall may share one address; this only slows a machine that tries phones in turn.
const FAILURES_AN_ADDRESS = 1000

const hashOfCode = (email: string, code: string) => createHash('sha256').update(`${email} ${code}`).digest()

const newCode = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')

/** A name as logins compare it: trimmed, inner spaces folded, case-insensitive. */
export const nameKey = (name: string): string =>
  name.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()

/**
 * Finds the member that a phone and name belong to. `login_failed` has one text for every cause; after ten failures
 * for one phone within 15 minutes it is `too_many_requests`.
 */
export async function signIn(
  db: Db,
  { phone, name, address }: { phone: string; name: string; address: string },
  now: Instant,
): Promise<Member> {
  const subjects = { phone: `phone ${formatPhone(phone)}`, address: `address ${address}` }
  await beginAttempt(db, subjects.phone, FAILURES_A_PHONE, now)
  const member = isMemberPhone(phone)
    ? await findMemberForLogin(db, formatPhone(phone), nameKey(name))
    : undefined
  if (!member) {
    // The limit of an address is checked only for a failed sign-in: nobody's mistakes keep the rest of the hall out.
    await refuseTooManyFailures(db, subjects.address, FAILURES_AN_ADDRESS, now)
    await rememberFailure(db, subjects.address, now)
    throw new AppError('login_failed', { text: '전화번호와 이름을 확인해주세요.' })
  }
  await forgetFailures(db, subjects.phone)
  return member
}

/**
 * Mails a new verification code, which voids the one before. Refuses with `email_exists`, or `too_many_requests` beyond
 * one a minute and five an hour for one address.
 */
export async function sendCode(
  { db, postMail, publicUrl }: CommandContext,
  email: string,
  now: Instant,
): Promise<void> {
  if (await isKnownEmail(db, email)) throw new AppError('email_exists')
  await inTransaction(db, async (tx) => {
    // Requests for one address wait for each other, so that two at once cannot both be the first of the minute.
    await sql`select pg_advisory_xact_lock(hashtext(${`code ${email}`}))`.execute(tx)
    await refuseTooManyCodes(tx, email, now)
    await tx
      .updateTable('email_codes')
      .set({ ended_at: new Date(now) })
      .where('email', '=', email)
      .where('ended_at', 'is', null)
      .execute()
    const code = newCode()
    await tx
      .insertInto('email_codes')
      .values({
        email,
        code_hash: hashOfCode(email, code),
        requested_at: new Date(now),
        verified_at: null,
        ended_at: null,
      })
      .execute()
    const settings = await getSettings(tx)
    const mail = verificationCode({
      to: email,
      code,
      request_id: randomUUID(),
      valid_minutes: CODE_VALID_MINUTES,
      ...settings,
      public_url: publicUrl,
    })
    await postMail(tx, [mail], now)
  })
}

async function refuseTooManyCodes(tx: Tx, email: string, now: Instant) {
  const recent = await tx
    .selectFrom('email_codes')
    .select('requested_at')
    .where('email', '=', email)
    .where('requested_at', '>', new Date(now - 60 * MINUTE))
    .orderBy('requested_at', 'desc')
    .execute()
  const times = recent.map((row) => row.requested_at.getTime())
  const waits = [(times[0] ?? -Infinity) + MINUTE, (times[CODES_AN_HOUR - 1] ?? -Infinity) + 60 * MINUTE]
  const seconds = Math.ceil((Math.max(...waits) - now) / 1000)
  if (seconds > 0) throw new AppError('too_many_requests', { headers: { 'retry-after': String(seconds) } })
}

/**
 * Proves an e-mail address with its mailed code, or throws `invalid_code`. A code is good for 10 minutes and five wrong
 * tries; once proved, for 30 minutes more.
 */
export async function checkCode(db: Db, email: string, code: string, now: Instant): Promise<void> {
  const live = await findLiveCode(db, email, now)
  if (!live) throw new AppError('invalid_code')
  const isRight = live.code_hash.equals(hashOfCode(email, code))
  // Counting and judging are one statement, so that many guesses at once are still five.
  const { numUpdatedRows } = await db
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
  if (!isRight || numUpdatedRows === 0n) throw new AppError('invalid_code')
}

const findLiveCode = (db: Db, email: string, now: Instant) =>
  db
    .selectFrom('email_codes')
    .select(['id', 'code_hash'])
    .where('email', '=', email)
    .where('ended_at', 'is', null)
    .where('wrong_tries', '<', CODE_TRIES)
    .where((eb) =>
      eb.or([
        eb.and([eb('verified_at', 'is', null), eb('requested_at', '>', new Date(now - CODE_LASTS))]),
        eb('verified_at', '>', new Date(now - VERIFIED_LASTS)),
      ]),
    )
    .executeTakeFirst()

/**
 * Creates a member of tier normal. The code must be right (a wrong one counts as a try) and works once. Refuses with
 * `invalid_code`, `email_exists` or `phone_exists`; the code then stays good for a corrected form.
 */
export async function register(
  db: Db,
  body: BodyOf<typeof completeRegistration>,
  now: Instant,
): Promise<Member> {
  const { email, verificationCode: code, name, phone, company_name, position } = body
  if (await isKnownEmail(db, email)) throw new AppError('email_exists')
  await checkCode(db, email, code, now)
  try {
    return await inTransaction(db, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('email_codes')
        .set({ ended_at: new Date(now) })
        .where('email', '=', email)
        .where('code_hash', '=', hashOfCode(email, code))
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new AppError('invalid_code')
      return tx
        .insertInto('members')
        .values({
          name,
          name_key: nameKey(name),
          email,
          phone,
          company_name,
          position,
          created_at: new Date(now),
        })
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
