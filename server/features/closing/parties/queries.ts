import { sql } from 'kysely'
import { CLOSING_TIERS, type ClosingReport, type ClosingTier } from '../../../../contract/admin/closing.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { TAKING_PLACE, type ReservationKind, type Status } from '../../../../domain/reservation.ts'
import { searchKey } from '../../../../domain/search-key.ts'
import type { Db } from '../../../database/transaction.ts'
import { isDisplayedAs } from '../../reservations/queries.ts'

/** Guests of the reservations `r` that take or took place. */
const sumGuests = (now: Instant) =>
  sql<number>`coalesce(sum(r.guests) filter (where ${isDisplayedAs(TAKING_PLACE, now)}), 0)::int`

type Party = { reservations: number; guests: number }

const sum = (parties: readonly Party[], figure: keyof Party) =>
  parties.reduce((all, party) => all + party[figure], 0)

export type Parties = {
  statuses: (Party & { kind: ReservationKind; status: Status; over: number })[]
  /** By the company as spelled, or by a number once the name is erased. */
  companies: (Party & { company: number | null; name: string | null })[]
}

type Row = Parties['statuses'][number] & Parties['companies'][number] & { by: string }

/** An index-only scan; only erased companies need a lookup. */
export async function findParties(db: Db, now: Instant): Promise<Parties> {
  const counts = sql`count(*) as reservations, sum(r.guests) as guests,
    count(*) filter (where r.ends_at <= ${new Date(now)}) as over`
  const { rows } = await sql<Row>`
    with parties as (
      select r.kind, r.status, null::int as company, r.company as name, ${counts}
      from reservations r where r.company > '' group by r.company, r.kind, r.status
      union all
      select r.kind, r.status, e.company, null, ${counts}
      from reservations r left join erased_parties e on e.reservation_id = r.id
      where r.company = '' group by e.company, r.kind, r.status
    )
    select kind, status, company, name, sum(reservations)::int as reservations, ${sumGuests(now)} as guests,
      sum(over)::int as over, case when grouping(kind) = 0 then 'status' else 'company' end as by
    from parties r group by grouping sets ((kind, status), (company, name))`.execute(db)
  return {
    statuses: rows.filter(({ by }) => by === 'status'),
    companies: rows.filter(({ by }) => by === 'company'),
  }
}

/** Includes members erased with all personal data. */
async function countMembers(db: Db) {
  const { rows } = await sql<Record<'normal' | 'vip' | 'vvip', number>>`
    select m.count - v.count + e.normal as normal, v.count - v.vvip + e.vip as vip, v.vvip + e.vvip as vvip
    from (select count(*)::int from members) m, (
      select count(*)::int, count(*) filter (where is_vvip)::int as vvip from members where is_vip
    ) v, (
      select coalesce(sum(members_normal), 0)::int as normal, coalesce(sum(members_vip), 0)::int as vip,
        coalesce(sum(members_vvip), 0)::int as vvip
      from erasures where of_this_event
    ) e`.execute(db)
  return { ...rows[0]!, walk_in: 0, unknown: 0 }
}

export type Tiers = { members: Record<ClosingTier, number>; others: (Party & { tier: ClosingTier })[] }

/** The present tier, or the one at erasure; walk-ins have none, and individually deleted members' is unknown. */
export async function findTiers(db: Db, now: Instant): Promise<Tiers> {
  const members = await countMembers(db)
  const { rows } = await sql<Tiers['others'][number]>`
    select coalesce(e.tier, r.tier) as tier, count(*)::int as reservations, ${sumGuests(now)} as guests
    from (
      select r.id, r.status, r.ends_at, r.guests, case when m.is_vvip then 'vvip' else 'vip' end as tier
      from reservations r join members m on m.id = r.member_id where m.is_vip
      union all
      select r.id, r.status, r.ends_at, r.guests, case when r.member = 'null' then 'walk_in' else 'unknown' end
      from reservations r where r.member_id is null
    ) as r left join erased_parties e on e.reservation_id = r.id group by 1`.execute(db)
  return { members, others: rows.filter(({ tier }) => tier !== 'normal') }
}

export function tiersOf({ members, others }: Tiers, { statuses }: Parties): ClosingReport['tiers'] {
  const count = (tier: ClosingTier, figure: keyof Party) =>
    tier === 'normal'
      ? sum(statuses, figure) - sum(others, figure)
      : (others.find((row) => row.tier === tier)?.[figure] ?? 0)
  return CLOSING_TIERS.map((tier) => ({
    tier,
    members: members[tier],
    reservations: count(tier, 'reservations'),
    guests: count(tier, 'guests'),
  })).filter(({ tier, reservations }) => !['walk_in', 'unknown'].includes(tier) || reservations > 0)
}

/** Ties are broken alphabetically. */
function mostCommonName(rows: Parties['companies']) {
  const names = [...Map.groupBy(rows, ({ name }) => name)].map(([name, of]) => ({
    name,
    reservations: sum(of, 'reservations'),
  }))
  return names.toSorted(
    (a, b) => b.reservations - a.reservations || (a.name ?? '').localeCompare(b.name ?? ''),
  )[0]!.name
}

type Company = ClosingReport['companies']['results'][number]

/** Spellings that differ only in case and spaces are one company. Most requests first. */
export function companiesOf({ companies }: Parties): Company[] {
  const named = companies.filter(({ company, name }) => company !== null || name)
  const same = Map.groupBy(named, ({ company, name }) => company ?? searchKey(name!))
  return [...same.values()]
    .map((rows) => ({
      name: mostCommonName(rows),
      reservations: sum(rows, 'reservations'),
      guests: sum(rows, 'guests'),
    }))
    .toSorted(
      (a, b) =>
        b.reservations - a.reservations || b.guests - a.guests || (a.name ?? '').localeCompare(b.name ?? ''),
    )
}

export const findCompanies = async (db: Db, now: Instant): Promise<Company[]> =>
  companiesOf(await findParties(db, now))
