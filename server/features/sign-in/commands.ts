import { createHmac } from 'node:crypto'
import type { Member } from '../../../contract/member.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { mailboxOf } from '../../../domain/mailbox.ts'
import { formatPhone } from '../../../domain/phone.ts'
import { nameKey } from '../../../domain/search-key.ts'
import { AppError } from '../../http/app-error.ts'
import {
  beginAttempt,
  FAILURE_WINDOW as ms,
  forgetAttempts,
  judgeAttempt,
  type Attempt,
  type Limit,
} from '../../http/attempts.ts'
import { isKnownDevice } from '../../http/known-devices.ts'
import type { CommandContext } from '../../command-context.ts'
import { mailCode, MAILBOX_LIMITS, NETWORK_LIMITS, spendLoginCode, type CodeOwner } from './codes/commands.ts'
import { findMemberByEmail, findMemberForLogin } from './queries.ts'

/** Other people's failures do not count against a known device. */
const KNOWN_LIMITS: readonly Limit[] = [{ of: 'account at origin', max: 10, ms }]

/** A hall may share an address: 2,000 logins in minutes, one in ten mistyped, repeated names. */
const LIMITS: readonly Limit[] = [
  { of: 'account', max: 10, ms },
  { of: 'guess at origin', max: 10, ms },
  { of: 'members at origin', max: 600, ms },
]

const failed = (text: string) => new AppError('login_failed', { text })
const isTooMany = (error: unknown) => error instanceof AppError && error.code === 'too_many_requests'

type Asking = { origin: string; key: Buffer; repeat_key: string | undefined }

/**
 * `login_failed` hides the cause. Above a limit, or on an unknown device of a member who has ended all sessions,
 * right and wrong attempts both get `code_required`.
 */
export async function signIn(
  context: CommandContext,
  { phone, name, code }: { phone: string; name: string; code?: string | undefined },
  { origin, ...asking }: Asking,
  now: Instant,
): Promise<Member> {
  const { db } = context
  const limits = isKnownDevice(origin) ? KNOWN_LIMITS : LIMITS
  const typed = { account: formatPhone(phone), guess: nameKey(name) }
  const { member, of_member, must_confirm } = await findMemberForLogin(db, typed.account, typed.guess)
  const attempt: Attempt = { kind: 'login', ...typed, of_member, origin, limits }
  if (code !== undefined) {
    const isRight = await spendLoginCode(db, { ...asking, email: member?.email, code }, now)
    if (!isRight || !member) throw failed('전화번호와 이름, 인증번호를 확인해주세요.')
    await forgetAttempts(db, attempt)
    return member
  }
  const requireCode = async () => {
    await mailCodeTo(context, member, { ...typed, key: asking.key }, now)
    throw new AppError('code_required')
  }
  if (must_confirm && !isKnownDevice(origin)) return requireCode()
  try {
    const judged = await judgeAttempt(db, attempt, now, async () => member)
    if (!judged) throw failed('전화번호와 이름을 확인해주세요.')
    return judged
  } catch (error) {
    if (!isTooMany(error)) throw error
    return requireCode()
  }
}

type Typed = { account: string; guess: string; key: Buffer }

/** At most one a minute and five an hour. A stranger gets no mail, but waits as long. */
async function mailCodeTo(
  context: CommandContext,
  member: Member | undefined,
  { account, guess, key }: Typed,
  now: Instant,
) {
  // A hash, because it counts pairs that may be wrong.
  const pair = createHmac('sha256', key).update(`${account} ${guess}`).digest('base64url')
  const asked: Attempt = { kind: 'login_code', account: pair, origin: 'anywhere', limits: MAILBOX_LIMITS }
  try {
    await beginAttempt(context.db, asked, now)
  } catch (error) {
    if (isTooMany(error)) return
    throw error
  }
  const email = member?.email ?? pair
  await mailCode(context, { email, key, purpose: 'login', isMailed: member !== undefined }, now)
}

/** For members who mistyped phone or name when they signed up. Unknown addresses get the same answer. */
export async function sendLoginCode(
  context: CommandContext,
  { email, key, origin }: CodeOwner & { origin: string },
  now: Instant,
) {
  const isMailed = (await findMemberByEmail(context.db, email)) !== undefined
  const limits = [...MAILBOX_LIMITS, ...NETWORK_LIMITS]
  const asked: Attempt = { kind: 'login_code', account: mailboxOf(email), origin, limits }
  await beginAttempt(context.db, asked, now)
  await mailCode(context, { email, key, purpose: 'login', isMailed, asked }, now)
}

export async function signInByEmail(
  { db }: Pick<CommandContext, 'db'>,
  { email, code }: { email: string; code: string },
  { key, repeat_key }: Pick<Asking, 'key' | 'repeat_key'>,
  now: Instant,
): Promise<Member> {
  const member = await findMemberByEmail(db, email)
  const isRight = await spendLoginCode(db, { email: member?.email, code, key, repeat_key }, now)
  if (!isRight || !member) throw failed('이메일과 인증번호를 확인해주세요.')
  return member
}
