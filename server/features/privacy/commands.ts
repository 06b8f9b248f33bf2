import { changePrivacySettings } from '../../../contract/admin/privacy.ts'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { inTransaction, type Db } from '../../database/transaction.ts'
import { refuseEditConflict } from '../audit/commands.ts'

/** Replaces the event's own privacy notice; an empty one brings the standard one back. Refuses with `changed_meanwhile`. */
export const writePrivacyNotice = (
  db: Db,
  { expected, ...wanted }: BodyOf<typeof changePrivacySettings>,
  now: Instant,
): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { privacy_notice } = await tx
      .selectFrom('settings')
      .select('privacy_notice')
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    const stored = { privacy_notice: privacy_notice ?? '' }
    await refuseEditConflict(tx, { by: changePrivacySettings, target: null, expected, stored, wanted }, now)
    await tx
      .updateTable('settings')
      .set({ privacy_notice: wanted.privacy_notice || null })
      .execute()
  })
