import type { PrivacySettings } from '../../../contract/admin/privacy.ts'
import { standardPrivacyNotice } from '../../../domain/privacy-notice.ts'
import type { Db } from '../../database/transaction.ts'

const COLUMNS = ['event_name', 'contact_email', 'erase_after_days', 'privacy_notice'] as const

const read = (db: Db) => db.selectFrom('settings').select(COLUMNS).executeTakeFirstOrThrow()

/** The event's own notice, empty where it has none, and the standard one. */
export async function findPrivacySettings(db: Db): Promise<PrivacySettings> {
  const { privacy_notice, ...facts } = await read(db)
  return { privacy_notice: privacy_notice ?? '', standard: standardPrivacyNotice(facts) }
}

/** The notice as visitors read it. */
export async function findPrivacyNotice(db: Db): Promise<{ event_name: string; text: string }> {
  const { privacy_notice, ...facts } = await read(db)
  return { event_name: facts.event_name, text: privacy_notice ?? standardPrivacyNotice(facts) }
}
