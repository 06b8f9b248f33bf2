import { PASSWORD_FAULT_TEXT } from '../../../../contract/admin/accounts.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from '../../../../domain/password.ts'
import type { Db } from '../../../database/transaction.ts'
import { AppError } from '../../../http/app-error.ts'
import { findPasswordFault } from './queries.ts'

export async function refuseWeakPassword(
  db: Db,
  { field, password, account }: { field: string; password: string; account: string },
): Promise<void> {
  const fault = await findPasswordFault(db, password, account)
  if (fault) throw new AppError('invalid_input', { fields: { [field]: PASSWORD_FAULT_TEXT[fault] } })
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
