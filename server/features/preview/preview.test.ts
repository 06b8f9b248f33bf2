import { beforeEach, expect, test } from 'vitest'
import { changeFace } from '../../../contract/admin/face.ts'
import { lockTourSlots } from '../../../contract/admin/slots.ts'
import { getPreview } from '../../../contract/preview.ts'
import { getSchedule } from '../../../contract/schedule.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp, useVisitor } from '../../../test/fixture.ts'
import { makeDocent, makeEventDate, makeRoom, makeRoomSlots, makeTourSlots } from '../../../test/make.ts'
import { makeReservation } from '../../../test/make-reservation.ts'
import { LOGOS } from '../../../test/logo-files.ts'

const TOMORROW = '2026-11-21'

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)
const visitor = useVisitor(app)

beforeEach(() => {
  app.server.snapshots.keep(false)
})

const preview = () => app.client().ok(getPreview, {})
const freeOn = async (date: string) => (await preview()).days.find((each) => each.date === date)

test('anybody sees the event without a login: days, languages, rooms, and how many times are free', async () => {
  const tomorrow = await makeEventDate(app.db, TOMORROW)
  await makeTourSlots(app.db, tomorrow, await makeDocent(app.db), '10:00', '11:00')
  const vip = await makeDocent(app.db, { is_vip: true })
  await app.db.updateTable('docents').set({ language: 'Esperanto' }).where('id', '=', vip.id).execute()
  await makeRoomSlots(app.db, tomorrow, await makeRoom(app.db, { size: 8 }), '10:00', '10:10', '10:20')
  const shown = await preview()
  expect(shown).toMatchObject({ tour_minutes: 25, picture: null, plan: null })
  expect(shown.languages).toContain('한국어')
  expect(shown.room_sizes).toContain(8)
  expect(shown.languages, 'of a docent for VIP members').not.toContain('Esperanto')
  expect(await freeOn(TOMORROW)).toEqual({
    date: TOMORROW,
    free_tours: 2,
    free_meetings: 3,
    has_times: true,
  })
  await makeEventDate(app.db, '2026-11-22')
  expect(await freeOn('2026-11-22')).toMatchObject({ free_tours: 0, has_times: false })
})

test('what members could not book is not counted: taken, locked, past, and for VIP members only', async () => {
  const docent = await makeDocent(app.db)
  const vip = await makeDocent(app.db, { is_vip: true })
  const before = (await freeOn(TODAY))!.free_tours
  const [, locked] = await makeTourSlots(app.db, day, docent, '16:00', '17:00')
  await makeTourSlots(app.db, day, vip, '17:00')
  expect((await freeOn(TODAY))!.free_tours).toBe(before + 2)
  await admin.ok(lockTourSlots, { body: { time_slot_ids: [locked!.id], action: 'lock' } })
  expect((await freeOn(TODAY))!.free_tours).toBe(before + 1)
  await makeReservation(app, admin, day, { time: '18:00' })
  expect((await freeOn(TODAY))!.free_tours, 'a requested time').toBe(before + 1)
  app.setClock(TODAY, '16:00')
  expect((await freeOn(TODAY))!.free_tours, 'a time that begins').toBe(0)
})

test('it counts the same times as the schedule of a member without a tier', async () => {
  const { tour_schedule } = await visitor.ok(getSchedule, { query: { date: TODAY } })
  const open = tour_schedule.filter(({ docent }) => !docent.is_vip).flatMap(({ time_slots }) => time_slots)
  const free = open.filter((slot) => slot.is_available).length
  expect(free).toBeGreaterThan(0)
  expect((await freeOn(TODAY))!.free_tours).toBe(free)
})

test('days that are over have nothing left', async () => {
  app.setClock(TOMORROW, '08:00')
  expect(await freeOn(TODAY)).toEqual({ date: TODAY, free_tours: 0, free_meetings: 0, has_times: false })
})

test('a reader who asks again gets 304 until the clock passes a time', async () => {
  app.server.snapshots.keep(true)
  app.setClock(TODAY, '08:00')
  await makeTourSlots(app.db, day, await makeDocent(app.db), '09:00')
  app.server.snapshots.drop('event')
  const ask = (tag = '') => app.client().send(getPreview, {}, { 'if-none-match': tag })
  const first = await ask()
  expect(first.headers['cache-control']).toBe('no-cache')
  const tag = String(first.headers['etag'])
  expect((await ask(tag)).statusCode).toBe(304)
  app.setClock(TODAY, '09:00')
  expect((await ask(tag)).statusCode).toBe(200)
})

test('it shows the picture and the hall plan that an administrator has chosen', async () => {
  await admin.ok(changeFace, { body: { accent_colour: null, picture: LOGOS.jpeg, plan: LOGOS.png } })
  const { picture, plan, logo } = await preview()
  expect([picture, plan]).toMatchObject([
    { width: 30, height: 12 },
    { width: 30, height: 12 },
  ])
  expect(logo).toBeNull()
  await admin.ok(changeFace, { body: { accent_colour: null, picture: null } })
  expect(await preview()).toMatchObject({ picture: null, plan })
})
