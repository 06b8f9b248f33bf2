import { sql } from 'kysely'
import type { Db } from '../../../database/transaction.ts'

type Asked = { phone: string; email: string }

export async function findKnown(
  db: Db,
  asked: readonly Asked[],
): Promise<{ phone: Map<string, number>; email: Map<string, number> }> {
  const [phones, emails] = [asked.map(({ phone }) => phone), asked.map(({ email }) => email)]
  const known = await db
    .selectFrom('members')
    .select(['id', 'phone', 'email'])
    .where(sql<boolean>`phone = any(${phones}::text[]) or email = any(${emails}::text[])`)
    .execute()
  return {
    phone: new Map(known.map(({ id, phone }) => [phone, id])),
    email: new Map(known.map(({ id, email }) => [email, id])),
  }
}
