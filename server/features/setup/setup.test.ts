import { expect, test } from 'vitest'
import { getSetup, markStep } from '../../../contract/admin/setup.ts'
import { listAudit } from '../../../contract/admin/audit.ts'
import { sendTestMail } from '../../../contract/admin/mails.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../test/fixture.ts'
import {
  makeAdmin,
  makeDocent,
  makeEventDate,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
} from '../../../test/make.ts'

const app = useTestApp({ mailFolder: '/var/mail' })
const admin = useAdmin(app)

const ask = () => admin.ok(getSetup, {})

test('the set-up checklist shows what exists and what is missing', async () => {
  expect(await ask()).toEqual({
    event_name: '2025 트레이드쇼',
    contact_email: 'contact@example.com',
    has_logo: false,
    has_own_notice: false,
    members: 0,
    public_url: 'http://localhost:3000',
    unneeded: [],
    dates: 0,
    next_date: null,
    dates_without_tours: 0,
    dates_without_meetings: 0,
    docents: 0,
    docents_without_times: 0,
    rooms: 0,
    rooms_without_times: 0,
    has_mail_server: false,
    test_mail: null,
    screens: 0,
    rooms_without_screen: 0,
    rehearsal: false,
    has_sample: false,
    has_printed_password: false,
  })
  // A past day needs no slots.
  await makeEventDate(app.db, '2026-11-19')
  const today = await makeEventDate(app.db)
  const next = await makeEventDate(app.db, '2026-11-21')
  const [docent, idle] = [await makeDocent(app.db), await makeDocent(app.db)]
  const [room, other] = [await makeRoom(app.db), await makeRoom(app.db)]
  expect(await ask()).toMatchObject({
    dates: 3,
    next_date: TODAY,
    dates_without_tours: 2,
    dates_without_meetings: 2,
    docents: 2,
    docents_without_times: 2,
    rooms: 2,
    rooms_without_times: 2,
    rooms_without_screen: 2,
  })
  await makeTourSlots(app.db, today, docent, '09:00', '10:00')
  await makeRoomSlots(app.db, today, room, '09:00')
  await makeRoomSlots(app.db, next, other, '09:00')
  expect(await ask()).toMatchObject({
    dates_without_tours: 1,
    dates_without_meetings: 0,
    docents_without_times: 1,
    rooms_without_times: 0,
  })
  await makeTourSlots(app.db, next, idle, '09:00')
  await admin.ok(sendTestMail, { body: { to: 'desk@example.com' } })
  const seen = new Date(app.now())
  const screen = {
    room_id: room.id,
    build: '',
    width: 1080,
    height: 1920,
    first_seen_at: seen,
    last_seen_at: seen,
  }
  for (const key of ['one', 'two'])
    await app.db
      .insertInto('screens')
      .values({ ...screen, key })
      .execute()
  expect(await ask()).toMatchObject({
    dates_without_tours: 0,
    docents_without_times: 0,
    test_mail: 'queued',
    screens: 2,
    rooms_without_screen: 1,
  })
  await app.db.updateTable('mails').set({ status: 'failed' }).execute()
  expect(await ask()).toMatchObject({ test_mail: 'failed' })
})

test('a step that the event does not need is marked, by two administrators at once too, and needed again', async () => {
  const { browser: other } = await makeAdmin(app)
  const mark = (step: 'logo' | 'screens', is_needed: boolean, by = admin) =>
    by.ok(markStep, { body: { step, is_needed } })
  await Promise.all([mark('logo', false), mark('screens', false, other), mark('logo', false, other)])
  expect((await ask()).unneeded.toSorted()).toEqual(['logo', 'screens'])
  await mark('logo', true)
  expect((await ask()).unneeded).toEqual(['screens'])
  const { results } = await admin.ok(listAudit, { query: { search: '준비' } })
  expect(results[0]).toMatchObject({ details: { step: 'logo', is_needed: true } })
  const refused = await admin.refused(markStep, { body: { step: 'mail' as 'logo', is_needed: false } })
  expect(refused).toMatchObject({ status: 400, code: 'invalid_input' })
})
