import { sql, type RawBuilder } from 'kysely'
import type { Impact } from '../../../contract/admin/deletion.ts'
import type { UserFilter } from '../../../contract/admin/members.ts'
import type { Member } from '../../../contract/member.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { isAwaited } from '../../../domain/reservation.ts'
import { FLAGS_OF } from '../../../domain/tier.ts'
import { hasWords, pageAt } from '../../database/search.ts'
import type { Db } from '../../database/transaction.ts'
import { MEMBER_COLUMNS } from '../sign-in/queries.ts'
import { factsOf } from '../reservations/queries.ts'

const PAGE = 10

/** Which members: these, or else those that a search and filter let through; see `memberFilter` of the contract. */
export type Which = {
  ids?: readonly number[] | undefined
  search?: string | undefined
  user_filter?: UserFilter | undefined
}

export const TIERS = { vvip: FLAGS_OF.VVIP, vip: FLAGS_OF.VIP, normal: FLAGS_OF.normal } as const

/** True of the members that are meant, as a condition on `members`. */
export function isMeant({ ids, search, user_filter = 'all' }: Which): RawBuilder<boolean> {
  if (ids) return sql<boolean>`members.id = any(${ids}::int[])`
  const words = search ? hasWords(sql.ref('members.search_key'), search) : sql<boolean>`true`
  if (user_filter === 'all') return words
  const { is_vip, is_vvip } = TIERS[user_filter]
  return sql<boolean>`${words} and members.is_vip = ${is_vip} and members.is_vvip = ${is_vvip}`
}

const selectMembers = (db: Db, which: Which) => db.selectFrom('members').where(isMeant(which))

/** One page of members, newest first, and how many there are. */
export async function findMembers(
  db: Db,
  { page, ...which }: Which & { page?: number | undefined },
): Promise<{ count: number; results: Member[] }> {
  const { count } = await selectMembers(db, which)
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const { limit, offset } = pageAt(page, PAGE)
  const results = await selectMembers(db, which)
    .select(MEMBER_COLUMNS)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return { count: Number(count), results }
}

/** All members that a filter lets through, in the order of the list, and since when they are members. */
export const findAllMembers = (db: Db, which: Which): Promise<(Member & { created_at: Date })[]> =>
  selectMembers(db, which)
    .select([...MEMBER_COLUMNS, 'created_at'])
    .orderBy('id', 'desc')
    .execute()

/** A member as it is now. */
export const findMember = (db: Db, id: number): Promise<Member | undefined> =>
  db.selectFrom('members').select(MEMBER_COLUMNS).where('id', '=', id).executeTakeFirst()

/** True when there is such a member. */
export const isMember = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('members').select('id').where('id', '=', id).executeTakeFirst()) !== undefined

/** The reservations that somebody waits for, and that a deletion of these members, or all, would cancel. */
export async function findMemberImpact(db: Db, ids: number[] | 'all', now: Instant): Promise<Impact> {
  const rows = await db
    .selectFrom('reservations as r')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .select(['r.kind', 'r.status', 'r.starts_at', 'r.ends_at', 'm.id', 'm.name', 'm.company_name'])
    .$if(ids !== 'all', (query) => query.where('m.id', '=', sql<number>`any(${ids}::int[])`))
    .orderBy('m.id')
    .execute()
  const awaited = rows.filter((row) => isAwaited(factsOf(row), now))
  const members = new Map(awaited.map(({ id, name, company_name }) => [id, { id, name, company_name }]))
  return { reservations: awaited.length, members: [...members.values()] }
}
