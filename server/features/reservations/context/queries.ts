import type { ResponseOf } from '../../../../contract/endpoint.ts'
import type { getReservationContext } from '../../../../contract/admin/reservation-context.ts'
import { reservationFacts, type ReservationLists } from '../../../../contract/reservation.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { overlappingOwn } from '../../../../domain/own-overlaps.ts'
import {
  ACTIVE,
  isActive,
  type ReservationFacts,
  type ReservationKind,
} from '../../../../domain/reservation.ts'
import type { Db } from '../../../database/transaction.ts'
import { findMailsOfReservation } from '../../mails/queries.ts'
import { findMember } from '../../members/queries.ts'
import { findComingReminders } from '../../reminders/queries.ts'
import { asLists, factsOf, selectReservations } from '../queries.ts'

type Context = ResponseOf<typeof getReservationContext>

export async function findContext(
  db: Db,
  { id, kind }: { id: number; kind: ReservationKind | undefined },
  now: Instant,
): Promise<Context | undefined> {
  const found = await db
    .selectFrom('reservations')
    .select(['member_id', 'kind', 'status', 'starts_at', 'ends_at'])
    .where('id', '=', id)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .executeTakeFirst()
  if (!found) return undefined
  const { member_id } = found
  const [member, mails, reminders, others] = await Promise.all([
    member_id === null ? null : findMember(db, member_id),
    findMailsOfReservation(db, id),
    findComingReminders(db, id, now),
    member_id === null ? { tours: [], meetings: [] } : findLiveOfMember(db, { member_id, besides: id }, now),
  ])
  const overlapping = overlapsWith(factsOf(found), others, now)
  return { member: member ?? null, mails, reminders, others, overlapping }
}

function overlapsWith(
  facts: ReservationFacts,
  { tours, meetings }: ReservationLists,
  now: Instant,
): number[] {
  if (!isActive(facts, now)) return []
  const own = [...tours, ...meetings].map((each) => ({ ...reservationFacts(each), id: each.id }))
  return overlappingOwn(own, facts, now).map(({ id }) => id)
}

async function findLiveOfMember(
  db: Db,
  { member_id, besides }: { member_id: number; besides: number },
  now: Instant,
): Promise<ReservationLists> {
  const rows = await selectReservations(db)
    .where('r.member_id', '=', member_id)
    .where('r.id', '<>', besides)
    .where('r.status', 'in', [...ACTIVE])
    .where('r.ends_at', '>', new Date(now))
    .orderBy('r.starts_at')
    .orderBy('r.id')
    .execute()
  return asLists(rows, 'admin', now)
}
