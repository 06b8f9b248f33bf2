import { beforeAll, expect, test } from 'vitest'
import { bookMeetingFor } from '../../contract/admin/walk-ins.ts'
import type { Client } from '../app.ts'
import { useEventDate, useTestApp } from '../fixture.ts'
import { makeAdmin, makeRoom, makeRoomSlots, meetingParty } from '../make.ts'

const ROUNDS = 15
const DESKS = 4

const app = useTestApp()
const day = useEventDate(app)
let desks: Client[]
let people = 0

beforeAll(async () => {
  desks = []
  for (let n = 0; n < DESKS; n += 1) desks.push((await makeAdmin(app)).browser)
})

async function registerAtOnce(): Promise<{ phone: string; answers: { status: number; code?: string }[] }> {
  people += 1
  const phone = `010-8800-${String(people).padStart(4, '0')}`
  const wishes = await Promise.all(
    desks.map(async (_, n) => {
      const room = await makeRoom(app.db)
      const slots = await makeRoomSlots(app.db, day, room, '10:00')
      return {
        room_id: room.id,
        event_date_id: day.id,
        visitor: meetingParty,
        time_slots: slots.map(({ id }) => ({ available_room_id: id })),
        new_member: {
          name: '노처음',
          phone,
          email: `desk-${people}-${n}@example.com`,
          company_name: '새벽상사',
          position: '대리',
        },
      }
    }),
  )
  const sent = await Promise.all(desks.map((desk, n) => desk.send(bookMeetingFor, { body: wishes[n]! })))
  const answers = sent.map((answer) => ({
    status: answer.statusCode,
    ...(answer.statusCode !== 201 && { code: answer.json<{ code: string }>().code }),
  }))
  return { phone, answers }
}

const membersOf = async (phone: string) =>
  (await app.db.selectFrom('members').select('id').where('phone', '=', phone).execute()).length

test('one phone registered at several desks at once: one member and one booking, the others are refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { phone, answers } = await registerAtOnce()
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { status, code } of answers)
      if (status !== 201) expect([status, code]).toEqual([409, 'phone_exists'])
    expect(await membersOf(phone)).toBe(1)
  }
  // No booking without a member, and no new member without a booking.
  const { rows } = await app.pool.query(`
    select 'without a member' from reservations where member_id is null
    union all
    select 'without a booking' from members m where not exists (select from reservations r where r.member_id = m.id)`)
  expect(rows).toEqual([])
})

test('control: without the unique constraint, several become members', async () => {
  await app.pool.query('alter table members drop constraint members_phone_key')
  const { phone, answers } = await registerAtOnce()
  expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(1)
  expect(await membersOf(phone)).toBeGreaterThan(1)
})
