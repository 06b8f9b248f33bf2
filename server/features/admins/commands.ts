import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import type { addAdmin, AdminAccount } from '../../../contract/admin/accounts.ts'
import type { adminLogin } from '../../../contract/admin/login.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { isLastOwner, type Role } from '../../../domain/role.ts'
import { isoRow } from '../../database/iso-row.ts'
import { brokenConstraint, inTransaction, type Db, type Tx } from '../../database/transaction.ts'
import { AppError, invalid } from '../../http/app-error.ts'
import {
  beginAttempt,
  FAILURE_WINDOW as ms,
  forgetAllAttempts,
  forgetAttempts,
  type Attempt,
  type Limit,
} from '../../http/attempts.ts'
import { isKnownDevice, isNamed } from '../../http/known-devices.ts'
import { checkSecondFactor, guessAtCodeOf, type Check } from './codes/commands.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import { GUESSES, passwordRefusal, refuseWeakPassword } from './passwords/commands.ts'
import { ACCOUNT_COLUMNS, HAS_SECOND_FACTOR, MADE_THINGS, madeBy } from './queries.ts'

/** Limits the total cost of password hashing. */
const COST: Limit = { of: 'origin', max: 100, ms }
const LIMITS: readonly Limit[] = [GUESSES, { of: 'account', max: 25, ms }, COST]

const guessAt = (name: string, origin: string): Attempt => ({
  kind: 'admin_login',
  account: name.toLowerCase(),
  origin,
  limits: isKnownDevice(origin) ? [GUESSES] : LIMITS,
})

// Verified if the name is unknown, so that both answers take equally long.
const nobodysHash = hash(randomBytes(16).toString('hex'))

const loginFailed = () =>
  new AppError('login_failed', { text: '로그인에 실패했습니다. 아이디와 비밀번호를 확인해주세요.' })

export type SignedIn = { admin: SignedInAdmin; recovery_codes_left: number | null }

type Outcome<T> = {
  begin: (tx: Tx, signedIn: SignedIn) => Promise<T>
  /** A wrong password or code, not a limit. */
  refused: (account: SignedInAdmin) => Promise<void>
}

// The typed name may be a password, so it is not stored.
export const UNKNOWN: SignedInAdmin = { id: 0, name: '미확인 계정' }

/** Limits failures by name and network. Devices that have signed in before have their own limit. */
export async function signInAdmin<T>(
  db: Db,
  { name, password, code, origin }: BodyOf<typeof adminLogin> & { origin: string },
  check: Check,
  now: Instant,
  { begin, refused }: Outcome<T>,
): Promise<T> {
  const attempt = guessAt(name, origin)
  // Above the limit, the password with a code still signs in; all else gets the same refusal.
  const over: unknown = await beginAttempt(db, attempt, now).then(
    () => null,
    (error: unknown) => error,
  )
  if (over && code === undefined) throw over
  if (over) await beginAttempt(db, { ...attempt, limits: [COST] }, now)
  const found = await db
    .selectFrom('admins')
    .select(['id', 'name', 'password_hash', HAS_SECOND_FACTOR])
    .where(isNamed(name))
    .executeTakeFirst()
  const isRight = await verify(found?.password_hash ?? (await nobodysHash), password)
  if (!found?.password_hash || !isRight || (over && !found.has_second_factor)) {
    await refused(found ?? UNKNOWN)
    throw over ?? loginFailed()
  }
  if (!over) await forgetAttempts(db, attempt)
  const admin = { id: found.id, name: found.name }
  const coded = { code, attempt: guessAtCodeOf(admin) }
  const recovery_codes_left = await checkSecondFactor(db, admin, coded, check, now).catch(async (error) => {
    if (error instanceof AppError && error.code === 'second_factor_failed') await refused(admin)
    throw over ?? error
  })
  return inTransaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('admins')
      .set({ last_login_at: new Date(now) })
      .where('id', '=', admin.id)
      .where('password_hash', '=', found.password_hash)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw loginFailed()
    return begin(tx, { admin, recovery_codes_left })
  })
}

export type FirstAdmin = { name: string; password?: string; isNew: boolean }

