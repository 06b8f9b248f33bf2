import { changeClosingSettings, type ClosingSettings } from '../../../contract/admin/closing.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { inTransaction, type Db } from '../../database/transaction.ts'
import { refuseEditConflict } from '../audit/commands.ts'
import { CLOSING_SETTINGS } from './queries.ts'

/**
 * Sets when personal data are erased by themselves, and answers it. A day that is another one by that is announced anew.
 * Refuses with `changed_meanwhile`.
 */
export const writeClosingSettings = (
  db: Db,
  { expected, ...wanted }: BodyOf<typeof changeClosingSettings>,
  now: Instant,
): Promise<ClosingSettings> =>
  inTransaction(db, async (tx) => {
    const stored = await tx
      .selectFrom('settings')
      .select(CLOSING_SETTINGS)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    await refuseEditConflict(tx, { by: changeClosingSettings, target: null, expected, stored, wanted }, now)
    return tx.updateTable('settings').set(wanted).returning(CLOSING_SETTINGS).executeTakeFirstOrThrow()
  })
