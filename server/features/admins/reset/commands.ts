import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { inTransaction, type Db } from '../../../database/transaction.ts'
import { MACHINE, recordDeed } from '../../../http/audit.ts'
import { forgetAllAttempts, forgetAttempts } from '../../../http/attempts.ts'
import { isNamed } from '../../../http/known-devices.ts'
import { endAllSessions } from '../../sessions/commands.ts'
import { guessAtCodeOf } from '../codes/commands.ts'
import { writePassword } from '../passwords/commands.ts'

type Reset = {
  /** Instead of a random one. */
  password?: string | undefined
  secondFactorOnly?: boolean
}

type Done = { name: string; password: string | null; sessionsEnded: number; hadSecondFactor: boolean }

/** For the command on the server. Returns the random password, if any; null for an unknown name. */
export const resetAdmin = (db: Db, name: string, reset: Reset, now: Instant): Promise<Done | null> =>
  inTransaction(db, async (tx) => {
    const admin = await tx
      .selectFrom('admins')
      .select(['id', 'name', 'issuer'])
      .where(isNamed(name.normalize('NFC').trim()))
      .forUpdate()
      .executeTakeFirst()
    if (!admin) return null
    if (admin.issuer !== null)
      throw new Error(`${admin.name} signs in by single sign-on, at ${admin.issuer}, and has no password.`)
    const removed = await tx.deleteFrom('second_factors').where('admin_id', '=', admin.id).executeTakeFirst()
    const hadSecondFactor = removed.numDeletedRows > 0n
    // Nothing needs a lost secret any more: the next start stores its own.
    if (reset.secondFactorOnly)
      await sql`update settings set secret_mark = null where not exists (select from second_factors)`.execute(
        tx,
      )
    await forgetAttempts(tx, guessAtCodeOf(admin))
    const password = reset.secondFactorOnly
      ? undefined
      : (reset.password ?? randomBytes(12).toString('base64url'))
    const sessionsEnded = password === undefined ? 0 : await replacePassword(tx, admin, password)
    await recordDeed(
      tx,
      MACHINE,
      {
        action: 'npm run admin -- reset',
        target: `admin ${admin.id}`,
        summary:
          password === undefined
            ? '서버에서 명령으로 2단계 인증을 해제했습니다.'
            : `서버에서 명령으로 비밀번호를 재설정${hadSecondFactor ? '하고 2단계 인증을 해제' : ''}했습니다.`,
        details: { name: admin.name, ...(password !== undefined && { sessions_ended: sessionsEnded }) },
      },
      now,
    )
    const shown = reset.password === undefined ? (password ?? null) : null
    return { name: admin.name, password: shown, sessionsEnded, hadSecondFactor }
  })

async function replacePassword(
  tx: Db,
  { id, name }: { id: number; name: string },
  password: string,
): Promise<number> {
  await writePassword(tx, id, password)
  const ended = await endAllSessions(tx, { admin_id: id })
  await forgetAllAttempts(tx, 'admin_login', name.toLowerCase())
  return ended
}
