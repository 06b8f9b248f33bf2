import { sql } from 'kysely'
import type { PushSettings } from '../../../contract/admin/push.ts'
import type { Db } from '../../database/transaction.ts'

export const PUSH_COLUMNS = [
  'push_enabled',
  'push_approved',
  'push_rejected',
  'push_moved',
  'push_reminder',
] as const

/** The kinds of events that are pushed, and how many browsers are told. */
export const getPushSettings = (db: Db): Promise<PushSettings> =>
  db
    .selectFrom('settings')
    .select(PUSH_COLUMNS)
    .select(sql<number>`(select count(*)::int from push_subscriptions)`.as('devices'))
    .executeTakeFirstOrThrow()

/** Whether anything is pushed at all. */
export const isPushEnabled = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('settings').select('push_enabled').executeTakeFirstOrThrow()).push_enabled
