import type { RoomScreens, Screen } from '../../../contract/admin/screens.ts'
import { isoInMadrid, type Instant } from '../../../domain/madrid-time.ts'
import { areWallsOff, isSilent, orderState } from '../../../domain/screen.ts'
import type { Db } from '../../database/transaction.ts'
import { getAlerts, offHoursOf } from './silence/queries.ts'

/** None while walls are switched off. */
export async function countSilent(db: Db, now: Instant): Promise<number> {
  const [alerts, screens] = await Promise.all([
    getAlerts(db),
    db.selectFrom('screens').select('last_seen_at').execute(),
  ])
  if (areWallsOff(offHoursOf(alerts), now)) return 0
  return screens.filter(({ last_seen_at }) => isSilent(last_seen_at.getTime(), now)).length
}

export const setupUrl = (publicUrl: string, room: { id: number; screen_code: string }): string =>
  `${publicUrl}/display/room/${room.id}#${room.screen_code}`

export const findNamesBeside = (db: Db, room_id: number) =>
  db.selectFrom('screens').select(['id', 'name', 'width', 'height']).where('room_id', '=', room_id).execute()

export const findOrders = (db: Db, room_id: number) =>
  db.selectFrom('screens').select(['id', 'order_id']).where('room_id', '=', room_id).orderBy('id').execute()

export async function findScreens(db: Db, publicUrl: string, now: Instant): Promise<RoomScreens[]> {
  const [rooms, screens] = await Promise.all([
    db.selectFrom('rooms').select(['id', 'name', 'floor', 'screen_code']).orderBy('id').execute(),
    db
      .selectFrom('screens')
      .select([
        'id',
        'name',
        'room_id',
        'build',
        'width',
        'height',
        'first_seen_at',
        'last_seen_at',
        'order_kind',
        'ordered_at',
        'order_heard_at',
      ])
      .orderBy('id')
      .execute(),
  ])
  const ofRoom = Map.groupBy(screens, ({ room_id }) => room_id)
  return rooms.map(({ screen_code, ...room }) => ({
    room,
    setup_url: setupUrl(publicUrl, { id: room.id, screen_code }),
    screens: (ofRoom.get(room.id) ?? []).map(
      ({ room_id: _, first_seen_at, last_seen_at, order_kind, ordered_at, order_heard_at, ...screen }) => ({
        ...screen,
        first_seen_at: isoInMadrid(first_seen_at.getTime()),
        last_seen_at: isoInMadrid(last_seen_at.getTime()),
        is_silent: isSilent(last_seen_at.getTime(), now),
        order:
          order_kind && ordered_at
            ? orderOf(order_kind, ordered_at.getTime(), order_heard_at?.getTime() ?? null, now)
            : null,
      }),
    ),
  }))
}

const orderOf = (
  kind: NonNullable<Screen['order']>['kind'],
  ordered_at: Instant,
  heard_at: Instant | null,
  now: Instant,
): Screen['order'] => ({
  kind,
  ordered_at: isoInMadrid(ordered_at),
  heard_at: heard_at === null ? null : isoInMadrid(heard_at),
  state: orderState({ ordered_at, heard_at }, now),
})
