import type { Member } from '../../../contract/member.ts'
import type { Db } from '../../database/transaction.ts'

export const MEMBER_COLUMNS = [
  'id',
  'name',
  'email',
  'phone',
  'company_name',
  'position',
  'is_vip',
  'is_vvip',
] as const

export const findMemberForLogin = (db: Db, phone: string, name_key: string): Promise<Member | undefined> =>
  db
    .selectFrom('members')
    .select(MEMBER_COLUMNS)
    .where('phone', '=', phone)
    .where('name_key', '=', name_key)
    .executeTakeFirst()

export const isKnownEmail = async (db: Db, email: string): Promise<boolean> =>
  (await db.selectFrom('members').select('id').where('email', '=', email).executeTakeFirst()) !== undefined
