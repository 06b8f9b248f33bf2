import type { Room } from '../../../contract/room.ts'
import type { Db } from '../../database/transaction.ts'

export const ROOM_COLUMNS = ['id', 'name', 'floor', 'size', 'is_vip', 'is_vvip'] as const

export const selectRooms = (db: Db) => db.selectFrom('rooms').select(ROOM_COLUMNS).orderBy('id')

/** All meeting rooms, in the order in which they were added. */
export const findRooms = (db: Db): Promise<Room[]> => selectRooms(db).execute()
