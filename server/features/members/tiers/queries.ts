import { sql, type RawBuilder } from 'kysely'
import type { GivenTier, TierImpact } from '../../../../contract/admin/members.ts'
import { madridTime, type Instant } from '../../../../domain/madrid-time.ts'
import { ACTIVE, isOver } from '../../../../domain/reservation.ts'
import { hasTierFor } from '../../../../domain/tier.ts'
import type { Db } from '../../../database/transaction.ts'
import { factsOf } from '../../reservations/queries.ts'
import { isMeant, TIERS, type Which } from '../queries.ts'

/** True of the members that are meant and have another tier than this one. */
export function isChanged(which: Which, tier: GivenTier): RawBuilder<boolean> {
  const { is_vip, is_vvip } = TIERS[tier]
  return sql<boolean>`(${isMeant(which)})
    and (members.is_vip, members.is_vvip) is distinct from (${is_vip}::boolean, ${is_vvip}::boolean)`
}

/** The effect of giving a tier: how many get another one, and what they have reserved above it. */
export async function findTierImpact(
  db: Db,
  which: Which,
  tier: GivenTier,
  now: Instant,
): Promise<TierImpact> {
  const counted = await db
    .selectFrom('members')
    .select((eb) => [
      eb.fn.countAll<string>().as('members'),
      sql<string>`count(*) filter (where ${isChanged(which, tier)})`.as('changes'),
    ])
    .where(isMeant(which))
    .executeTakeFirstOrThrow()
  const reserved = await findReserved(db, isChanged(which, tier))
  const above = reserved.filter((row) => !hasTierFor(TIERS[tier], row) && !isOver(factsOf(row), now))
  return {
    members: Number(counted.members),
    changes: Number(counted.changes),
    reservations: above.map(({ id, member_id, name, company_name, ...row }) => ({
      id,
      member: { id: member_id, name, company_name },
      place: { name: row.place_name, is_vip: row.is_vip, is_vvip: row.is_vvip },
      date: row.date,
      time: madridTime(row.starts_at.getTime()),
      end_time: madridTime(row.ends_at.getTime()),
    })),
  }
}

const findReserved = (db: Db, whose: RawBuilder<boolean>) =>
  db
    .selectFrom('reservations as r')
    .innerJoin('members', 'members.id', 'r.member_id')
    .leftJoin('docents', 'docents.id', 'r.docent_id')
    .leftJoin('rooms', 'rooms.id', 'r.room_id')
    .select(['r.id', 'r.kind', 'r.status', 'r.starts_at', 'r.ends_at', 'r.date'])
    .select(['members.id as member_id', 'members.name', 'members.company_name'])
    .select((eb) => [
      eb.fn.coalesce('docents.name', 'rooms.name', sql<string>`''`).as('place_name'),
      eb.fn.coalesce('docents.is_vip', 'rooms.is_vip', sql<boolean>`false`).as('is_vip'),
      eb.fn.coalesce('docents.is_vvip', 'rooms.is_vvip', sql<boolean>`false`).as('is_vvip'),
    ])
    .where('r.status', 'in', ACTIVE)
    .where(whose)
    .orderBy('r.starts_at')
    .orderBy('r.id')
    .execute()
