import { hash, verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import {
  PASSWORD_FAULT_TEXT,
  type changePassword,
  type confirm,
} from '../../../../contract/admin/accounts.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../../domain/password.ts'
import type { Db } from '../../../database/transaction.ts'
import { AppError, invalid } from '../../../http/app-error.ts'
import {
  beginAttempt,
  FAILURE_WINDOW,
  forgetAttempts,
  type Attempt,
  type Limit,
} from '../../../http/attempts.ts'
import { originOfSession } from '../../../http/known-devices.ts'
import { type SignedInAdmin, hashOf } from '../../../http/session.ts'
import { endSessionsBut } from '../../sessions/commands.ts'
import { checkSecondFactor, type Check } from '../codes/commands.ts'
import { getMyAccount } from '../queries.ts'
import { findPasswordFault } from './queries.ts'

export async function refuseWeakPassword(
  db: Db,
  { field, password, account }: { field: string; password: string; account: string },
) {
  const fault = await findPasswordFault(db, password, account)
  if (fault) throw invalid(field, PASSWORD_FAULT_TEXT[fault])
}

const WRONG_LENGTH = `The password must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters.`
const TOO_SIMPLE =
  'The password must not be a common password, one repeated character, or the name of the account, event or product.'

/** For commands on the server. */
export async function passwordRefusal(
  db: Db,
  password: string,
  account: string,
): Promise<string | undefined> {
  const fault = await findPasswordFault(db, password, account)
  if (!fault) return undefined
  return fault === 'short' || fault === 'long' ? WRONG_LENGTH : TOO_SIMPLE
}

export const GUESSES: Limit = { of: 'account at origin', max: 5, ms: FAILURE_WINDOW }

export type Asking = { admin: SignedInAdmin; token: string }

/** Counted for this session only: others' failures must not block a signed-in administrator. */
function guessIn(token: string): Attempt {
  const session = originOfSession(token)
  return { kind: 'admin_login', account: session, origin: session, limits: [GUESSES] }
}

export const wrongField = (field: string): AppError =>
  new AppError('invalid_input', {
    fields: { [field]: '현재 비밀번호가 올바르지 않습니다.' },
    keepsWrites: true,
  })

export async function refuseWrongPassword(
  db: Db,
  { admin, token }: Asking,
  { password, refusal }: { password: string; refusal: AppError },
  now: Instant,
) {
  const attempt = guessIn(token)
  await beginAttempt(db, attempt, now)
  const { rows } = await sql<{ password_hash: string | null }>`
    select password_hash from admins where id = ${admin.id} for no key update`.execute(db)
  if (!rows[0]) throw new AppError('not_authenticated')
  const { password_hash } = rows[0]
  if (password_hash === null || !(await verify(password_hash, password))) throw refusal
  await forgetAttempts(db, attempt)
}

/** Confirms the session by the password or a code. Throws `wrong_password`. */
export async function confirmSession(
  db: Db,
  by: Asking,
  { password, code }: BodyOf<typeof confirm>,
  check: Check,
  now: Instant,
) {
  const refusal = new AppError('wrong_password', { keepsWrites: true })
  if (code === undefined) await refuseWrongPassword(db, by, { password: password!, refusal }, now)
  else await refuseWrongCode(db, by, { code, refusal, check }, now)
  await db
    .updateTable('sessions')
    .set({ confirmed_at: new Date(now) })
    .where('token_hash', '=', hashOf(by.token))
    .execute()
}

type Coded = { code: string; refusal: AppError; check: Check }

async function refuseWrongCode(
  db: Db,
  { admin, token }: Asking,
  { code, refusal, check }: Coded,
  now: Instant,
) {
  const { second_factor } = await getMyAccount(db, admin)
  if (!second_factor) throw refusal
  await checkSecondFactor(db, admin, { code, attempt: guessIn(token) }, check, now).catch(
    (error: unknown) => {
      throw error instanceof AppError && error.code === 'second_factor_failed' ? refusal : error
    },
  )
}

export async function changeOwnPassword(
  db: Db,
  { admin, token }: Asking,
  { current_password, new_password }: BodyOf<typeof changePassword>,
  now: Instant,
) {
  const given = { password: current_password, refusal: wrongField('current_password') }
  await refuseWrongPassword(db, { admin, token }, given, now)
  if (new_password === current_password) throw invalid('new_password', '지금과 다른 비밀번호를 입력해주세요.')
  await refuseWeakPassword(db, { field: 'new_password', password: new_password, account: admin.name })
  await writePassword(db, admin.id, new_password)
  await endSessionsBut(db, { admin_id: admin.id }, token)
}

export async function writePassword(db: Db, id: number, password: string) {
  const password_hash = await hash(password)
  await sql`update admins set password_hash = ${password_hash}, password_is_printed = false,
    must_change_password = false, password_version = password_version + 1 where id = ${id}`.execute(db)
}
