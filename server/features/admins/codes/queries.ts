import type { Db } from '../../../database/transaction.ts'
import type { SignedInAdmin } from '../../../http/session.ts'

export async function countRecoveryCodes(db: Db, { id }: Pick<SignedInAdmin, 'id'>): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where('admin_id', '=', id)
    .executeTakeFirstOrThrow()
  return Number(count)
}
