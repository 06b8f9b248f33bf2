import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import type { Instant } from '../../../domain/madrid-time.ts'
import { inTransaction, type Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { beginAttempt, forgetFailures } from '../../http/login-failures.ts'
import type { SignedInAdmin } from '../../http/session.ts'

const FAILURES_A_NAME = 5

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
  const subject = `admin ${name.toLowerCase()}`
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
