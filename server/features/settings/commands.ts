import type { BodyOf } from '../../../contract/endpoint.ts'
import { changeSettings } from '../../../contract/admin/settings.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { inTransaction, type Db } from '../../database/transaction.ts'
import { refuseEditConflict } from '../audit/commands.ts'
import { SETTINGS_COLUMNS, type AllSettings } from './queries.ts'

/**
 * Replaces the settings and answers them as they now are. Mails that wait keep the texts that they were written with.
 * Refuses with `changed_meanwhile`.
 */
export const writeSettings = (
  db: Db,
  { expected, ...wanted }: BodyOf<typeof changeSettings>,
  now: Instant,
): Promise<AllSettings> =>
  inTransaction(db, async (tx) => {
    const stored = await tx
      .selectFrom('settings')
      .select(SETTINGS_COLUMNS)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    await refuseEditConflict(tx, { by: changeSettings, target: null, expected, stored, wanted }, now)
    return tx.updateTable('settings').set(wanted).returning(SETTINGS_COLUMNS).executeTakeFirstOrThrow()
  })
