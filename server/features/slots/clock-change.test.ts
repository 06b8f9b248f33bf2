import { expect, test } from 'vitest'
import { addRoomSlots, listRoomSlots } from '../../../contract/admin/slots.ts'
import { getPublicInfo } from '../../../contract/public-info.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import { makeEventDate, makeRoom } from '../../../test/make.ts'

const app = useTestApp({ clock: ['2026-03-01', '08:00'] })
const admin = useAdmin(app)

test.each([
  ['the day before summer time', '2026-03-28', '08:00'],
  ['the day on which summer time begins', '2026-03-29', '07:00'],
  ['the day after', '2026-03-30', '07:00'],
  ['the day before winter time', '2026-10-24', '07:00'],
  ['the day on which winter time begins', '2026-10-25', '08:00'],
  ['the day after', '2026-10-26', '08:00'],
])('%s, %s, has its forty-eight slots from 09:00 to 17:00', async (_day, date, firstInUtc) => {
  const [day, room] = [await makeEventDate(app.db, date), await makeRoom(app.db)]
  const plan = { start_time: '09:00', end_time: '16:50', interval_minutes: 10, duration: 10 }
  const body = { room_id: room.id, event_date_id: day.id, ...plan }
  expect(await admin.ok(addRoomSlots, { body })).toMatchObject({ created: 48, skipped: 0 })
  const slots = await admin.ok(listRoomSlots, { query: { room_id: String(room.id), date } })
  expect(slots).toHaveLength(48)
  expect([slots[0]!.time, slots.at(-1)!.time, slots.at(-1)!.end_time]).toEqual(['09:00', '16:50', '17:00'])
  const { starts_at } = await app.db
    .selectFrom('slots')
    .select('starts_at')
    .where('id', '=', slots[0]!.id)
    .executeTakeFirstOrThrow()
  expect(starts_at.toISOString()).toBe(`${date}T${firstInUtc}:00.000Z`)
})

test("today is Madrid's: at half past eleven at night in UTC it is already tomorrow", async () => {
  app.setClock('2026-11-21', '00:30')
  expect(new Date(app.now()).toISOString()).toBe('2026-11-20T23:30:00.000Z')
  expect(await app.client().ok(getPublicInfo, {})).toMatchObject({ today: '2026-11-21' })
})
