import { FREQUENT_PASSWORDS } from '../../../../domain/frequent-passwords.ts'
import { passwordFault, type PasswordFault } from '../../../../domain/password.ts'
import type { Db } from '../../../database/transaction.ts'
import { getSettings } from '../../settings/queries.ts'

export async function findPasswordFault(
  db: Db,
  password: string,
  account: string,
): Promise<PasswordFault | null> {
  const { event_name } = await getSettings(db)
  return passwordFault(password, { names: [account, event_name], common: FREQUENT_PASSWORDS })
}
