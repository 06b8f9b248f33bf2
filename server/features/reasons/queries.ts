import type { Reasons } from '../../../contract/admin/reasons.ts'
import type { Db } from '../../database/transaction.ts'

export const REASON_COLUMNS = ['reject_reasons', 'cancel_reasons'] as const

/** The reasons that administrators are offered, one a line. */
export const findReasons = (db: Db): Promise<Reasons> =>
  db.selectFrom('settings').select(REASON_COLUMNS).executeTakeFirstOrThrow()
