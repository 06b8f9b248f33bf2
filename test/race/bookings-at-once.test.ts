import { beforeAll, beforeEach, expect, test } from 'vitest'
import { reserveMeeting } from '../../contract/booking.ts'
import type { Client } from '../app.ts'
import { useEventDate, useTestApp } from '../fixture.ts'
import { makeRoom, makeRoomSlots, makeVisitor, meetingParty } from '../make.ts'
import { behindEachOther, countWaiting, withOtherLocks } from './weaker-booking.ts'

const AT_ONCE = 20

const app = useTestApp()
const day = useEventDate(app)
let visitors: { member: { id: number }; browser: Client }[]
let room: { id: number }
let slots: { id: number }[]

beforeAll(async () => {
  visitors = []
  for (let n = 0; n <= AT_ONCE; n += 1) visitors.push(await makeVisitor(app))
})

/** A room that has been booked before; each visitor books one of its slots. */
beforeEach(async () => {
  room = await makeRoom(app.db)
  const times = visitors.map((_, n) => `${String(9 + Math.floor(n / 6)).padStart(2, '0')}:${n % 6}0`)
  slots = await makeRoomSlots(app.db, day, room, ...times)
  expect((await book(AT_ONCE)).statusCode).toBe(201)
})

const book = (n: number, note = '', by = visitors[n]!.browser) =>
  by.send(reserveMeeting, {
    body: {
      room_id: room.id,
      event_date_id: day.id,
      visitor: meetingParty,
      time_slots: [{ available_room_id: slots[n]!.id }],
      note,
    },
  })
const bookAll = (note?: (n: number) => string) => slots.slice(0, -1).map((_, n) => book(n, note?.(n)))

/** The number of transactions that wrote the room's reservations, and how many of these are complete. */
async function written() {
  const { rows } = await app.pool.query<{ transactions: number; whole: number }>(
    `select count(distinct r.xmin::text)::int as transactions,
      (count(*) filter (where
        (select count(*) from reservation_slots t join slots s on s.id = t.slot_id
          where t.reservation_id = r.id and s.reservation_id = r.id) = 1
        and (select count(*) from reservation_history h where h.reservation_id = r.id and h.to_status = 'PENDING') = 1
        and (select count(*) from mails m where m.reservation_id = r.id and m.kind = 'request_received') = 1))::int as whole
    from reservations r where r.room_id = $1`,
    [room.id],
  )
  return rows[0]!
}

test('simultaneous bookings are written in batches, and each is complete', async () => {
  const statuses = (await behindEachOther(app.pool, bookAll)).map(({ statusCode }) => statusCode)
  expect(statuses).toEqual(statuses.map(() => 201))
  const { transactions, whole } = await written()
  expect(whole).toBe(AT_ONCE + 1)
  // Without batching there would be 21 transactions.
  expect(transactions).toBeLessThan(AT_ONCE / 2)
})

/** The marks that writes and locks leave in rows of the room, its slots and the members. */
const marksOf = async () =>
  (
    await app.pool.query(
      `select xmin::text, xmax::text from slots where room_id = $1 union all select xmin::text, xmax::text from rooms
      where id = $1 union all select xmin::text, xmax::text from members order by 1, 2`,
      [room.id],
    )
  ).rows

test('simultaneous bookings of taken slots write and lock nothing', async () => {
  const before = await marksOf()
  const answers = await Promise.all(
    visitors.slice(0, AT_ONCE).map(({ browser }) => book(AT_ONCE, '', browser)),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 409))
  expect(await marksOf()).toEqual(before)
})

test('one member who asks for all of them gets as many as a member may have', async () => {
  await app.db.updateTable('settings').set({ max_reservations: 5 }).execute()
  const { browser } = await makeVisitor(app)
  // Behind another booking, so that they form a batch.
  const other = book(0)
  const answers = await Promise.all(slots.slice(1, -1).map((_, n) => book(n + 1, '', browser)))
  expect((await other).statusCode).toBe(201)
  await app.db.updateTable('settings').set({ max_reservations: 50 }).execute()
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(5)
})

/** All book while one slot is locked, until `until`. Returns which answers arrived by then. */
async function bookWhileHeld(until: (answered: number[]) => Promise<unknown>) {
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query('select from slots where id = $1 for update', [slots[9]!.id])
  const answered: number[] = []
  const booking = bookAll().map(async (asked, n) => {
    expect((await asked).statusCode).toBe(201)
    answered.push(n)
  })
  try {
    await until(answered)
    return [...answered]
  } finally {
    await holder.query('rollback')
    holder.release()
    await Promise.all(booking)
  }
}

test('only bookings of a locked slot wait for it', async () => {
  const answered = await bookWhileHeld(async (soFar) => {
    await expect.poll(() => soFar.length).toBe(AT_ONCE - 1)
  })
  expect(answered).not.toContain(9)
})

test('control: if the batch waits for the slot, others wait too', async () => {
  const waiting = (statement: string) => statement.replaceAll(' skip locked', '')
  const answered = await withOtherLocks(waiting, () =>
    bookWhileHeld(async () => {
      await expect.poll(() => countWaiting(app.pool)).toBe(1)
    }),
  )
  expect(answered.length).toBeLessThan(AT_ONCE - 1)
})

test('a failure of one booking does not affect the others of its batch', async () => {
  await app.pool.query(`
    create function break_it() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
    create trigger reservations_break before insert on reservations
      for each row when (new.note = 'break') execute function break_it()`)
  const answers = await Promise.all(bookAll((n) => (n === 5 ? 'break' : '')))
  await app.pool.query('drop function break_it cascade')
  const statuses = answers.map(({ statusCode }) => statusCode)
  expect(statuses).toEqual(statuses.map((_, n) => (n === 5 ? 500 : 201)))
  expect(await written()).toMatchObject({ whole: AT_ONCE })
})

test('a refusal of one booking does not affect the others of its batch', async () => {
  await app.db.updateTable('slots').set({ is_locked: true }).where('id', '=', slots[7]!.id).execute()
  await app.db.deleteFrom('sessions').where('member_id', '=', visitors[11]!.member.id).execute()
  const statuses = (await Promise.all(bookAll())).map(({ statusCode }) => statusCode)
  expect(statuses).toEqual(statuses.map((_, n) => ({ 7: 409, 11: 401 })[n] ?? 201))
  expect(await written()).toMatchObject({ whole: AT_ONCE - 1 })
})
