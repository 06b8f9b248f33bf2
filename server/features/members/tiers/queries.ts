import { sql, type RawBuilder } from 'kysely'
import { MAX_ABOVE, type GivenTier, type TierImpact } from '../../../../contract/admin/members.ts'
import { madridEnd, madridTime, type Instant } from '../../../../domain/madrid-time.ts'
import { isAwaited } from '../../../../domain/reservation.ts'
import { hasTierFor } from '../../../../domain/tier.ts'
import type { Db } from '../../../database/transaction.ts'
import { obeys } from '../../reservations/queries.ts'
import { isMeant, TIERS, type Which } from '../queries.ts'

export function isChanged(which: Which, tier: GivenTier): RawBuilder<boolean> {
  const { is_vip, is_vvip } = TIERS[tier]
  return sql<boolean>`(${isMeant(which)})
    and (members.is_vip, members.is_vvip) is distinct from (${is_vip}::boolean, ${is_vvip}::boolean)`
}

export async function findTierImpact(
  db: Db,
  which: Which,
  tier: GivenTier,
  now: Instant,
): Promise<TierImpact> {
  const counted = await db
    .selectFrom('members')
    .select([
      sql<number>`count(*)::int`.as('members'),
      sql<number>`count(*) filter (where ${isChanged(which, tier)})::int`.as('changes'),
    ])
    .where(isMeant(which))
    .executeTakeFirstOrThrow()
  const above = await findAbove(db, isChanged(which, tier), tier, now)
  return {
    ...counted,
    above: above[0]?.above ?? 0,
    reservations: above.map(({ above: _, member_id, name, company_name, starts_at, ends_at, ...row }) => ({
      id: row.id,
      member: { id: member_id, name, company_name },
      place: { name: row.place_name, is_vip: row.is_vip, is_vvip: row.is_vvip },
      date: row.date,
      time: madridTime(starts_at.getTime()),
      end_time: madridEnd(ends_at.getTime()),
    })),
  }
}

/** The first upcoming reservations above this tier, with the total. */
const findAbove = (db: Db, whose: RawBuilder<boolean>, tier: GivenTier, now: Instant) =>
  db
    .selectFrom('reservations as r')
    .innerJoin('members', 'members.id', 'r.member_id')
    .leftJoin('docents', 'docents.id', 'r.docent_id')
    .leftJoin('rooms', 'rooms.id', 'r.room_id')
    .select(['r.id', 'r.date', 'r.starts_at', 'r.ends_at', sql<number>`(count(*) over ())::int`.as('above')])
    .select(['members.id as member_id', 'members.name', 'members.company_name'])
    .select([
      sql<string>`coalesce(docents.name, rooms.name, '')`.as('place_name'),
      sql<boolean>`coalesce(docents.is_vip, rooms.is_vip, false)`.as('is_vip'),
      sql<boolean>`coalesce(docents.is_vvip, rooms.is_vvip, false)`.as('is_vvip'),
    ])
    .where(obeys(isAwaited, now))
    .where(whose)
    .where(
      sql<boolean>`(r.docent_id in ${above(db, 'docents', tier)} or r.room_id in ${above(db, 'rooms', tier)})`,
    )
    .orderBy('r.starts_at')
    .orderBy('r.id')
    .limit(MAX_ABOVE)
    .execute()

const above = (db: Db, table: 'docents' | 'rooms', tier: GivenTier) =>
  db
    .selectFrom(table)
    .select('id')
    .where((eb) =>
      eb.or(
        Object.values(TIERS)
          .filter((asked) => !hasTierFor(TIERS[tier], asked))
          .map((asked) => eb.and(asked)),
      ),
    )
