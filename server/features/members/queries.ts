import { sql, type RawBuilder } from 'kysely'
import type { Impact } from '../../../contract/admin/deletion.ts'
import type { UserFilter } from '../../../contract/admin/members.ts'
import type { Member } from '../../../contract/member.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { FLAGS_OF } from '../../../domain/tier.ts'
import { isoRow } from '../../database/iso-row.ts'
import { hasWords, pageAt } from '../../database/search.ts'
import { anyOf, type Db, type Tx } from '../../database/transaction.ts'
import { MEMBER_COLUMNS } from '../sign-in/queries.ts'
import { findImpactOf } from '../reservations/queries.ts'

const PAGE = 10
const MAX_ID = 2_147_483_647

/** These ids, or the search and filter: see `memberFilter` of the contract. */
export type Which = {
  ids?: readonly number[] | undefined
  search?: string | undefined
  user_filter?: UserFilter | undefined
}

export const TIERS = { vvip: FLAGS_OF.VVIP, vip: FLAGS_OF.VIP, normal: FLAGS_OF.normal } as const

export function isMeant({ ids, search, user_filter = 'all' }: Which): RawBuilder<boolean> {
  if (ids) return sql<boolean>`members.id = ${anyOf(ids)}`
  const words = search ? hasWords(sql.ref('members.search_key'), search) : sql<boolean>`true`
  if (user_filter === 'all') return words
  const { is_vip, is_vvip } = TIERS[user_filter]
  return sql<boolean>`${words} and members.is_vip = ${is_vip} and members.is_vvip = ${is_vvip}`
}

/** One pass, because reading the members is the cost of a search. */
export async function findMembers(
  db: Db,
  { page, ...which }: Which & { page?: number | undefined },
): Promise<{ count: number; results: Member[] }> {
  const { limit, offset } = pageAt(page, PAGE)
  const { rows } = await sql<{ count: number; results: Member[] }>`
    with found as materialized (select id from members where ${isMeant(which)})
    select (select count(*)::int from found) as count,
      coalesce((select json_agg(listed) from (
        select ${sql.join(MEMBER_COLUMNS.map((column) => sql.ref(column)))} from members
        where id in (select id from found order by id desc limit ${limit} offset ${offset}) order by id desc
      ) as listed), '[]') as results`.execute(db)
  return rows[0]!
}

export const findToBookFor = (db: Db, search: string) =>
  db
    .selectFrom('members')
    .select(['id', 'name', 'company_name'])
    .where(isMeant({ search }))
    .orderBy('name')
    .orderBy('id')
    .limit(5)
    .execute()

const AT_ONCE = 2_000

export async function* pageMembers(tx: Tx, which: Which): AsyncGenerator<(Member & { created_at: Date })[]> {
  for (let below = MAX_ID; ;) {
    const page = await tx
      .selectFrom('members')
      .select([...MEMBER_COLUMNS, 'created_at'])
      .where(isMeant(which))
      .where('id', '<', below)
      .orderBy('id', 'desc')
      .limit(AT_ONCE)
      .execute()
    if (page.length > 0) yield page
    if (page.length < AT_ONCE) return
    below = page.at(-1)!.id
  }
}

export const findMember = (db: Db, id: number): Promise<Member | undefined> =>
  db.selectFrom('members').select(MEMBER_COLUMNS).where('id', '=', id).executeTakeFirst()

export async function findMemberSince(db: Db, id: number) {
  const found = await db
    .selectFrom('members')
    .select([...MEMBER_COLUMNS, 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return found && isoRow(found)
}

/** The awaited reservations that deleting these members would cancel. */
export const findMemberImpact = (db: Db, ids: number[] | 'all', now: Instant): Promise<Impact> =>
  findImpactOf(
    db,
    ids === 'all' ? sql<boolean>`r.member_id is not null` : sql<boolean>`r.member_id = ${anyOf(ids)}`,
    now,
  )
