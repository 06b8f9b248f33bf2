import { sql } from 'kysely'
import type { KeptSample, SampleCounts } from '../../../contract/admin/go-live.ts'
import type { GoLiveFacts } from '../../../domain/go-live.ts'
import type { Instant } from '../../../domain/madrid-time.ts'
import { isActive } from '../../../domain/reservation.ts'
import { anyOf, idsOf, type Db } from '../../database/transaction.ts'
import { obeys } from '../reservations/queries.ts'

/** Kept: what real visitors' reservations need, and dates with slots of real docents or rooms. */
export async function findSample(db: Db, now: Instant) {
  const marked = (table: 'docents' | 'rooms') =>
    db.selectFrom(table).select(['id', 'name']).where('is_sample', '=', true).orderBy('id')
  const members = await db
    .selectFrom('members')
    .select(['id', 'name', 'email'])
    .where('is_sample', '=', true)
    .orderBy('id')
    .execute()
  const docents = await marked('docents').execute()
  const rooms = await marked('rooms').execute()
  const dates = await db
    .selectFrom('event_dates')
    .select(['id', 'date'])
    .where('is_sample', '=', true)
    .orderBy('date')
    .execute()
  const places = { docents: idsOf(docents), rooms: idsOf(rooms) }
  const needed = await findNeeded(db, { ...places, dates: idsOf(dates) }, now)
  const slots = await findSlots(db, places, idsOf(needed))
  const realSlots = await countRealSlots(db, idsOf(dates), places)
  // Also of sample members that were deleted before.
  const { rows: reservations } = await sql<{ id: number }>`
    select id from reservations where member_id = ${anyOf(idsOf(members))} or member ->> 'is_sample' = 'true'
    order by id`.execute(db)
  const withNeed = <Thing extends { id: number }>(things: Thing[], key: keyof (typeof needed)[number]) =>
    things.map((thing) => ({
      ...thing,
      reservations: needed.filter((reservation) => reservation[key] === thing.id).length,
    }))
  return {
    members,
    docents: withNeed(docents, 'docent_id'),
    rooms: withNeed(rooms, 'room_id'),
    dates: withNeed(dates, 'event_date_id').map((date) => ({ ...date, slots: realSlots.get(date.id) ?? 0 })),
    slots: idsOf(slots),
    holders: slots.flatMap(({ reservation_id }) => reservation_id ?? []),
    reservations: idsOf(reservations),
  }
}

export type Sample = Awaited<ReturnType<typeof findSample>>

type Places = { docents: number[]; rooms: number[] }

/** By real visitors, also without an account. */
async function findNeeded(db: Db, { docents, rooms, dates }: Places & { dates: number[] }, now: Instant) {
  const { rows } = await sql<
    { id: number } & Record<'docent_id' | 'room_id' | 'event_date_id', number | null>
  >`
    select r.id, r.docent_id, r.room_id, r.event_date_id
    from reservations r left join members m on m.id = r.member_id
    where m.is_sample is not true and ${obeys(isActive, now)}
      and (r.docent_id = ${anyOf(docents)} or r.room_id = ${anyOf(rooms)} or r.event_date_id = ${anyOf(dates)})`.execute(
    db,
  )
  return rows
}

async function findSlots(db: Db, { docents, rooms }: Places, stays: number[]) {
  const { rows } = await sql<{ id: number; reservation_id: number | null }>`
    select id, reservation_id from slots where (docent_id = ${anyOf(docents)} or room_id = ${anyOf(rooms)})
      and (reservation_id = ${anyOf(stays)}) is not true order by id`.execute(db)
  return rows
}

async function countRealSlots(db: Db, dates: number[], { docents, rooms }: Places) {
  // Matches the two partial indexes.
  const { rows } = await sql<{ id: number; slots: number }>`
    select event_date_id as id, count(*)::int as slots from slots where event_date_id = ${anyOf(dates)}
      and (docent_id is not null and docent_id <> all(${docents}::int[])
        or room_id is not null and room_id <> all(${rooms}::int[]))
    group by event_date_id`.execute(db)
  return new Map(rows.map(({ id, slots }) => [id, slots]))
}

export const isUnneeded = (thing: { reservations: number; slots?: number }): boolean =>
  !thing.reservations && !thing.slots

export const countsOf = (sample: Sample): SampleCounts => ({
  members: sample.members.length,
  docents: sample.docents.filter(isUnneeded).length,
  rooms: sample.rooms.filter(isUnneeded).length,
  dates: sample.dates.filter(isUnneeded).length,
  slots: sample.slots.length,
  reservations: sample.reservations.length,
})

export const isAnyLeft = (sample: Sample): boolean => Object.values(countsOf(sample)).some(Boolean)

export const keptOf = ({ docents, rooms, dates }: Sample): KeptSample => {
  const stay = (places: Sample['docents'], kind: 'docent' | 'room') =>
    places
      .filter((place) => !isUnneeded(place))
      .map(({ name, reservations }) => ({ kind, name, reservations }))
  return {
    places: [...stay(docents, 'docent'), ...stay(rooms, 'room')],
    dates: dates
      .filter((date) => !isUnneeded(date))
      .map(({ date, reservations, slots }) => ({ date, reservations, slots })),
  }
}

async function findPrintedPasswords(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from admins where password_is_printed order by id`.execute(db)
  return rows.map(({ name }) => name)
}

/** The administrator with the printed password, else the only administrator. */
export async function findFirstAdmin(db: Db) {
  const admins = await db
    .selectFrom('admins')
    .select(['id', 'name', 'password_is_printed'])
    .orderBy('id')
    .execute()
  return admins.find((admin) => admin.password_is_printed) ?? (admins.length === 1 ? admins[0] : undefined)
}

export async function findGoLive(db: Db, now: Instant) {
  const sample = await findSample(db, now)
  const namesOf = (places: Sample['docents']) => places.filter(isUnneeded).map(({ name }) => name)
  return {
    sample: {
      ...countsOf(sample),
      names: {
        members: sample.members.map(({ name }) => name),
        docents: namesOf(sample.docents),
        rooms: namesOf(sample.rooms),
        dates: sample.dates.filter(isUnneeded).map(({ date }) => date),
      },
    },
    kept: keptOf(sample),
    printed_passwords: await findPrintedPasswords(db),
  }
}

/** Cheap, because it is polled. */
export async function findWarningFacts(db: Db) {
  const { rows } = await sql<Pick<GoLiveFacts, 'has_sample_member' | 'has_printed_password'>>`
    select exists (select from members where is_sample) as has_sample_member,
      exists (select from admins where password_is_printed) as has_printed_password`.execute(db)
  return rows[0]!
}
