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

/** `of_member`: the phone is a member's, whatever the name. */
export async function findMemberForLogin(
  db: Db,
  phone: string,
  name_key: string,
): Promise<{ of_member: boolean; member: Member | undefined }> {
  const found = await db
    .selectFrom('members')
    .select(MEMBER_COLUMNS)
    .select((eb) => eb('name_key', '=', name_key).as('is_named'))
    .where('phone', '=', phone)
    .executeTakeFirst()
  if (!found) return { of_member: false, member: undefined }
  const { is_named, ...member } = found
  return { of_member: true, member: is_named ? member : undefined }
}

export const findMemberByEmail = (db: Db, email: string): Promise<Member | undefined> =>
  db.selectFrom('members').select(MEMBER_COLUMNS).where('email', '=', email).executeTakeFirst()

export const isKnownEmail = async (db: Db, email: string): Promise<boolean> =>
  (await findMemberByEmail(db, email)) !== undefined
