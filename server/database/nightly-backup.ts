import type { BackupFate } from '../../domain/nightly-backup.ts'
import type { Db } from './transaction.ts'

export async function findBackupFate(
  db: Db,
): Promise<BackupFate & { file: string | null; failure: string | null }> {
  const row = await db.selectFrom('nightly_backup').selectAll().executeTakeFirst()
  return {
    succeeded_at: row?.succeeded_at?.getTime() ?? null,
    failed_at: row?.failed_at?.getTime() ?? null,
    file: row?.file ?? null,
    failure: row?.failure ?? null,
  }
}
