import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '../../domain/madrid-time.ts'
import type { Status } from '../../domain/reservation.ts'
import { TODAY } from '../../test/app.ts'
import {
  makeDocent,
  makeEventDate,
  makeMember,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
} from '../../test/make.ts'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { makeDb, makePool } from './connect.ts'
import { brokenConstraint, type Db } from './transaction.ts'

// Whatever the code above does: these statements are what the database itself refuses.

let database: TestDatabase
let db: Db
let day: { id: number; date: string }
let days = 0

beforeAll(async () => {
  database = await createTestDatabase()
  db = makeDb(makePool({ connectionString: database.connectionString }, () => {}))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  day = await makeEventDate(db, addDays(TODAY, (days += 1)))
})

/** The name of the constraint that refuses a statement, or null when nothing does. */
const refusalOf = (statement: Promise<unknown>) =>
  statement.then(
    () => null,
    (error: unknown) => brokenConstraint(error),
  )

async function insertReservation(
  kind: 'VIP_TOUR' | 'GROUP_MEETING',
  status: Status,
  given: object = {},
  on: Db = db,
) {
  const at = new Date(`${day.date}T09:00:00Z`)
  return on
    .insertInto('reservations')
    .values({
      kind,
      status,
      date: day.date,
      starts_at: at,
      ends_at: new Date(at.getTime() + 600_000),
      place: '{}',
      visitor: '{"count":1}',
      member: '{}',
      created_at: at,
      updated_at: at,
      ...given,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

type Id = { id: number }
type Slots = Awaited<ReturnType<typeof makeRoomSlots>>

const writeTimes = (on: Db, kind: 'VIP_TOUR' | 'GROUP_MEETING', reservation: Id, slots: Slots) =>
  on
    .insertInto('reservation_slots')
    .values(
      slots.map(({ id, time }, n) => ({
        reservation_id: reservation.id,
        kind,
        position: n + 1,
        slot_id: id,
        time,
        end_time: time,
        duration: 10,
      })),
    )
    .execute()
const idsOf = (slots: Slots) => slots.map(({ id }) => id)
const holdAll = (on: Db, { id }: Id, slots: Slots) =>
  on.updateTable('slots').set({ reservation_id: id }).where('id', 'in', idsOf(slots)).execute()

/** A live reservation that holds these slots, written in one transaction. */
const book = (kind: 'VIP_TOUR' | 'GROUP_MEETING', slots: Slots, status: Status = 'PENDING') =>
  db.transaction().execute(async (tx) => {
    const reservation = await insertReservation(kind, status, {}, tx)
    await holdAll(tx, reservation, slots)
    await writeTimes(tx, kind, reservation, slots)
    return reservation
  })

/** Ends a reservation and gives slots back, in one statement. */
const end = ({ id }: Id, status: Status, given_back: Slots) =>
  sql`with ended as (update reservations set status = ${status} where id = ${id} returning id)
    update slots set reservation_id = null from ended
    where reservation_id = ended.id and slots.id = any(${idsOf(given_back)}::int[])`.execute(db)

const hold = (slot: { id: number } | undefined, reservation: { id: number } | null) =>
  db
    .updateTable('slots')
    .set({ reservation_id: reservation?.id ?? null })
    .where('id', '=', slot!.id)
    .execute()
const setStatus = ({ id }: { id: number }, status: Status) =>
  db.updateTable('reservations').set({ status }).where('id', '=', id).execute()

describe('two slots of one docent or room never overlap', () => {
  test('of a docent', async () => {
    const [docent, other] = [await makeDocent(db), await makeDocent(db)]
    await makeTourSlots(db, day, docent, '10:00')
    for (const start of ['09:36', '10:00', '10:24'])
      expect(await refusalOf(makeTourSlots(db, day, docent, start))).toBe('slots_docent_no_overlap')
    expect(await refusalOf(makeTourSlots(db, day, docent, '09:35', '10:25'))).toBeNull()
    expect(await refusalOf(makeTourSlots(db, day, other, '10:00'))).toBeNull()
  })

  test('of a room', async () => {
    const [room, other] = [await makeRoom(db), await makeRoom(db)]
    await makeRoomSlots(db, day, room, '10:00')
    for (const start of ['09:51', '10:00', '10:09'])
      expect(await refusalOf(makeRoomSlots(db, day, room, start))).toBe('slots_room_no_overlap')
    expect(await refusalOf(makeRoomSlots(db, day, room, '09:50', '10:10'))).toBeNull()
    expect(await refusalOf(makeRoomSlots(db, day, other, '10:00'))).toBeNull()
    expect(await refusalOf(makeTourSlots(db, day, await makeDocent(db), '10:00'))).toBeNull()
  })

  test('also when they are moved there, or written at the same time', async () => {
    const docent = await makeDocent(db)
    const [slot] = await makeTourSlots(db, day, docent, '10:00', '12:00')
    const move = sql`update slots set starts_at = starts_at + interval '110 minutes', ends_at = ends_at + interval '110 minutes'
      where id = ${slot!.id}`
    expect(await refusalOf(move.execute(db))).toBe('slots_docent_no_overlap')
    // Two that wait for each other are a deadlock of a second; with more, all may give up.
    const tries = Array.from({ length: 2 }, () => refusalOf(makeTourSlots(db, day, docent, '15:00')))
    expect((await Promise.all(tries)).filter((refusal) => refusal === null)).toHaveLength(1)
  })
})

test('only a completed reservation has an early end, and that before its planned one', async () => {
  const start = new Date(`${day.date}T09:00:00Z`)
  const [end, before] = [new Date(start.getTime() + 600_000), new Date(start.getTime() - 1)]
  for (const status of ['PENDING', 'APPROVED', 'CANCEL_REQUESTED', 'REJECTED', 'CANCELLED'] as const)
    expect(await refusalOf(insertReservation('VIP_TOUR', status, { ended_at: start }))).toBe(
      'reservations_ended_early',
    )
  expect(await refusalOf(insertReservation('VIP_TOUR', 'COMPLETED', { ended_at: end }))).toBe(
    'reservations_ended_early',
  )
  expect(await refusalOf(insertReservation('VIP_TOUR', 'COMPLETED', { ended_at: before }))).toBeNull()
})

describe('a slot', () => {
  test.each(['REJECTED', 'CANCELLED'] as const)('is not held by a reservation that is %s', async (status) => {
    const [slot] = await makeTourSlots(db, day, await makeDocent(db), '10:00')
    const over = await insertReservation('VIP_TOUR', status)
    expect(await refusalOf(hold(slot, over))).toBe('slots_times_fkey')
  })

  test.each(['REJECTED', 'CANCELLED'] as const)(
    'is given back before its reservation is %s',
    async (status) => {
      const slots = await makeTourSlots(db, day, await makeDocent(db), '10:00')
      const reservation = await book('VIP_TOUR', slots)
      expect(await refusalOf(setStatus(reservation, status))).toBe('slots_times_fkey')
      expect(await refusalOf(end(reservation, status, slots))).toBeNull()
    },
  )

  test('keeps its reservation through every other status', async () => {
    const reservation = await book('VIP_TOUR', await makeTourSlots(db, day, await makeDocent(db), '10:00'))
    for (const status of ['APPROVED', 'CANCEL_REQUESTED', 'COMPLETED', 'PENDING'] as const)
      expect(await refusalOf(setStatus(reservation, status))).toBeNull()
  })

  test('cannot be told that it is held by one that no longer holds', async () => {
    const [slot] = await makeTourSlots(db, day, await makeDocent(db), '10:00')
    const over = await insertReservation('VIP_TOUR', 'CANCELLED')
    const trick = sql`update slots set reservation_holds = false, reservation_id = ${over.id} where id = ${slot!.id}`
    expect(await refusalOf(trick.execute(db))).toBe('slots_reservation_holds')
  })

  test("of a room is not held by a tour, nor a docent's by a meeting", async () => {
    const [inRoom] = await makeRoomSlots(db, day, await makeRoom(db), '10:00')
    const [withDocent] = await makeTourSlots(db, day, await makeDocent(db), '10:00')
    const [tour, meeting] = [
      await insertReservation('VIP_TOUR', 'COMPLETED'),
      await insertReservation('GROUP_MEETING', 'COMPLETED'),
    ]
    expect(await refusalOf(hold(inRoom, tour))).toBe('slots_times_fkey')
    expect(await refusalOf(hold(withDocent, meeting))).toBe('slots_times_fkey')
    expect(await refusalOf(book('VIP_TOUR', [inRoom!]))).toBe('reservation_slots_slot_fkey')
    expect(await refusalOf(book('GROUP_MEETING', [withDocent!]))).toBe('reservation_slots_slot_fkey')
    const disguised = sql`insert into reservation_slots (reservation_id, kind, position, slot_id, time, end_time, duration)
      values (${tour.id}, 'GROUP_MEETING', 1, ${inRoom!.id}, '10:00', '10:10', 10)`
    expect(await refusalOf(disguised.execute(db))).toBe('reservation_slots_reservation_fkey')
  })

  test('is held by no reservation that does not exist, and its reservation is not deleted under it', async () => {
    const slots = await makeTourSlots(db, day, await makeDocent(db), '10:00')
    expect(await refusalOf(hold(slots[0], { id: 999_999 }))).toBe('slots_times_fkey')
    const reservation = await book('VIP_TOUR', slots)
    const removal = db.deleteFrom('reservations').where('id', '=', reservation.id).execute()
    expect(await refusalOf(removal)).toBe('slots_times_fkey')
  })

  test('belongs to one docent or one room, which are not deleted under it', async () => {
    const [docent, room] = [await makeDocent(db), await makeRoom(db)]
    const [slot] = await makeTourSlots(db, day, docent, '10:00')
    const set = (place: { docent_id: number | null; room_id: number | null }) =>
      db.updateTable('slots').set(place).where('id', '=', slot!.id).execute()
    expect(await refusalOf(set({ docent_id: docent.id, room_id: room.id }))).toBe('slots_one_place')
    expect(await refusalOf(set({ docent_id: null, room_id: null }))).toBe('slots_one_place')
    const removal = db.deleteFrom('docents').where('id', '=', docent.id).execute()
    expect(await refusalOf(removal)).toBe('slots_docent_fkey')
    const noDay = db.deleteFrom('event_dates').where('id', '=', day.id).execute()
    expect(await refusalOf(noDay)).toBe('slots_event_date_fkey')
  })

  test('lasts as long as it says', async () => {
    const [slot] = await makeTourSlots(db, day, await makeDocent(db), '10:00')
    const set = (values: { duration?: number; time?: string; end_time?: string }) =>
      db.updateTable('slots').set(values).where('id', '=', slot!.id).execute()
    expect(await refusalOf(set({ duration: 30 }))).toBe('slots_duration')
    expect(await refusalOf(set({ time: '24:00' }))).toBe('slots_time_form')
    expect(await refusalOf(set({ end_time: '24:01' }))).toBe('slots_end_time_form')
    expect(await refusalOf(set({ end_time: '24:00' }))).toBeNull()
  })
})

test('a tour holds one slot, a meeting several', async () => {
  const tours = await makeTourSlots(db, day, await makeDocent(db), '10:00', '10:30')
  expect(await refusalOf(book('VIP_TOUR', tours))).toBe('reservation_slots_one_a_tour')
  const slots = await makeRoomSlots(db, day, await makeRoom(db), '10:00', '10:10')
  expect(await refusalOf(book('GROUP_MEETING', slots))).toBeNull()
})

describe('a live reservation and its slots', () => {
  const LIVE = ['PENDING', 'APPROVED', 'CANCEL_REQUESTED'] as const
  const starts = ['10:00', '10:10', '10:20']
  const freeSlots = async () => makeRoomSlots(db, day, await makeRoom(db), ...starts)
  const holdersOf = async (slots: Slots) => {
    const found = db.selectFrom('slots').select('reservation_id').where('id', 'in', idsOf(slots))
    return (await found.orderBy('id').execute()).map((row) => row.reservation_id)
  }

  test.each(LIVE)(
    'of one that is %s none is given to another, live or over, nor released',
    async (status) => {
      const slots = await freeSlots()
      await book('GROUP_MEETING', slots, status)
      const other = await book('GROUP_MEETING', await freeSlots())
      const over = await insertReservation('GROUP_MEETING', 'COMPLETED')
      for (const to of [other, over, null])
        for (const slot of slots)
          expect(await refusalOf(hold(slot, to))).toBe(to ? 'slots_times_fkey' : 'slots_released')
    },
  )

  test('a second one is not written for a held slot: by taking it, by leaving it, or without any', async () => {
    const slots = await freeSlots()
    const first = await book('GROUP_MEETING', slots)
    expect(await refusalOf(book('GROUP_MEETING', [slots[1]!]))).toBe('reservation_slots_one_live')
    const leaving = db.transaction().execute(async (tx) => {
      const second = await insertReservation('GROUP_MEETING', 'PENDING', {}, tx)
      await writeTimes(tx, 'GROUP_MEETING', second, slots)
    })
    expect(await refusalOf(leaving)).toBe('reservation_slots_one_live')
    const free = db.transaction().execute(async (tx) => {
      const unheld = await insertReservation('GROUP_MEETING', 'PENDING', {}, tx)
      await writeTimes(tx, 'GROUP_MEETING', unheld, await freeSlots())
    })
    expect(await refusalOf(free)).toBe('reservation_slots_held')
    for (const status of LIVE)
      expect(await refusalOf(insertReservation('GROUP_MEETING', status))).toBe('reservations_first_time_fkey')
    expect(await holdersOf(slots)).toEqual(slots.map(() => first.id))
  })

  test('a slot is held by none that was not made for it', async () => {
    const [meeting, [free]] = [await book('GROUP_MEETING', await freeSlots()), await freeSlots()]
    expect(await refusalOf(hold(free, meeting))).toBe('slots_times_fkey')
  })

  test('a held slot is not deleted; once its reservation is over it is, and the time stays', async () => {
    const slots = await freeSlots()
    const meeting = await book('GROUP_MEETING', slots)
    const remove = () => db.deleteFrom('slots').where('id', '=', slots[1]!.id).execute()
    expect(await refusalOf(remove())).toBe('reservation_slots_live_has_slot')
    await end(meeting, 'CANCELLED', slots)
    expect(await refusalOf(remove())).toBeNull()
    const times = await db
      .selectFrom('reservation_slots')
      .select(['time', 'slot_id'])
      .where('reservation_id', '=', meeting.id)
      .orderBy('position')
      .execute()
    expect(times.map(({ time }) => time)).toEqual(starts)
    expect(times.map(({ slot_id }) => slot_id)).toEqual([slots[0]!.id, null, slots[2]!.id])
  })

  test('none of its times is taken away, turned to another slot, or said not to count', async () => {
    const [slots, [free]] = [await freeSlots(), await freeSlots()]
    const { id } = await book('GROUP_MEETING', slots)
    const second = sql`reservation_id = ${id} and position = 2`
    const refused = (statement: ReturnType<typeof sql>) => refusalOf(statement.execute(db))
    expect(await refused(sql`delete from reservation_slots where ${second}`)).toBe('slots_times_fkey')
    const all = await refused(sql`delete from reservation_slots where reservation_id = ${id}`)
    expect(['slots_times_fkey', 'reservations_first_time_fkey']).toContain(all)
    const turned = sql`update reservation_slots set slot_id = ${free!.id} where ${second}`
    expect(await refused(turned)).toBe('reservation_slots_held')
    const unsaid = sql`update reservation_slots set live = false where ${second}`
    expect(await refused(unsaid)).toBe('reservation_slots_reservation_fkey')
    const released = sql`with gone as (delete from reservation_slots where reservation_id = ${id})
      update slots set reservation_id = null where reservation_id = ${id}`
    expect(await refused(released)).toBe('reservations_first_time_fkey')
  })

  test('early end and completion give back what has not begun, in one statement', async () => {
    const slots = await freeSlots()
    const meeting = await book('GROUP_MEETING', slots, 'APPROVED')
    expect(await refusalOf(end(meeting, 'COMPLETED', slots.slice(1)))).toBeNull()
    expect(await holdersOf(slots)).toEqual([meeting.id, null, null])
    expect(await refusalOf(book('GROUP_MEETING', slots.slice(1)))).toBeNull()
  })

  test('a move changes them in one transaction', async () => {
    const [slots, free] = [await freeSlots(), await freeSlots()]
    const meeting = await book('GROUP_MEETING', slots)
    const moving = db.transaction().execute(async (tx) => {
      await tx.deleteFrom('reservation_slots').where('reservation_id', '=', meeting.id).execute()
      await tx.updateTable('slots').set({ reservation_id: null }).where('id', 'in', idsOf(slots)).execute()
      await holdAll(tx, meeting, free)
      await writeTimes(tx, 'GROUP_MEETING', meeting, free)
    })
    expect(await refusalOf(moving)).toBeNull()
    expect(await holdersOf(slots)).toEqual(slots.map(() => null))
    expect(await holdersOf(free)).toEqual(slots.map(() => meeting.id))
  })

  test.each(LIVE)('one that is over does not become %s again without them', async (status) => {
    const slots = await freeSlots()
    const meeting = await book('GROUP_MEETING', slots)
    await end(meeting, 'CANCELLED', slots)
    expect(await refusalOf(setStatus(meeting, status))).toBe('reservation_slots_held')
  })
})

test('VVIP is always VIP too: members, docents and rooms', async () => {
  const odd = { is_vip: false, is_vvip: true }
  expect(await refusalOf(makeMember(db, odd))).toBe('members_vvip_is_vip')
  expect(await refusalOf(makeDocent(db, odd))).toBe('docents_vvip_is_vip')
  expect(await refusalOf(makeRoom(db, odd))).toBe('rooms_vvip_is_vip')
  const member = await makeMember(db, { is_vip: true, is_vvip: true })
  const demoted = db.updateTable('members').set({ is_vip: false }).where('id', '=', member.id).execute()
  expect(await refusalOf(demoted)).toBe('members_vvip_is_vip')
})

test('members have their own address and phone, in the form in which they are looked up', async () => {
  const { email, phone } = await makeMember(db)
  expect(await refusalOf(makeMember(db, { email }))).toBe('members_email_key')
  expect(await refusalOf(makeMember(db, { phone }))).toBe('members_phone_key')
  expect(await refusalOf(makeMember(db, { email: 'Visitor@example.com' }))).toBe('members_email_lower')
  expect(await refusalOf(makeMember(db, { phone: '01012345678' }))).toBe('members_phone_form')
})

test('a reservation has a known kind and status, a party and a span', async () => {
  expect(await refusalOf(insertReservation('TOUR' as never, 'PENDING'))).toBe('reservations_kind')
  expect(await refusalOf(insertReservation('VIP_TOUR', 'DONE' as never))).toBe('reservations_status')
  expect(await refusalOf(insertReservation('VIP_TOUR', 'PENDING', { visitor: '{"count":0}' }))).toBe(
    'reservations_party',
  )
  const backwards = { ends_at: new Date(`${day.date}T09:00:00Z`) }
  expect(await refusalOf(insertReservation('VIP_TOUR', 'PENDING', backwards))).toBe('reservations_span')
})

test("a date is there once, an administrator's name in any letter case and identity too, the settings are one row", async () => {
  expect(await refusalOf(makeEventDate(db, day.date))).toBe('event_dates_date_key')
  const admin = (name: string) =>
    db
      .insertInto('admins')
      .values({
        name,
        password_hash: 'x',
        created_at: new Date(`${day.date}T09:00:00Z`),
        last_login_at: null,
      })
      .execute()
  await admin('Head Office')
  expect(await refusalOf(admin('head office'))).toBe('admins_name_key')
  const signingOn = (given: object) =>
    db
      .insertInto('admins')
      .values({ name: 'Other', created_at: new Date(`${day.date}T09:00:00Z`), ...given })
      .execute()
  const identity = { issuer: 'https://login.example.com', subject: '1' }
  for (const wrong of [{}, { issuer: identity.issuer }, { ...identity, password_hash: 'x' }])
    expect(await refusalOf(signingOn(wrong))).toBe('admins_one_way_in')
  await signingOn(identity)
  expect(await refusalOf(signingOn({ ...identity, name: 'Another' }))).toBe('admins_identity_key')
  const second = sql`insert into settings (only_row, event_name, contact_email) values (false, 'x', 'x')`
  expect(await refusalOf(second.execute(db))).toBe('settings_only_row')
})
