import { randomUUID } from 'node:crypto'
import { ERASURE_CHANGED_TEXT, ERASURE_LINK_TEXT, type eraseMyAccount } from '../../../contract/own-data.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Member } from '../../../contract/member.ts'
import { mailboxOf } from '../../../domain/mailbox.ts'
import { MINUTE, type Instant } from '../../../domain/madrid-time.ts'
import type { CommandContext } from '../../command-context.ts'
import { inTransaction } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { beginAttempt, REQUEST_WINDOW, type Limit } from '../../http/attempts.ts'
import { isMailedToken, makeMailedToken } from '../../http/mailed-token.ts'
import { eraseMember } from '../members/commands.ts'
import { getSettings } from '../settings/queries.ts'
import { findActiveIds } from './queries.ts'

const LINK_VALID_MINUTES = 60

/** The same mailbox limits as for sign-up. */
const REQUEST_LIMITS: readonly Limit[] = [
  { of: 'account', max: 1, ms: MINUTE },
  { of: 'account', max: 5, ms: REQUEST_WINDOW },
  { of: 'origin', max: 100, ms: MINUTE },
]

const LINK_LASTS = LINK_VALID_MINUTES * MINUTE

export type Leaver = { member: Member; key: Buffer }

/** Phone and name are no secret, so an erasure also needs the mailbox. */
export async function mailErasureLink(
  { db, postMail, publicUrl }: CommandContext,
  { member, origin, key }: Leaver & { origin: string },
  now: Instant,
) {
  const account = mailboxOf(member.email)
  await beginAttempt(db, { kind: 'code_request', account, origin, limits: REQUEST_LIMITS }, now)
  const lapses_at = now + LINK_LASTS
  // Useless without the member's session.
  const token = makeMailedToken(member, lapses_at, key)
  await inTransaction(db, async (tx) => {
    const facts = {
      to: member.email,
      name: member.name,
      token,
      request_id: randomUUID(),
      valid_minutes: LINK_VALID_MINUTES,
      lapses_at,
      ...(await getSettings(tx)),
      public_url: publicUrl,
    }
    await postMail(tx, [{ kind: 'erasure_link', facts }], now)
  })
}

export function refuseWrongLink(token: string, { member, key }: Leaver, now: Instant): void {
  if (!isMailedToken(token, member, { key, longest: LINK_LASTS }, now))
    throw new AppError('invalid_code', { text: ERASURE_LINK_TEXT })
}

/** `changed_meanwhile` if it would cancel reservations that the member has not seen. */
export const eraseAtOwnWish = (
  context: CommandContext,
  leaver: Leaver,
  { token, cancels }: BodyOf<typeof eraseMyAccount>,
  now: Instant,
): Promise<void> =>
  inTransaction(context.db, async (tx) => {
    refuseWrongLink(token, leaver, now)
    const { id } = leaver.member
    const seen = new Set(cancels)
    await eraseMember(context, tx, id, now, async () => {
      const active = await findActiveIds(tx, id, now)
      // Only additional reservations require another confirmation.
      if (active.some((each) => !seen.has(each)))
        throw new AppError('changed_meanwhile', { text: ERASURE_CHANGED_TEXT })
    })
  })
