import { sql } from 'kysely'
import type { Db } from '../../database/transaction.ts'

export const countDevices = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('push_subscriptions')
      .select(sql<number>`count(*)::int`.as('devices'))
      .executeTakeFirstOrThrow()
  ).devices

export const isPushEnabled = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('settings').select('push_enabled').executeTakeFirstOrThrow()).push_enabled
