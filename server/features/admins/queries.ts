import type { AdminAccount, MyAdmin } from '../../../contract/admin/accounts.ts'
import { isoInMadrid } from '../../../domain/madrid-time.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedInAdmin } from '../../http/session.ts'

type Row = { id: number; name: string; created_at: Date; last_login_at: Date | null }

export const ACCOUNT_COLUMNS = ['id', 'name', 'created_at', 'last_login_at'] as const

/** A stored account as answers show it. */
export const toldAccount = ({ id, name, created_at, last_login_at }: Row): AdminAccount => ({
  id,
  name,
  created_at: isoInMadrid(created_at.getTime()),
  last_login_at: last_login_at && isoInMadrid(last_login_at.getTime()),
})

/** All administrator accounts, the oldest first. */
export async function findAdmins(db: Db): Promise<AdminAccount[]> {
  const rows = await db.selectFrom('admins').select(ACCOUNT_COLUMNS).orderBy('id').execute()
  return rows.map(toldAccount)
}

/** The account of the administrator who asks. */
export async function getMyAccount(db: Db, { id }: SignedInAdmin): Promise<MyAdmin> {
  const row = await db
    .selectFrom('admins')
    .select(['id', 'name', 'decision_delay'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('not_authenticated')
  return row
}
