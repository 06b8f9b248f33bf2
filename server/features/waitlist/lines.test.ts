import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listAudit } from '../../../contract/admin/audit.ts'
import {
  countWaiting,
  getLineOfReservation,
  getLineOfSlot,
  listWaitlistOf,
  removeFromWaitlist,
} from '../../../contract/admin/waitlist.ts'
import { reserveMeeting } from '../../../contract/booking.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { leaveWaitlist, listMyWaitlist } from '../../../contract/waitlist.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeRoom, makeRoomSlots, makeVisitor, meetingParty } from '../../../test/make.ts'
import { decision, makeReservation } from '../../../test/make-reservation.ts'
import { makeVip, meetingForm, waitForRun } from '../../../test/make-waiting.ts'

const app = useTestApp()
const day = useEventDate(app)
const nextDay = useEventDate(app, '2026-11-21')
const admin = useAdmin(app)

const one = ({ id }: { id: number }) => ({ params: { id: String(id) } })
/** A room of three slots held by one visitor, and three who wait for parts of it. */
async function makeLines(on = day) {
  const room = await makeRoom(app.db)
  const slots = await makeRoomSlots(app.db, on, room, '10:00', '10:10', '10:20')
  const holder = await makeVisitor(app)
  const { reservation } = await holder.browser.ok(reserveMeeting, meetingForm(room, slots))
  const [a, b, c] = [await makeVisitor(app), await makeVip(app, 'VVIP'), await makeVisitor(app)]
  const entries = [
    await waitForRun(a.browser, room, slots.slice(0, 2)),
    await waitForRun(b.browser, room, slots.slice(1, 3)),
    await waitForRun(c.browser, room, slots.slice(2, 3)),
  ]
  return { room, slots, reservation, people: [a, b, c] as const, entries }
}

describe('an administrator', () => {
  test('sees who waits for any of the times of a reservation, in the order in which they would be served', async () => {
    const { reservation, room, slots, people } = await makeLines()
    const [a, b, c] = people.map(({ member }) => member)
    const line = await admin.ok(getLineOfReservation, one(reservation))
    const { email: _, position: __, ...user } = b!
    expect(line.entries[0]).toMatchObject({
      type: 'GROUP_MEETING',
      place: 1,
      user,
      time: '10:10',
      end_time: '10:30',
      event_date: day,
      room: { id: room.id, name: room.name },
      visitor: meetingParty,
      slot_ids: [slots[1]!.id, slots[2]!.id],
      passed_over: null,
      created_at: `${TODAY}T08:00:00+01:00`,
    })
    expect(line.count).toBe(3)
    expect(line.entries.map((entry) => [entry.place, entry.user.id])).toEqual([
      [1, b!.id],
      [2, a!.id],
      [3, c!.id],
    ])
  })

  test('sees the waiting list of one slot', async () => {
    const { slots, people } = await makeLines()
    const idsOf = async (slot: { id: number }) =>
      (await admin.ok(getLineOfSlot, one(slot))).entries.map(({ user }) => user.id)
    expect(await idsOf(slots[0]!)).toEqual([people[0].member.id])
    expect(await idsOf(slots[2]!)).toEqual([people[1].member.id, people[2].member.id])
    for (const call of [getLineOfSlot, getLineOfReservation])
      expect(await admin.refused(call, one({ id: 999_999 }))).toMatchObject({ code: 'not_found' })
  })

  test('sees what one member waits for, and what became of it', async () => {
    const { people, entries } = await makeLines()
    const [, { member }, { browser }] = people
    await browser.ok(leaveWaitlist, one(entries[2]!))
    const of = async (user: number) =>
      (await admin.ok(listWaitlistOf, { query: { user: String(user) } })).entries
    expect(await of(member.id)).toMatchObject([{ id: entries[1]!.id, state: 'waiting', place: 1 }])
    expect(await of(people[2].member.id)).toMatchObject([{ id: entries[2]!.id, state: 'left', place: null }])
    expect(await of(999_999)).toEqual([])
  })

  test('sees how many wait by slot and reservation of a date, except for slots that have begun', async () => {
    const { slots, reservation } = await makeLines(nextDay)
    expect(await admin.ok(countWaiting, { query: { date: nextDay.date } })).toEqual({
      count: 3,
      slots: slots.map(({ id }, n) => ({ slot_id: id, count: [1, 2, 2][n]! })),
      reservations: [{ reservation_id: reservation.id, count: 3 }],
    })
    expect((await admin.ok(countWaiting, { query: {} })).count).toBeGreaterThanOrEqual(3)
    app.setClock(TODAY, '17:00')
    expect(await admin.ok(countWaiting, { query: { date: TODAY } })).toEqual({
      count: 0,
      slots: [],
      reservations: [],
    })
  })

  test('can remove an entry, with an optional reason for the member; the log names no member', async () => {
    const { reservation, slots, people, entries } = await makeLines()
    const [{ browser, member }] = people
    const removal = { ...one(entries[0]!), body: { reason: '중복 신청' } }
    expect(await admin.ok(removeFromWaitlist, removal)).toEqual({ message: '자리 대기를 종료했습니다.' })
    expect((await browser.ok(listMyWaitlist, {})).entries).toMatchObject([
      { state: 'removed', reason: '중복 신청', place: null, ended_at: `${TODAY}T08:00:00+01:00` },
    ])
    const [logged] = (await admin.ok(listAudit, { query: {} })).results
    expect(logged).toMatchObject({
      target: `waitlist ${entries[0]!.id}`,
      summary: '자리 대기를 종료했습니다.',
    })
    expect(JSON.stringify(logged)).not.toContain(member.name)
    await admin.ok(removeFromWaitlist, one(entries[1]!))
    await admin.ok(actOnReservation, decision(reservation, 'reject'))
    expect((await admin.ok(getLineOfSlot, one(slots[0]!))).entries).toEqual([])
    const { rows } = await app.pool.query(
      'select r.member_id from slots s join reservations r on r.id = s.reservation_id where s.id = any($1)',
      [slots.map(({ id }) => id)],
    )
    expect(rows).toEqual([{ member_id: people[2].member.id }])
    expect(await admin.refused(removeFromWaitlist, one(entries[2]!))).toMatchObject({
      status: 409,
      code: 'waitlist_over',
      error: '이미 자리가 나서 예약이 신청되었습니다. 예약내역에서 확인해주세요.',
    })
    expect(await admin.refused(removeFromWaitlist, one(entries[0]!))).toMatchObject({
      error: '이미 끝난 자리 대기입니다.',
    })
    expect(await browser.refused(leaveWaitlist, one(entries[0]!))).toMatchObject({ code: 'waitlist_over' })
    expect(await admin.refused(removeFromWaitlist, one({ id: 999_999 }))).toMatchObject({ status: 404 })
  })
})

