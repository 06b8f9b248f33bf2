import type { Member } from '../../../contract/member.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { formatPhone, isMemberPhone } from '../../../domain/phone.ts'
import { nameKey } from '../../../domain/search-key.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { FAILURE_WINDOW as ms, judgeAttempt, type Attempt, type Limit } from '../../http/attempts.ts'
import { isKnownDevice } from '../../http/known-devices.ts'
import { findMemberForLogin } from './queries.ts'

const HERE: Limit = { of: 'account at origin', max: 10, ms }

/** A hall may share an address: 2,000 logins in minutes, one in twenty mistyped, repeated names. */
const LIMITS: readonly Limit[] = [
  HERE,
  { of: 'account', max: 50, ms },
  { of: 'guess at origin', max: 10, ms },
  { of: 'guess', max: 50, ms },
  { of: 'origin', max: 600, ms },
]

/** `login_failed` hides the cause. Devices that have signed in before have their own limit. */
export async function signIn(
  db: Db,
  { phone, name, origin }: { phone: string; name: string; origin: string },
  now: Instant,
): Promise<Member> {
  const limits = isKnownDevice(origin) ? [HERE] : LIMITS
  const attempt: Attempt = {
    kind: 'login',
    account: formatPhone(phone),
    guess: nameKey(name),
    origin,
    limits,
  }
  const member = await judgeAttempt(db, attempt, now, async (tx) =>
    isMemberPhone(phone) ? findMemberForLogin(tx, formatPhone(phone), nameKey(name)) : undefined,
  )
  if (!member) throw new AppError('login_failed', { text: '전화번호와 이름을 확인해주세요.' })
  return member
}
