import type { Docent } from '../../../contract/docent.ts'
import type { Db } from '../../database/transaction.ts'

/** All docents, in the order in which they were added. */
export const findDocents = (db: Db): Promise<Docent[]> =>
  db
    .selectFrom('docents')
    .select(['id', 'name', 'language', 'start_point', 'is_vip', 'is_vvip'])
    .orderBy('id')
    .execute()
