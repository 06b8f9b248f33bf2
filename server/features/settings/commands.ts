import type { BodyOf } from '../../../contract/endpoint.ts'
import type { changeSettings } from '../../../contract/settings.ts'
import type { Db } from '../../database/transaction.ts'
import { SETTINGS_COLUMNS, type AllSettings } from './queries.ts'

/** Replaces the settings and answers them as they now are. Mails that wait keep the texts that they were written with. */
export const writeSettings = (db: Db, body: BodyOf<typeof changeSettings>): Promise<AllSettings> =>
  db.updateTable('settings').set(body).returning(SETTINGS_COLUMNS).executeTakeFirstOrThrow()
