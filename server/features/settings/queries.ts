import type { DisplayNames, DisplayTitles } from '../../../domain/board-name.ts'
import type { Db } from '../../database/transaction.ts'

export type Settings = { event_name: string; contact_email: string }

/** The event's name and the address for enquiries. */
export const getSettings = (db: Db): Promise<Settings> =>
  db.selectFrom('settings').select(['event_name', 'contact_email']).executeTakeFirstOrThrow()

export const SETTINGS_COLUMNS = [
  'event_name',
  'contact_email',
  'display_names',
  'display_titles',
  'max_reservations',
] as const

export type AllSettings = Settings & {
  display_names: DisplayNames
  display_titles: DisplayTitles
  max_reservations: number
}

/** Everything that administrators can set. */
export const getAllSettings = (db: Db): Promise<AllSettings> =>
  db.selectFrom('settings').select(SETTINGS_COLUMNS).executeTakeFirstOrThrow()
