import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import type {
  addAdmin,
  AdminAccount,
  changeMyAdmin,
  changePassword,
  MyAdmin,
} from '../../../contract/admin/accounts.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { brokenConstraint, inTransaction, type Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { beginAttempt, forgetFailures } from '../../http/login-failures.ts'
import { endOtherSessions, type SignedInAdmin } from '../../http/session.ts'
import { ACCOUNT_COLUMNS, getMyAccount, toldAccount } from './queries.ts'

const FAILURES_A_NAME = 5
const guessesAt = (name: string) => `admin ${name.toLowerCase()}`

// Verified when the name is unknown, so that an answer takes as long as for a known one.
const nobodysHash = hash(randomBytes(16).toString('hex'))

/**
 * Finds the administrator that a name and password belong to, or throws `login_failed`; after five failures for one
 * name within 15 minutes `too_many_requests`.
 */
export async function signInAdmin(
  db: Db,
  { name, password }: { name: string; password: string },
  now: Instant,
): Promise<SignedInAdmin> {
  const subject = guessesAt(name)
  await beginAttempt(db, subject, FAILURES_A_NAME, now)
  const admin = await db
    .selectFrom('admins')
    .select(['id', 'name', 'password_hash'])
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst()
  const isRight = await verify(admin?.password_hash ?? (await nobodysHash), password)
  if (!admin || !isRight)
    throw new AppError('login_failed', { text: '로그인에 실패했습니다. 아이디와 비밀번호를 확인해주세요.' })
  await forgetFailures(db, subject)
  await db
    .updateTable('admins')
    .set({ last_login_at: new Date(now) })
    .where('id', '=', admin.id)
    .execute()
  return { id: admin.id, name: admin.name }
}

/**
 * Creates the first administrator while there is none, with the given password or a random one. Returns the random one,
 * which is shown once, or null.
 */
export async function createFirstAdmin(
  db: Db,
  { name, password }: { name: string; password: string | undefined },
  now: Instant,
): Promise<string | null> {
  return inTransaction(db, async (tx) => {
    await sql`lock table admins in exclusive mode`.execute(tx)
    const known = await tx.selectFrom('admins').select('id').limit(1).executeTakeFirst()
    if (known) return null
    const chosen = password ?? randomBytes(12).toString('base64url')
    await tx
      .insertInto('admins')
      .values({ name, password_hash: await hash(chosen), created_at: new Date(now), last_login_at: null })
      .execute()
    return password === undefined ? chosen : null
  })
}

/** Adds an administrator. Refuses with `admin_exists`, also for a name that differs only in letter case. */
export async function createAdmin(
  db: Db,
  { name, password }: BodyOf<typeof addAdmin>,
  now: Instant,
): Promise<AdminAccount> {
  const values = { name, password_hash: await hash(password), created_at: new Date(now), last_login_at: null }
  try {
    const row = await db
      .insertInto('admins')
      .values(values)
      .returning(ACCOUNT_COLUMNS)
      .executeTakeFirstOrThrow()
    return toldAccount(row)
  } catch (error) {
    if (brokenConstraint(error) !== 'admins_name_key') throw error
    throw new AppError('admin_exists', { fields: { name: '이미 사용 중인 아이디입니다.' } })
  }
}

/**
 * Deletes an administrator, whose sessions end with the account. Refuses with `not_found`, `last_admin`, or
 * `not_authenticated` when the administrator who asks no longer exists.
 */
export const removeAdmin = (db: Db, by: SignedInAdmin, id: number): Promise<AdminAccount> =>
  inTransaction(db, async (tx) => {
    // One deletion at a time: two administrators who delete each other must not both succeed.
    await sql`lock table admins in exclusive mode`.execute(tx)
    const all = await tx.selectFrom('admins').select('id').execute()
    if (!all.some((each) => each.id === by.id)) throw new AppError('not_authenticated')
    if (!all.some((each) => each.id === id)) throw new AppError('not_found')
    if (all.length === 1) throw new AppError('last_admin')
    const row = await tx
      .deleteFrom('admins')
      .where('id', '=', id)
      .returning(ACCOUNT_COLUMNS)
      .executeTakeFirstOrThrow()
    return toldAccount(row)
  })

/**
 * Changes an administrator's own password and ends the account's other sessions. A wrong current one is `invalid_input`
 * by field and counts like a failed login; after five it is `too_many_requests`.
 */
export async function changeOwnPassword(
  db: Db,
  { admin, token }: { admin: SignedInAdmin; token: string },
  { current_password, new_password }: BodyOf<typeof changePassword>,
  now: Instant,
): Promise<void> {
  const subject = guessesAt(admin.name)
  await beginAttempt(db, subject, FAILURES_A_NAME, now)
  const account = await db
    .selectFrom('admins')
    .select('password_hash')
    .where('id', '=', admin.id)
    .executeTakeFirst()
  if (!account) throw new AppError('not_authenticated')
  if (!(await verify(account.password_hash, current_password)))
    throw new AppError('invalid_input', {
      fields: { current_password: '현재 비밀번호가 올바르지 않습니다.' },
      keepsWrites: true,
    })
  await forgetFailures(db, subject)
  const password_hash = await hash(new_password)
  await db.updateTable('admins').set({ password_hash }).where('id', '=', admin.id).execute()
  await endOtherSessions(db, admin, token)
}

/** Changes what an administrator has set for themselves. Refuses with `not_authenticated` when the account is gone. */
export async function changeOwnAccount(
  db: Db,
  admin: SignedInAdmin,
  changed: BodyOf<typeof changeMyAdmin>,
): Promise<MyAdmin> {
  await db.updateTable('admins').set(changed).where('id', '=', admin.id).execute()
  return getMyAccount(db, admin)
}
