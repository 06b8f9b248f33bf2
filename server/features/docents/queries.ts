import type { Docent } from '../../../contract/docent.ts'
import type { Db } from '../../database/transaction.ts'

export const DOCENT_COLUMNS = ['id', 'name', 'language', 'start_point', 'is_vip', 'is_vvip'] as const

export const selectDocents = (db: Db) => db.selectFrom('docents').select(DOCENT_COLUMNS).orderBy('id')

/** All docents, in the order in which they were added. */
export const findDocents = (db: Db): Promise<Docent[]> => selectDocents(db).execute()
