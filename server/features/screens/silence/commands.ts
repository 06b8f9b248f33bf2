import { sql } from 'kysely'
import { changeScreenAlerts, type ScreenAlerts } from '../../../../contract/admin/screens.ts'
import type { BodyOf } from '../../../../contract/endpoint.ts'
import { latestPast } from '../../../../domain/ahead.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { isSilenceTold, silentSince } from '../../../../domain/screen.ts'
import type { CommandContext } from '../../../command-context.ts'
import { inTransaction, type Db } from '../../../database/transaction.ts'
import { invalid } from '../../../http/app-error.ts'
import { refuseEditConflict } from '../../audit/commands.ts'
import { getSettings } from '../../settings/queries.ts'
import { ALERT_COLUMNS, getAlerts, offHoursOf } from './queries.ts'

export const changeAlerts = (
  db: Db,
  { expected, ...wanted }: BodyOf<typeof changeScreenAlerts>,
  now: Instant,
): Promise<ScreenAlerts> =>
  inTransaction(db, async (tx) => {
    const stored = await tx
      .selectFrom('settings')
      .select(ALERT_COLUMNS)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow()
    await refuseEditConflict(tx, { by: changeScreenAlerts, target: null, expected, stored, wanted }, now)
    const { alerts, alert_email, walls_off_from, walls_off_until } = { ...stored, ...wanted }
    if ((walls_off_from === null) !== (walls_off_until === null)) {
      const missing = walls_off_from === null ? 'walls_off_from' : 'walls_off_until'
      throw invalid(missing, '시작과 끝 시각을 모두 입력해주세요.')
    }
    if (walls_off_from !== null && walls_off_from === walls_off_until)
      throw invalid('walls_off_until', '시작 시각과 다른 시각을 입력해주세요.')
    return tx
      .updateTable('settings')
      .set({ screen_alerts: alerts, alert_email, walls_off_from, walls_off_until })
      .returning(ALERT_COLUMNS)
      .executeTakeFirstOrThrow()
  })

/** One mail for all, by one process. Nothing while walls are off or soon after the start. */
export async function tellOfSilentScreens(
  context: CommandContext,
  up_since: Instant,
  now: Instant,
): Promise<number> {
  if (up_since > silentSince(now)) return 0
  return inTransaction(context.db, async (tx) => {
    const alerts = await getAlerts(tx)
    if (!alerts.alerts || !isSilenceTold(offHoursOf(alerts), now)) return 0
    const silent = await tx
      .updateTable('screens as s')
      .from('rooms as r')
      .set({ told_at: new Date(now) })
      .whereRef('r.id', '=', 's.room_id')
      .where('s.told_at', 'is', null)
      .where(
        sql<boolean>`(last_seen_at <= ${new Date(silentSince(now))} or last_seen_at > ${new Date(latestPast(now))})`,
      )
      .returning([
        's.id',
        's.name',
        'r.name as room',
        's.width',
        's.height',
        sql<Date>`s.last_seen_at`.as('last_seen_at'),
      ])
      .execute()
    if (silent.length === 0) return 0
    const screens = silent
      .toSorted((a, b) => a.id - b.id)
      .map(({ last_seen_at, ...screen }) => ({ ...screen, last_seen_at: last_seen_at.getTime() }))
    const { event_name, contact_email } = await getSettings(tx)
    const to = alerts.alert_email ?? contact_email
    const facts = { to, screens, event_name, contact_email, public_url: context.publicUrl }
    await context.postMail(tx, [{ kind: 'screens_silent', facts }], now)
    return silent.length
  })
}
