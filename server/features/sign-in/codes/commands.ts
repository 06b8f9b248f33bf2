import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { latestPast } from '../../../../domain/ahead.ts'
import { latinKeys } from '../../../../domain/hangul-keys.ts'
import { MINUTE, type Instant } from '../../../../domain/madrid-time.ts'
import {
  CODE_LENGTH,
  CODE_TRIES,
  CODE_VALID_MINUTES,
  codeDelay,
} from '../../../../domain/verification-code.ts'
import { inTransaction, type Db, type Tx } from '../../../database/transaction.ts'
import { REQUEST_WINDOW, type Attempt, type Limit } from '../../../http/attempts.ts'
import type { CommandContext } from '../../../command-context.ts'
import { getSettings } from '../../settings/queries.ts'
import { findFlood } from './queries.ts'

export const CODE_LASTS = CODE_VALID_MINUTES * MINUTE
// Without characters that look alike.
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'

/** The busiest morning: 400 codes in ten minutes from one address. */
export const NETWORK_LIMITS: readonly Limit[] = [
  { of: 'origin', max: 100, ms: MINUTE },
  { of: 'origin', max: 600, ms: 10 * MINUTE },
]

export const MAILBOX_LIMITS: readonly Limit[] = [
  { of: 'account', max: 1, ms: MINUTE, field: 'email' },
  { of: 'account', max: 5, ms: REQUEST_WINDOW, field: 'email' },
]

export type CodeOwner = { email: string; key: Buffer }

export const hashOfCode = ({ email, key }: CodeOwner, code: string): Buffer =>
  createHmac('sha256', key)
    .update(`${email} ${latinKeys(code).toUpperCase()}`)
    .digest()

const newCode = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')

type Mailing = CodeOwner & {
  purpose: 'sign_up' | 'login'
  /** False: the same work for an address that gets no mail. */
  isMailed: boolean
  /** The network's requests, which decide how soon the mail leaves. */
  asked?: Attempt
}

const KINDS = { sign_up: 'verification_code', login: 'login_code' } as const

/** Voids the previous code. */
export const mailCode = (
  { db, postMail, publicUrl }: CommandContext,
  { purpose, isMailed, asked, ...owner }: Mailing,
  now: Instant,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const code = newCode()
    await replaceCode(tx, { ...owner, purpose, isMailed }, hashOfCode(owner, code), now)
    const settings = await getSettings(tx)
    const sent = { to: owner.email, code, request_id: randomUUID(), valid_minutes: CODE_VALID_MINUTES }
    const facts = { ...sent, ...settings, public_url: publicUrl }
    const due_at = asked && now + codeDelay(await findFlood(tx, asked, now))
    await postMail(tx, isMailed ? [{ kind: KINDS[purpose], facts }] : [], now, due_at)
  })

async function replaceCode(
  tx: Tx,
  { email, purpose, isMailed }: Pick<Mailing, 'email' | 'purpose' | 'isMailed'>,
  code_hash: Buffer,
  now: Instant,
) {
  const requested_at = new Date(now)
  // Waits for an earlier request that is still running.
  await sql`select pg_advisory_xact_lock(hashtext(${`code ${email}`}))`.execute(tx)
  // A request that mails nothing leaves the codes of the other kind.
  await sql`update email_codes set ended_at = ${requested_at}
    where email = ${email} and ended_at is null and (${isMailed} or purpose = ${purpose})`.execute(tx)
  await sql`insert into email_codes (email, code_hash, requested_at, purpose)
    select ${email}, ${code_hash}, ${requested_at}, ${purpose} where ${isMailed}`.execute(tx)
}

type UsedCode = Omit<CodeOwner, 'email'> & {
  /** Undefined for a stranger: it takes as long, so that time reveals nothing. */
  email: string | undefined
  code: string
  /** Of the request: its repeat may use the code again. */
  repeat_key: string | undefined
}

/** Consumes a login code. One statement, so that concurrent guesses cannot exceed five. */
export async function spendLoginCode(
  db: Db,
  { email = '', key, code, repeat_key }: UsedCode,
  now: Instant,
): Promise<boolean> {
  const given = hashOfCode({ email, key }, code)
  const spent =
    repeat_key === undefined ? randomBytes(32) : hashOfCode({ email, key }, `${code} ${repeat_key}`)
  const { rows } = await sql<{ is_right: boolean }>`
    update email_codes set wrong_tries = wrong_tries + (code_hash not in (${given}, ${spent}))::int,
      ended_at = case when code_hash = ${given} then ${new Date(now)} else ended_at end,
      code_hash = case when code_hash = ${given} then ${spent} else code_hash end
    where email = ${email} and purpose = 'login' and (ended_at is null or code_hash = ${spent})
      and wrong_tries < ${CODE_TRIES} and requested_at > ${new Date(now - CODE_LASTS)}
      and requested_at <= ${new Date(latestPast(now))}
    returning code_hash = ${spent} as is_right`.execute(db)
  return rows.some(({ is_right }) => is_right)
}
