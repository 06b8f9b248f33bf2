import { sql } from 'kysely'
import type { BodyOf } from '../../../contract/endpoint.ts'
import type { checkInScreen } from '../../../contract/screen.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { isSilent, silentSince } from '../../../domain/screen.ts'
import { inTransaction, type Db, type Tx } from '../../database/transaction.ts'
import { AppError } from '../../http/app-error.ts'
import { screensSilent } from '../../mail/templates/screens-silent.ts'
import type { CommandContext } from '../../command-context.ts'
import { getSettings } from '../settings/queries.ts'
import { areAlertsOn } from './queries.ts'

/** More than anybody hangs for one room: a link that got about fills no table. */
const MAX_OF_A_ROOM = 30

/**
 * Notes that a screen is there, the first time and each time. Refuses with `room_not_found` a code that is no room's,
 * and with `too_many_requests` a screen more than a room may have while all of them live.
 */
export const checkIn = (db: Db, body: BodyOf<typeof checkInScreen>, now: Instant): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { code, ...screen } = body
    const room = await tx.selectFrom('rooms').select('id').where('screen_code', '=', code).executeTakeFirst()
    if (!room) throw new AppError('room_not_found')
    const at = new Date(now)
    const heard = { ...screen, room_id: room.id, last_seen_at: at, told_at: null }
    const known = await tx
      .updateTable('screens')
      .set(heard)
      .where('key', '=', screen.key)
      .where('room_id', '=', room.id)
      .executeTakeFirst()
    if (known.numUpdatedRows > 0n) return
    await makeRoomFor(tx, room.id, now)
    await tx
      .insertInto('screens')
      .values({ ...heard, first_seen_at: at })
      // It was beside another room until now, or has said so twice at once.
      .onConflict((conflict) => conflict.constraint('screens_key_key').doUpdateSet(heard))
      .execute()
  })

/** Where there are as many as there may be, the one that has been silent longest gives way. */
async function makeRoomFor(tx: Tx, room_id: number, now: Instant) {
  // One newcomer after the other.
  await tx.selectFrom('rooms').select('id').where('id', '=', room_id).forNoKeyUpdate().execute()
  const screens = await tx
    .selectFrom('screens')
    .select(['id', 'last_seen_at'])
    .where('room_id', '=', room_id)
    .orderBy('last_seen_at')
    .execute()
  const oldest = screens[0]
  if (!oldest || screens.length < MAX_OF_A_ROOM) return
  if (!isSilent(oldest.last_seen_at.getTime(), now))
    throw new AppError('too_many_requests', { headers: { 'retry-after': '3600' } })
  await tx.deleteFrom('screens').where('id', '=', oldest.id).execute()
}

/** Takes a screen off the list. Refuses with `not_found`. */
export async function removeScreen({ db }: CommandContext, id: number): Promise<{ id: number }> {
  const removed = await db.deleteFrom('screens').where('id', '=', id).returning('id').executeTakeFirst()
  if (!removed) throw new AppError('not_found')
  return removed
}

/** Sets whether mails report silent screens from now on. */
export async function changeAlerts({ db }: CommandContext, alerts: boolean): Promise<void> {
  await db.updateTable('settings').set({ screen_alerts: alerts }).execute()
}

/**
 * Reports to the contact address all screens that have been silent for ten minutes and not been reported, in one mail:
 * when the current fails, all are silent. Any number of processes may do so at once, each silence is reported by one. A
 * service that is not yet up that long has not listened for ten minutes, and reports nothing. Answers how many were
 * reported.
 */
export async function tellOfSilentScreens(
  context: CommandContext,
  up_since: Instant,
  now: Instant,
): Promise<number> {
  if (up_since > silentSince(now)) return 0
  return inTransaction(context.db, async (tx) => {
    if (!(await areAlertsOn(tx))) return 0
    const silent = await tx
      .updateTable('screens as s')
      .from('rooms as r')
      .set({ told_at: new Date(now) })
      .whereRef('r.id', '=', 's.room_id')
      .where('s.told_at', 'is', null)
      .where('s.last_seen_at', '<=', new Date(silentSince(now)))
      .returning(['s.id', 'r.name', 's.width', 's.height', sql<Date>`s.last_seen_at`.as('last_seen_at')])
      .execute()
    if (silent.length === 0) return 0
    const screens = silent
      .toSorted((a, b) => a.id - b.id)
      .map(({ last_seen_at, ...screen }) => ({ ...screen, last_seen_at: last_seen_at.getTime() }))
    const { event_name, contact_email } = await getSettings(tx)
    const notice = { screens, event_name, contact_email, public_url: context.publicUrl }
    await context.postMail(tx, [screensSilent(notice)], now)
    return silent.length
  })
}
