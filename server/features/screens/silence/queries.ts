import type { ScreenAlerts } from '../../../../contract/admin/screens.ts'
import type { OffHours } from '../../../../domain/screen.ts'
import type { Db } from '../../../database/transaction.ts'

export const ALERT_COLUMNS = [
  'screen_alerts as alerts',
  'alert_email',
  'walls_off_from',
  'walls_off_until',
] as const

export const getAlerts = (db: Db): Promise<ScreenAlerts> =>
  db.selectFrom('settings').select(ALERT_COLUMNS).executeTakeFirstOrThrow()

export const offHoursOf = ({ walls_off_from: from, walls_off_until: until }: ScreenAlerts): OffHours =>
  from !== null && until !== null ? { from, until } : null
