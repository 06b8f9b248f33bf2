import { changeReasons, type Reasons } from '../../../contract/admin/reasons.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { inTransaction, type Db } from '../../database/transaction.ts'
import { refuseEditConflict } from '../audit/commands.ts'
import { REASON_COLUMNS } from './queries.ts'

/** Replaces the reasons that administrators are offered and answers them. Refuses with `changed_meanwhile`. */
export const writeReasons = (
  db: Db,
  { expected, ...wanted }: BodyOf<typeof changeReasons>,
  now: Instant,
): Promise<Reasons> =>
  inTransaction(db, async (tx) => {
    const stored = await tx
      .selectFrom('settings')
      .select(REASON_COLUMNS)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    await refuseEditConflict(tx, { by: changeReasons, target: null, expected, stored, wanted }, now)
    return tx.updateTable('settings').set(wanted).returning(REASON_COLUMNS).executeTakeFirstOrThrow()
  })
