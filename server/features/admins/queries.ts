import { sql } from 'kysely'
import type { AdminAccount, MyAdmin } from '../../../contract/admin/accounts.ts'
import { isoInMadrid } from '../../../domain/madrid-time.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { countRecoveryCodes } from '../../http/second-factor.ts'
import type { SignedInAdmin } from '../../http/session.ts'

type Row = { id: number; name: string; created_at: Date; last_login_at: Date | null } & Factor
type Factor = { has_second_factor: boolean }

const HAS_SECOND_FACTOR = sql<boolean>`exists (
  select from second_factors where second_factors.admin_id = admins.id)`.as('has_second_factor')

export const ACCOUNT_COLUMNS = ['id', 'name', 'created_at', 'last_login_at', HAS_SECOND_FACTOR] as const

export const toldAccount = ({ created_at, last_login_at, ...account }: Row): AdminAccount => ({
  ...account,
  created_at: isoInMadrid(created_at.getTime()),
  last_login_at: last_login_at && isoInMadrid(last_login_at.getTime()),
})

export async function findAdmins(db: Db): Promise<AdminAccount[]> {
  const rows = await db.selectFrom('admins').select(ACCOUNT_COLUMNS).orderBy('id').execute()
  return rows.map(toldAccount)
}

export async function getMyAccount(db: Db, admin: SignedInAdmin): Promise<MyAdmin> {
  const row = await db
    .selectFrom('admins')
    .select(['id', 'name', HAS_SECOND_FACTOR])
    .where('id', '=', admin.id)
    .executeTakeFirst()
  if (!row) throw new AppError('not_authenticated')
  const { has_second_factor, ...account } = row
  const { second_factor_required } = await db
    .selectFrom('settings')
    .select('second_factor_required')
    .executeTakeFirstOrThrow()
  const second_factor = has_second_factor
    ? { recovery_codes_left: await countRecoveryCodes(db, admin) }
    : null
  return { ...account, second_factor, second_factor_required }
}
