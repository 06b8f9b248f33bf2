import type { Db } from '../../database/transaction.ts'

export type Settings = { event_name: string; contact_email: string }

/** The event's name and the address for enquiries. */
export const getSettings = (db: Db): Promise<Settings> =>
  db.selectFrom('settings').select(['event_name', 'contact_email']).executeTakeFirstOrThrow()
