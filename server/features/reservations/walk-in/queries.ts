import type { Member } from '../../../../contract/member.ts'
import type { Db } from '../../../database/transaction.ts'
import { MEMBER_COLUMNS } from '../../sign-in/queries.ts'

/** A member as a booking needs them; in a transaction nobody deletes them until it ends. Undefined when there is none. */
export const findMemberToBookFor = (db: Db, id: number): Promise<Member | undefined> =>
  db.selectFrom('members').select(MEMBER_COLUMNS).where('id', '=', id).forKeyShare().executeTakeFirst()