describe('in the database', () => {
  const broken = async (statement: string) => {
    const failure = (await app.pool.query(statement).catch((error: unknown) => error)) as {
      constraint?: string
    }
    return failure.constraint
  }

  test('the database allows one serving per entry, and one active entry per member and slot', async () => {
    const { reservation, slots, entries, people } = await makeLines()
    const [first, second] = entries
    const served = (id: number) =>
      `update waitlist_entries set outcome = 'served', ended_at = created_at, reservation_id = ${reservation.id} where id = ${id}`
    expect(await broken(served(first!.id))).toBeUndefined()
    expect(await broken(served(second!.id))).toBe('waitlist_entries_reservation_key')
    const again = (entry: { id: number }, member: { id: number }) =>
      `insert into waitlist_slots values (${entry.id}, 9, ${slots[2]!.id}, ${member.id})`
    expect(await broken(again(second!, people[1].member))).toBe('waitlist_slots_one_live')
    expect(await broken(again(second!, people[0].member))).toBe('waitlist_slots_entry_fkey')
    expect(await broken(`update waitlist_entries set outcome = 'left' where id = ${second!.id}`)).toBe(
      'waitlist_entries_ended',
    )
  })

  test('every statement that frees a slot is in code that serves the waiting list', () => {
    const folder = new URL('../../', import.meta.url)
    const frees = /slots\s+set reservation_id = null|reservation_id: null \}|is_locked: action/
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
      // The next event begins without reservations and entries.
      .filter((path) => !path.startsWith('features/closing/next-event/'))
      .filter((path) => frees.test(readFileSync(new URL(path, folder), 'utf8')))
    expect(files.toSorted()).toEqual([
      'features/go-live/commands.ts',
      'features/reservations/commands.ts',
      'features/reservations/moving/commands.ts',
      'features/slots/commands.ts',
    ])
    for (const path of files)
      expect(readFileSync(new URL(path, folder), 'utf8'), path).toContain('await serveWaitlist(')
  })
})

test('a tour without entries has an empty waiting list', async () => {
  const { reservation } = await makeReservation(app, admin, day)
  expect(await admin.ok(getLineOfReservation, one(reservation))).toEqual({ count: 0, entries: [] })
})
