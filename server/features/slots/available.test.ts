import { expect, test } from 'vitest'
import { reserveMeeting } from '../../../contract/booking.ts'
import { listAvailableRooms, listAvailableTours } from '../../../contract/slot.ts'
import { TODAY } from '../../../test/app.ts'
import { useEventDate, useTestApp, useVisitor } from '../../../test/fixture.ts'
import { makeDocent, makeRoom, makeRoomSlots, makeTourSlots, meetingParty } from '../../../test/make.ts'

const app = useTestApp()
const day = useEventDate(app)
const tomorrow = useEventDate(app, '2026-11-21')
const visitor = useVisitor(app)

const lock = ({ id }: { id: number }) =>
  app.db.updateTable('slots').set({ is_locked: true }).where('id', '=', id).execute()
const times = (slots: { time: string }[]) => slots.map(({ time }) => time)

test("one docent's slots of one date, in order, with what they are", async () => {
  const [docent, other] = [await makeDocent(app.db, { is_vip: true }), await makeDocent(app.db)]
  const [late, early] = await makeTourSlots(app.db, day, docent, '11:00', '10:00')
  await makeTourSlots(app.db, tomorrow, docent, '10:00')
  await makeTourSlots(app.db, day, other, '10:00')
  await lock(late!)
  const query = { date: TODAY, docent_id: String(docent.id) }
  const shared = { docent, event_date: day, duration: 25 }
  expect(await visitor.ok(listAvailableTours, { query })).toEqual([
    { ...shared, id: early!.id, time: '10:00', end_time: '10:25', is_locked: false, available: true },
    { ...shared, id: late!.id, time: '11:00', end_time: '11:25', is_locked: true, available: false },
  ])
})

test("one room's slots, and of them those that can be booked now: not past, not locked, not held", async () => {
  const room = await makeRoom(app.db)
  const slots = await makeRoomSlots(app.db, day, room, '10:00', '10:10', '10:20', '10:30', '10:40')
  await lock(slots[3]!)
  const body = {
    room_id: room.id,
    event_date_id: day.id,
    visitor: meetingParty,
    time_slots: [{ available_room_id: slots[4]!.id }],
  }
  await visitor.ok(reserveMeeting, { body })
  app.setClock(TODAY, '10:10')
  const query = { date: TODAY, room_id: String(room.id) }
  const { all_slots, available_slots } = await visitor.ok(listAvailableRooms, { query })
  expect(times(all_slots)).toEqual(['10:00', '10:10', '10:20', '10:30', '10:40'])
  expect(all_slots.map(({ available }) => available)).toEqual([true, true, true, false, false])
  expect(all_slots[0]).toMatchObject({ room, event_date: day, end_time: '10:10', duration: 10 })
  expect(times(available_slots)).toEqual(['10:20'])
})

test('a date without slots, or an unknown docent or room, has an empty list', async () => {
  const date = '2027-01-01'
  expect(await visitor.ok(listAvailableTours, { query: { date, docent_id: '999999' } })).toEqual([])
  expect(await visitor.ok(listAvailableRooms, { query: { date, room_id: '999999' } })).toEqual({
    all_slots: [],
    available_slots: [],
  })
})

test('date and place must be named', async () => {
  const wrong = async (query: object, field: string) => {
    const refusal = await visitor.refused(listAvailableRooms, { query: query as never })
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(Object.keys(refusal.fields!)).toContain(field)
  }
  await wrong({ room_id: '1' }, 'date')
  await wrong({ room_id: '1', date: '2026-02-30' }, 'date')
  await wrong({ date: TODAY }, 'room_id')
  await wrong({ date: TODAY, room_id: 'x' }, 'room_id')
})
