import { sql } from 'kysely'
import type { AdminAccount, MyAdmin } from '../../../contract/admin/accounts.ts'
import type { Role } from '../../../domain/role.ts'
import { isoRow } from '../../database/iso-row.ts'
import type { Db } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import type { SignedInAdmin } from '../../http/session.ts'
import { countRecoveryCodes } from './codes/queries.ts'

const HAS_SECOND_FACTOR = sql<boolean>`exists (
  select from second_factors where second_factors.admin_id = admins.id)`.as('has_second_factor')

const ROLE = sql<Role>`role`.as('role')

export const ACCOUNT_COLUMNS = ['id', 'name', ROLE, 'created_at', 'last_login_at', HAS_SECOND_FACTOR] as const

export async function findAdmins(db: Db): Promise<AdminAccount[]> {
  const rows = await db.selectFrom('admins').select(ACCOUNT_COLUMNS).orderBy('id').execute()
  return rows.map(isoRow)
}

export async function getMyAccount(db: Db, admin: SignedInAdmin): Promise<MyAdmin> {
  const row = await db
    .selectFrom('admins')
    .select(['id', 'name', ROLE, HAS_SECOND_FACTOR])
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
