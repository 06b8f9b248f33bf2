import { sql } from 'kysely'
import type { ClosingReport, ClosingTier } from '../../../../contract/admin/closing.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { STATUSES, takesPlace, type ReservationKind } from '../../../../domain/reservation.ts'
import { searchKey } from '../../../../domain/search-key.ts'
import type { Db } from '../../../database/transaction.ts'
import { isDisplayedAs } from '../../reservations/queries.ts'

const TAKING_PLACE = STATUSES.filter(takesPlace)

export type Parties = {
  kind: ReservationKind | null
  tier: ClosingTier | null
  company: number | null
  name: string | null
  /** Which of these a row sums up. */
  of: 'kind' | 'tier' | 'company'
  reservations: number
  guests: number
}

/**
 * Counts in one pass who came: by the kind of reservation; by the tier that members have now, or had when they were erased
 * with everybody, unknown of those who were deleted alone; by the company as it is spelled, or by its number once its name is
 * erased. Guests are those of what takes or took place.
 */
export async function findParties(db: Db, now: Instant): Promise<Parties[]> {
  const { rows } = await sql<Parties>`
    with parties as (
      select r.kind, e.company, case when e.company is null then r.visitor ->> 'company' end as name,
        coalesce(e.tier, case when m.is_vvip then 'vvip' when m.is_vip then 'vip' when m.id is not null then 'normal'
          else 'unknown' end) as tier,
        case when ${isDisplayedAs(TAKING_PLACE, now)} then (r.visitor ->> 'count')::int else 0 end as guests
      from reservations r left join members m on m.id = r.member_id
        left join erased_parties e on e.reservation_id = r.id
    )
    select kind, tier, company, name, count(*)::int as reservations, sum(guests)::int as guests,
      case when grouping(kind) = 0 then 'kind' when grouping(tier) = 0 then 'tier' else 'company' end as of
    from parties group by grouping sets ((kind), (tier), (company, name))`.execute(db)
  return rows
}

/** The members of each tier, those who were erased with everybody too, and what they asked for. */
export async function findTiers(db: Db, parties: readonly Parties[]): Promise<ClosingReport['tiers']> {
  const { rows: members } = await sql<Record<Exclude<ClosingTier, 'unknown'>, number>>`
    select (select count(*) from members where not is_vip)::int + coalesce(sum(members_normal), 0)::int as normal,
      (select count(*) from members where is_vip and not is_vvip)::int + coalesce(sum(members_vip), 0)::int as vip,
      (select count(*) from members where is_vvip)::int + coalesce(sum(members_vvip), 0)::int as vvip
    from erasures where of_this_event`.execute(db)
  const of = (tier: ClosingTier) => parties.find((row) => row.of === 'tier' && row.tier === tier)
  return (['normal', 'vip', 'vvip', 'unknown'] as const)
    .map((tier) => ({
      tier,
      members: tier === 'unknown' ? 0 : members[0]![tier],
      reservations: of(tier)?.reservations ?? 0,
      guests: of(tier)?.guests ?? 0,
    }))
    .filter(({ tier, reservations }) => tier !== 'unknown' || reservations > 0)
}

type Company = ClosingReport['companies']['results'][number]

/** The companies that asked, those with the most requests first. Spelled alike but for case and spaces, they are one. */
export function companiesOf(parties: readonly Parties[]): Company[] {
  const named = parties.filter(({ of, company, name }) => of === 'company' && (company !== null || name))
  const same = Map.groupBy(named, ({ company, name }) => company ?? searchKey(name!))
  const sum = (rows: readonly Parties[], figure: 'reservations' | 'guests') =>
    rows.reduce((all, row) => all + row[figure], 0)
  return [...same.values()]
    .map((rows) => ({
      // By the name that most of them have.
      name: rows.toSorted((a, b) => b.reservations - a.reservations)[0]!.name,
      reservations: sum(rows, 'reservations'),
      guests: sum(rows, 'guests'),
    }))
    .toSorted(
      (a, b) =>
        b.reservations - a.reservations || b.guests - a.guests || (a.name ?? '').localeCompare(b.name ?? ''),
    )
}

/** All companies that asked, as they are at `now`. */
export const findCompanies = async (db: Db, now: Instant): Promise<Company[]> =>
  companiesOf(await findParties(db, now))