/**
 * Replaces an unused random password, whose printout may be lost. `print` runs under the lock: the last
 * printout is valid.
 */
export async function createFirstAdmin(
  db: Db,
  { name, password }: { name: string; password: string | undefined },
  now: Instant,
  print: (first: FirstAdmin) => void,
) {
  await inTransaction(db, async (tx) => {
    await sql`lock table admins in exclusive mode`.execute(tx)
    await tx
      .deleteFrom('admins')
      .where('password_is_printed', '=', true)
      .where('last_login_at', 'is', null)
      .execute()
    const known = await tx.selectFrom('admins').select('name').orderBy('id').limit(1).executeTakeFirst()
    if (known) return print({ name: known.name, isNew: false })
    const refusal = password !== undefined && (await passwordRefusal(tx, password, name))
    if (refusal) throw new Error(`ADMIN_PASSWORD is refused. ${refusal}`)
    const random = password === undefined ? randomBytes(12).toString('base64url') : undefined
    await tx
      .insertInto('admins')
      .values({
        name,
        password_hash: await hash(password ?? random!),
        created_at: new Date(now),
        password_is_printed: random !== undefined,
      })
      .execute()
    await forgetAllAttempts(tx, 'admin_login', name.toLowerCase())
    print({ name, isNew: true, ...(random !== undefined && { password: random }) })
  })
}

/** Names are unique regardless of case. The new administrator has to replace the password first. */
export async function createAdmin(
  db: Db,
  { name, password, role = 'owner' }: BodyOf<typeof addAdmin>,
  now: Instant,
): Promise<AdminAccount> {
  await refuseWeakPassword(db, { field: 'password', password, account: name })
  const values = {
    name,
    role,
    password_hash: await hash(password),
    must_change_password: true,
    created_at: new Date(now),
  }
  try {
    const row = await db
      .insertInto('admins')
      .values(values)
      .returning(ACCOUNT_COLUMNS)
      .executeTakeFirstOrThrow()
    return isoRow(row)
  } catch (error) {
    if (brokenConstraint(error) !== 'admins_name_key') throw error
    throw new AppError('admin_exists', { fields: { name: '이미 사용 중인 아이디입니다.' } })
  }
}

/** Serialized: two owners who delete or demote each other must not both succeed. */
async function lockAccounts(tx: Tx, by: SignedInAdmin, id: number) {
  await sql`lock table admins in exclusive mode`.execute(tx)
  const all = await tx.selectFrom('admins').select(['id', 'issuer', 'role']).execute()
  const own = all.find((each) => each.id === by.id)
  if (!own) throw new AppError('not_authenticated')
  if (own.role !== 'owner') throw new AppError('role_required')
  if (!all.some((each) => each.id === id)) throw new AppError('not_found')
  return all
}

export const giveRole = (db: Db, by: SignedInAdmin, id: number, role: Role): Promise<AdminAccount> =>
  inTransaction(db, async (tx) => {
    const all = await lockAccounts(tx, by, id)
    if (all.some((each) => each.id === id && each.issuer !== null))
      throw invalid('role', '통합 로그인 계정의 역할은 그룹을 따릅니다.')
    if (role !== 'owner' && isLastOwner(all, id)) throw new AppError('last_owner')
    const row = await tx
      .updateTable('admins')
      .set({ role })
      .where('id', '=', id)
      .returning(ACCOUNT_COLUMNS)
      .executeTakeFirstOrThrow()
    return isoRow(row)
  })

/** `revoke`: with everything that the account made. */
export const removeAdmin = (
  db: Db,
  by: SignedInAdmin,
  { id, revoke }: { id: number; revoke: boolean },
): Promise<AdminAccount> =>
  inTransaction(db, async (tx) => {
    if (isLastOwner(await lockAccounts(tx, by, id), id)) throw new AppError('last_owner')
    const row = await tx
      .deleteFrom('admins')
      .where('id', '=', id)
      .returning(ACCOUNT_COLUMNS)
      .executeTakeFirstOrThrow()
    if (revoke) for (const table of MADE_THINGS) await tx.deleteFrom(table).where(madeBy(row)).execute()
    return isoRow(row)
  })
