import type { RoomScreens, Screen } from '../../../contract/admin/screens.ts'
import { isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import { isSilent } from '../../../domain/screen.ts'
import type { Db } from '../../database/transaction.ts'

/** Whether mails report screens that fall silent. */
export const areAlertsOn = async (db: Db): Promise<boolean> =>
  (await db.selectFrom('settings').select('screen_alerts').executeTakeFirstOrThrow()).screen_alerts

/** How many of the screens that were set up have fallen silent. */
export async function countSilent(db: Db, now: Instant): Promise<number> {
  const screens = await db.selectFrom('screens').select('last_seen_at').execute()
  return screens.filter(({ last_seen_at }) => isSilent(last_seen_at.getTime(), now)).length
}

/** Each room with the link that sets its screens up, and its screens in the order in which they were hung. */
export async function findScreens(db: Db, publicUrl: string, now: Instant): Promise<RoomScreens[]> {
  const [rooms, screens] = await Promise.all([
    db.selectFrom('rooms').select(['id', 'name', 'floor', 'screen_code']).orderBy('id').execute(),
    db
      .selectFrom('screens')
      .select(['id', 'room_id', 'build', 'width', 'height', 'first_seen_at', 'last_seen_at'])
      .orderBy('id')
      .execute(),
  ])
  const ofRoom = Map.groupBy(screens, ({ room_id }) => room_id)
  return rooms.map(({ screen_code, ...room }) => ({
    room,
    setup_url: `${publicUrl}/display/room/${room.id}#${screen_code}`,
    screens: (ofRoom.get(room.id) ?? []).map(
      ({ room_id: _, first_seen_at, last_seen_at, ...screen }): Screen => ({
        ...screen,
        first_seen_at: isoInMadrid(first_seen_at.getTime()),
        last_seen_at: isoInMadrid(last_seen_at.getTime()),
        is_silent: isSilent(last_seen_at.getTime(), now),
      }),
    ),
  }))
}
