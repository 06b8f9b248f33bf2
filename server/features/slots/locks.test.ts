import { beforeEach, describe, expect, test } from 'vitest'
import { reserveTour } from '../../../contract/booking.ts'
import {
  listRoomSlots,
  listTourSlots,
  lockFilteredSlots,
  lockRoomSlots,
  lockTourSlots,
} from '../../../contract/admin/slots.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import {
  makeDocent,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  makeVisitor,
  tourParty,
} from '../../../test/make.ts'
import { makeReservation } from '../../../test/make-reservation.ts'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)
const otherDay = useEventDate(app, '2026-11-21')

beforeEach(() => app.db.updateTable('slots').set({ is_locked: false }).execute())

const locked = async () => {
  const lists = [await admin.ok(listTourSlots, { query: {} }), await admin.ok(listRoomSlots, { query: {} })]
  return lists.flat().flatMap((slot) => (slot.is_locked ? slot.id : []))
}
const ids = (slots: { id: number }[]) => slots.map(({ id }) => id)

describe('chosen slots', () => {
  test('are locked against new reservations, and unlocked', async () => {
    const slots = await makeTourSlots(app.db, day, await makeDocent(app.db), '09:00', '10:00', '11:00')
    const time_slot_ids = ids(slots.slice(0, 2))
    expect(await admin.ok(lockTourSlots, { body: { time_slot_ids, action: 'lock' } })).toEqual({
      message: '가용 시간 2개가 잠겼습니다.',
      updated: 2,
    })
    expect(await locked()).toEqual(time_slot_ids)
    const { browser } = await makeVisitor(app)
    const form = { available_tour_id: slots[0]!.id, event_date_id: day.id, visitor: tourParty }
    expect(await browser.refused(reserveTour, { body: form })).toMatchObject({ code: 'slot_taken' })
    expect(await admin.ok(lockTourSlots, { body: { time_slot_ids, action: 'unlock' } })).toEqual({
      message: '가용 시간 2개가 잠금 해제되었습니다.',
      updated: 2,
    })
    await browser.ok(reserveTour, { body: form })
  })

  test('keep the reservation that holds them', async () => {
    const { reservation, slots } = await makeReservation(app, admin, day, { kind: 'GROUP_MEETING' })
    await admin.ok(lockRoomSlots, { body: { time_slot_ids: ids(slots), action: 'lock' } })
    const row = await app.db
      .selectFrom('reservations')
      .select('status')
      .where('id', '=', reservation.id)
      .executeTakeFirst()
    expect(row).toEqual({ status: 'PENDING' })
    expect(await locked()).toEqual(ids(slots))
  })

  test('of the other kind or unknown are ignored', async () => {
    const [tour] = await makeTourSlots(app.db, day, await makeDocent(app.db), '09:00')
    const [room] = await makeRoomSlots(app.db, day, await makeRoom(app.db), '09:00')
    const body = (slot: { id: number }) => ({ time_slot_ids: [slot.id, 999_999], action: 'lock' as const })
    expect(await admin.ok(lockTourSlots, { body: body(room!) })).toMatchObject({ updated: 0 })
    expect(await admin.ok(lockRoomSlots, { body: body(tour!) })).toMatchObject({ updated: 0 })
    expect(await locked()).toEqual([])
  })

  test.each([
    [{ time_slot_ids: [], action: 'lock' }, 'time_slot_ids'],
    [{ time_slot_ids: ['1'], action: 'lock' }, 'time_slot_ids.0'],
    [{ time_slot_ids: [1], action: 'open' }, 'action'],
    [{ action: 'lock' }, 'time_slot_ids'],
  ])('%j is refused', async (body, field) => {
    for (const endpoint of [lockTourSlots, lockRoomSlots]) {
      const refusal = await admin.refused(endpoint, { body: body as never })
      expect([refusal.status, Object.keys(refusal.fields!)]).toEqual([400, [field]])
    }
  })
})

describe('a filter', () => {
  test('narrows what is locked by kind, docent or room, and date', async () => {
    const [docent, other, room] = [await makeDocent(app.db), await makeDocent(app.db), await makeRoom(app.db)]
    const [a] = await makeTourSlots(app.db, day, docent, '09:00')
    const [b] = await makeTourSlots(app.db, otherDay, docent, '09:00')
    const [c] = await makeTourSlots(app.db, day, other, '09:00')
    const [d] = await makeRoomSlots(app.db, day, room, '09:00')
    const mine = ids([a!, b!, c!, d!])
    const filter = async (type: 'tour' | 'room', resource_id: number | null, date: string | null) => {
      await app.db.updateTable('slots').set({ is_locked: false }).execute()
      await admin.ok(lockFilteredSlots, { body: { type, resource_id, date, action: 'lock' } })
      return (await locked()).filter((id) => mine.includes(id)).sort((x, y) => x - y)
    }
    expect(await filter('tour', docent.id, TODAY)).toEqual(ids([a!]))
    expect(await filter('tour', docent.id, null)).toEqual(ids([a!, b!]))
    expect(await filter('tour', null, TODAY)).toEqual(ids([a!, c!]))
    expect(await filter('tour', null, null)).toEqual(ids([a!, b!, c!]))
    expect(await filter('room', room.id, TODAY)).toEqual(ids([d!]))
    expect(await filter('room', null, otherDay.date)).toEqual([])
    const { updated } = await admin.ok(lockFilteredSlots, { body: { type: 'tour', action: 'unlock' } })
    expect(updated).toBeGreaterThan(2)
    expect(await locked()).toEqual([])
  })

  test.each([
    [{ type: 'tour', resource_id: 999_999, action: 'lock' }, { resource_id: '도슨트를 선택해주세요.' }],
    [{ type: 'room', resource_id: 999_999, action: 'lock' }, { resource_id: '미팅룸을 선택해주세요.' }],
    [{ type: 'room', date: '2031-01-01', action: 'lock' }, { date: '유효하지 않은 날짜입니다.' }],
    [{ type: 'room', date: 'today', action: 'lock' }, { date: '유효하지 않은 날짜입니다.' }],
    [{ type: 'all', action: 'lock' }, { type: expect.any(String) }],
    [{ type: 'tour', action: 'delete' }, { action: expect.any(String) }],
    [{}, { type: expect.any(String), action: expect.any(String) }],
  ])('%j is refused by field', async (body, fields) => {
    const refusal = await admin.refused(lockFilteredSlots, { body: body as never })
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(refusal.fields).toEqual(fields)
  })
})
