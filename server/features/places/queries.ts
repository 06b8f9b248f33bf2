import type { Docent } from '../../../contract/docent.ts'
import type { Room } from '../../../contract/room.ts'
import type { Db } from '../../database/transaction.ts'

export const DOCENT_COLUMNS = ['id', 'name', 'language', 'start_point', 'is_vip', 'is_vvip'] as const
export const ROOM_COLUMNS = ['id', 'name', 'floor', 'size', 'is_vip', 'is_vvip'] as const

export const selectDocents = (db: Db) => db.selectFrom('docents').select(DOCENT_COLUMNS).orderBy('id')
export const selectRooms = (db: Db) => db.selectFrom('rooms').select(ROOM_COLUMNS).orderBy('id')

/** In the order in which they were added. */
export const findDocents = (db: Db): Promise<Docent[]> => selectDocents(db).execute()
export const findRooms = (db: Db): Promise<Room[]> => selectRooms(db).execute()
