import { beforeAll, expect, test } from 'vitest'
import { reserveMeeting } from '../../contract/booking.ts'
import { deleteMember } from '../../contract/admin/members.ts'
import { bookMeetingFor } from '../../contract/admin/walk-ins.ts'
import type { Client } from '../app.ts'
import { useEventDate, useTestApp } from '../fixture.ts'
import { makeAdmin, makeMember, makeRoom, makeRoomSlots, makeVisitor, meetingParty } from '../make.ts'
import { withoutHolders } from './without-holders.ts'

const ROUNDS = 20
const EACH = 4

const app = useTestApp()
const day = useEventDate(app)
let admins: Client[]
let visitors: Client[]
let guest: { id: number }

beforeAll(async () => {
  guest = await makeMember(app.db)
  admins = []
  visitors = []
  for (let n = 0; n < EACH; n += 1) {
    admins.push((await makeAdmin(app)).browser)
    visitors.push((await makeVisitor(app)).browser)
  }
})

type Room = { id: number }
const form = (room: Room, slots: { id: number }[]) => ({
  room_id: room.id,
  event_date_id: day.id,
  visitor: meetingParty,
  time_slots: slots.map(({ id }) => ({ available_room_id: id })),
})
const atDesk = (browser: Client, member: { id: number }, room: Room, slots: { id: number }[]) =>
  browser.send(bookMeetingFor, { body: { ...form(room, slots), user_id: member.id } })

const freeRoom = async () => {
  const room = await makeRoom(app.db)
  return { room, slots: await makeRoomSlots(app.db, day, room, '10:00', '10:10', '10:20') }
}

/** Administrators and visitors want the middle slot of a room at once; answers the winners. */
async function wantOneRoom(): Promise<('desk' | 'phone')[]> {
  const { room, slots } = await freeRoom()
  const asking = Array.from({ length: EACH }, (_, n) => {
    const part = n % 2 ? slots : slots.slice(1, 2)
    const desk = atDesk(admins[n]!, guest, room, part)
    const phone = visitors[n]!.send(reserveMeeting, { body: form(room, part.toReversed()) })
    return [
      desk.then((answer) => ['desk', answer] as const),
      phone.then((answer) => ['phone', answer] as const),
    ]
  }).flat()
  const answers = await Promise.all(asking)
  for (const [, { statusCode }] of answers) expect([201, 409]).toContain(statusCode)
  return answers.flatMap(([who, { statusCode }]) => (statusCode === 201 ? [who] : []))
}

test('administrators and visitors who want one slot at once: one of them gets it', async () => {
  for (let round = 0; round < ROUNDS; round += 1) expect(await wantOneRoom()).toHaveLength(1)
  const { rows } = await app.pool.query(`
    select r.id from reservations r where
      (select count(*) from reservation_slots t where t.reservation_id = r.id) <>
      (select count(*) from slots s where s.reservation_id = r.id)`)
  expect(rows).toEqual([])
})

test('control: when a slot no longer has one holder, several get it', async () => {
  await withoutHolders(app.pool, async () => {
    expect((await wantOneRoom()).length).toBeGreaterThan(1)
  })
})

test('a booking for a member who is being deleted is cancelled, or the member is unknown', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const member = await makeMember(app.db)
    const { room, slots } = await freeRoom()
    const deleting = () => admins[1]!.send(deleteMember, { params: { id: String(member.id) } })
    const [booked, deleted] = await Promise.all(
      round % 2
        ? [atDesk(admins[0]!, member, room, slots), deleting()]
        : [deleting(), atDesk(admins[0]!, member, room, slots)].toReversed(),
    )
    expect([201, 400]).toContain(booked!.statusCode)
    expect(deleted!.statusCode).toBe(200)
    const held = await app.db
      .selectFrom('slots')
      .select('id')
      .where('room_id', '=', room.id)
      .where('reservation_id', 'is not', null)
      .execute()
    expect(held).toEqual([])
  }
})
