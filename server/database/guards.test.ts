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

async function insertReservation(kind: 'VIP_TOUR' | 'GROUP_MEETING', status: Status = 'PENDING', given = {}) {
  const at = new Date(`${day.date}T09:00:00Z`)
  return db
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
    const tries = Array.from({ length: 8 }, () => refusalOf(makeTourSlots(db, day, docent, '15:00')))
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
    expect(await refusalOf(hold(slot, over))).toBe('slots_reservation_fkey')
  })

  test.each(['REJECTED', 'CANCELLED'] as const)(
    'is given back before its reservation is %s',
    async (status) => {
      const [slot] = await makeTourSlots(db, day, await makeDocent(db), '10:00')
      const reservation = await insertReservation('VIP_TOUR')
      await hold(slot, reservation)
      expect(await refusalOf(setStatus(reservation, status))).toBe('slots_reservation_fkey')
      await hold(slot, null)
      expect(await refusalOf(setStatus(reservation, status))).toBeNull()
    },
  )

  test('keeps its reservation through every other status', async () => {
    const [slot] = await makeTourSlots(db, day, await makeDocent(db), '10:00')
    const reservation = await insertReservation('VIP_TOUR')
    await hold(slot, reservation)
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
    expect(await refusalOf(hold(inRoom, await insertReservation('VIP_TOUR')))).toBe('slots_reservation_fkey')
    expect(await refusalOf(hold(withDocent, await insertReservation('GROUP_MEETING')))).toBe(
      'slots_reservation_fkey',
    )
  })

  test('is held by no reservation that does not exist, and its reservation is not deleted under it', async () => {
    const [slot] = await makeTourSlots(db, day, await makeDocent(db), '10:00')
    expect(await refusalOf(hold(slot, { id: 999_999 }))).toBe('slots_reservation_fkey')
    const reservation = await insertReservation('VIP_TOUR')
    await hold(slot, reservation)
    const removal = db.deleteFrom('reservations').where('id', '=', reservation.id).execute()
    expect(await refusalOf(removal)).toBe('slots_reservation_fkey')
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
  const [first, second] = await makeTourSlots(db, day, await makeDocent(db), '10:00', '10:30')
  const tour = await insertReservation('VIP_TOUR')
  await hold(first, tour)
  expect(await refusalOf(hold(second, tour))).toBe('slots_one_a_tour')
  const meeting = await insertReservation('GROUP_MEETING')
  for (const slot of await makeRoomSlots(db, day, await makeRoom(db), '10:00', '10:10'))
    expect(await refusalOf(hold(slot, meeting))).toBeNull()
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
  expect(await refusalOf(insertReservation('TOUR' as never))).toBe('reservations_kind')
  expect(await refusalOf(insertReservation('VIP_TOUR', 'DONE' as never))).toBe('reservations_status')
  expect(await refusalOf(insertReservation('VIP_TOUR', 'PENDING', { visitor: '{"count":0}' }))).toBe(
    'reservations_party',
  )
  const backwards = { ends_at: new Date(`${day.date}T09:00:00Z`) }
  expect(await refusalOf(insertReservation('VIP_TOUR', 'PENDING', backwards))).toBe('reservations_span')
})

test("a date is there once, an administrator's name in any letter case, the settings are one row", async () => {
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
  const second = sql`insert into settings (only_row, event_name, contact_email) values (false, 'x', 'x')`
  expect(await refusalOf(second.execute(db))).toBe('settings_only_row')
})
