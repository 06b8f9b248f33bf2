import type { ResponseOf } from '../../../../contract/endpoint.ts'
import type { getReservationContext } from '../../../../contract/admin/reservation-context.ts'
import { reservationFacts, reservationsIn, type ReservationLists } from '../../../../contract/reservation.ts'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { overlappingOwn } from '../../../../domain/own-overlaps.ts'
import { ACTIVE, canChangeTime, isActive, type ReservationKind } from '../../../../domain/reservation.ts'
import { idsOf, type Db } from '../../../database/transaction.ts'
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
    .select(['member_id', 'kind', 'status', 'starts_at', 'ends_at', 'replaces_id'])
    .where('id', '=', id)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind!))
    .executeTakeFirst()
  if (!found) return undefined
  const { member_id, replaces_id } = found
  const [member, mails, reminders, others] = await Promise.all([
    member_id === null ? null : findMember(db, member_id),
    findMailsOfReservation(db, id),
    findComingReminders(db, id, now),
    member_id === null ? { tours: [], meetings: [] } : findLiveOfMember(db, { member_id, besides: id }, now),
  ])
  const facts = factsOf(found)
  // The approval of a change cancels the former reservation.
  const own = reservationsIn(others)
    .filter(({ replaces }) => replaces?.id !== id)
    .map((each) => ({ ...reservationFacts(each), id: each.id }))
    .filter((each) => each.id !== replaces_id || !canChangeTime(each, now))
  const overlapping = isActive(facts, now) ? idsOf(overlappingOwn(own, facts, now)) : []
  return { member: member ?? null, mails, reminders, others, overlapping }
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
