import type { addMember as addMemberCall } from '../../../../contract/admin/members.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { ERRORS } from '../../../../contract/errors.ts'
import type { Member } from '../../../../contract/member.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { normaliseTier } from '../../../../domain/tier.ts'
import { brokenConstraint, inTransaction, type Db } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { nameKey } from '../../../../domain/search-key.ts'
import { MEMBER_COLUMNS } from '../../sign-in/queries.ts'
import { enqueueEvent } from '../../webhooks/commands.ts'

/** Maps a unique violation to its field; other errors pass through. */
export function refusalOfTaken(error: unknown, within = ''): unknown {
  const constraint = brokenConstraint(error)
  if (constraint === 'members_email_key')
    return new AppError('email_exists', { fields: { [`${within}email`]: '이미 등록된 이메일입니다.' } })
  if (constraint === 'members_phone_key')
    return new AppError('phone_exists', { fields: { [`${within}phone`]: ERRORS.phone_exists.text } })
  return error
}

/** No verification code is needed. `within` is the path of the fields in the body. */
export const addMember = (
  db: Db,
  given: BodyOf<typeof addMemberCall>,
  now: Instant,
  within = '',
): Promise<Member> =>
  inTransaction(db, async (tx) => {
    const member = await tx
      .insertInto('members')
      .values({ ...given, ...normaliseTier(given), name_key: nameKey(given.name), created_at: new Date(now) })
      .returning(MEMBER_COLUMNS)
      .executeTakeFirstOrThrow()
      .catch((error: unknown) => {
        throw refusalOfTaken(error, within)
      })
    await enqueueEvent(tx, 'member.registered', [member.id], now)
    return member
  })
