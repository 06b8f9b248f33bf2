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

/** `of_member` and `must_confirm` (unknown devices need a code) depend on the phone alone. */
export async function findMemberForLogin(
  db: Db,
  phone: string,
  name_key: string,
): Promise<{ of_member: boolean; must_confirm: boolean; member: Member | undefined }> {
  const found = await db
    .selectFrom('members')
    .select(MEMBER_COLUMNS)
    .select((eb) => [
      eb('name_key', '=', name_key).as('is_named'),
      eb('must_confirm_since', 'is not', null).as('must_confirm'),
    ])
    .where('phone', '=', phone)
    .executeTakeFirst()
  if (!found) return { of_member: false, must_confirm: false, member: undefined }
  const { is_named, must_confirm, ...member } = found
  return { of_member: true, must_confirm: Boolean(must_confirm), member: is_named ? member : undefined }
}

export const findMemberByEmail = (db: Db, email: string): Promise<Member | undefined> =>
  db.selectFrom('members').select(MEMBER_COLUMNS).where('email', '=', email).executeTakeFirst()

export const isKnownEmail = async (db: Db, email: string): Promise<boolean> =>
  (await findMemberByEmail(db, email)) !== undefined
