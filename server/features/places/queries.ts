import type { Docent, Room } from '../../../contract/place.ts'
import { isoRow } from '../../database/iso-row.ts'
import type { Db } from '../../database/transaction.ts'
import { invalid } from '../../http/app-error.ts'

export const DOCENT_COLUMNS = ['id', 'name', 'language', 'start_point', 'is_vip', 'is_vvip'] as const
export const ROOM_COLUMNS = ['id', 'name', 'floor', 'size', 'is_vip', 'is_vvip'] as const

export const selectDocents = (db: Db) => db.selectFrom('docents').select(DOCENT_COLUMNS).orderBy('id')
export const selectRooms = (db: Db) => db.selectFrom('rooms').select(ROOM_COLUMNS).orderBy('id')

/** In the order in which they were added. */
export const findDocents = (db: Db): Promise<Docent[]> => selectDocents(db).execute()
export const findRooms = (db: Db): Promise<Room[]> => selectRooms(db).execute()

type LinkedRow = Record<'docent_id' | 'room_id', number | null> &
  Record<'docent_name' | 'room_name', string | null>

/** With the docent or the room that the row is about. */
export function linkedRow<Row extends LinkedRow>(row: Row) {
  const { docent_id, docent_name, room_id, room_name, ...rest } = row
  const docent = docent_id === null ? null : { id: docent_id, name: docent_name! }
  const room = room_id === null ? null : { id: room_id, name: room_name! }
  return { ...isoRow(rest), docent, room }
}

/** Locked, so that the place cannot be deleted before a link to it is written. */
export async function refuseUnknownPlace(
  db: Db,
  { type, resource_id }: { type: 'tour' | 'room'; resource_id: number },
  field = 'resource_id',
) {
  const found = await db
    .selectFrom(type === 'tour' ? 'docents' : 'rooms')
    .select('id')
    .where('id', '=', resource_id)
    .forKeyShare()
    .executeTakeFirst()
  const text = type === 'tour' ? '도슨트를 선택해주세요.' : '미팅룸을 선택해주세요.'
  if (!found) throw invalid(field, text)
}

type Linked = { docent_id?: number | undefined; room_id?: number | undefined }

export async function refuseUnknownPlaces(db: Db, { docent_id, room_id }: Linked, prefix: string) {
  if (docent_id) await refuseUnknownPlace(db, { type: 'tour', resource_id: docent_id }, `${prefix}docent_id`)
  if (room_id) await refuseUnknownPlace(db, { type: 'room', resource_id: room_id }, `${prefix}room_id`)
}
