import { beforeAll, expect, test } from 'vitest'
import { getAttention } from '../contract/admin/attention.ts'
import { listDaySheetLinks, makeDaySheetLink } from '../contract/admin/day-sheet-links.ts'
import { adminLogin } from '../contract/admin/login.ts'
import { resendMail } from '../contract/admin/mails.ts'
import { actOnReservation } from '../contract/reservation-action.ts'
import { listScreens } from '../contract/admin/screens.ts'
import { reserveTour } from '../contract/booking.ts'
import { getSharedDaySheet } from '../contract/day-sheet.ts'
import { login } from '../contract/login.ts'
import { getMyInfo } from '../contract/member.ts'
import { checkInScreen } from '../contract/screen.ts'
import { completeRegistration, requestCode, verifyEmail } from '../contract/sign-up.ts'
import type { Client } from '../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../test/fixture.ts'
import { makeAdmin, makeDocent, makeMember, makeRoom, makeTourSlots, tourParty } from '../test/make.ts'
import { sweep } from './housekeeping.ts'
import { findCode } from './mail/templates/member-mails.ts'

// Everything was tried out on a clock two days ahead; then the service began in earnest, on the same database.
const REHEARSAL = '2026-11-22'
const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app, REHEARSAL)
let member: Awaited<ReturnType<typeof makeMember>>

beforeAll(async () => {
  member = await makeMember(app.db)
})

/** Does this on the clock of the rehearsal; the service goes on as it was before. */
async function inRehearsal<T>(work: () => Promise<T>): Promise<T> {
  app.setClock(REHEARSAL, '08:00')
  try {
    return await work()
  } finally {
    app.setClock('2026-11-20', '08:00')
  }
}

const as = ({ phone, name }: { phone: string; name: string }) => ({ body: { phone, name } })

test('failed logins of the rehearsal keep nobody out', async () => {
  const other = await makeAdmin(app)
  const wrong = { body: { name: other.name, password: 'wrong password' } }
  await inRehearsal(async () => {
    for (let i = 0; i < 11; i += 1) await app.client().send(login, as({ ...member, name: `추측${i}` }))
    for (let i = 0; i < 6; i += 1) await app.client().send(adminLogin, wrong)
    expect(await app.client().refused(login, as(member))).toMatchObject({ code: 'code_required' })
  })
  await app.client().ok(login, as(member))
  await app.client().ok(adminLogin, { body: { name: other.name, password: other.password } })
})

test('codes of the rehearsal hold up nobody, and are good no longer', async () => {
  const email = 'newcomer@example.com'
  const getCode = async () => {
    await app.client().ok(requestCode, { body: { email } })
    return findCode((await app.mails()).findLast(({ to_address }) => to_address === email)!.text)!
  }
  const [proved, old] = await inRehearsal(async () => {
    const first = await getCode()
    await app.client().ok(verifyEmail, { body: { email, token: first } })
    app.passMinutes(1)
    return [first, await getCode()]
  })
  for (const token of [proved, old])
    expect(await app.client().refused(verifyEmail, { body: { email, token } })).toMatchObject({ status: 400 })
  const code = await getCode()
  await app.client().ok(verifyEmail, { body: { email, token: code } })
  const profile = { name: '박지민', phone: '010-2000-0001', company_name: '한빛전자', position: '과장' }
  await app.client().ok(completeRegistration, { body: { email, verificationCode: code, ...profile } })
})

test('sessions of the rehearsal push no new one out', async () => {
  const own = await makeMember(app.db)
  await inRehearsal(async () => {
    for (let i = 0; i < 10; i += 1) await app.client().ok(login, as(own))
  })
  const devices: Client[] = []
  for (let i = 0; i < 3; i += 1) {
    const device = app.client()
    await device.ok(login, as(own))
    devices.push(device)
  }
  for (const device of devices) await device.ok(getMyInfo, {})
})

test('bookings, decisions and mails go on, and what was sent once in the rehearsal is not done twice', async () => {
  const docent = await makeDocent(app.db)
  const [first, second] = await makeTourSlots(app.db, day, docent, '11:00', '12:00')
  const visitor = app.client()
  await visitor.ok(login, as(member))
  const booking = (slot: { id: number }) => ({
    body: { available_tour_id: slot.id, event_date_id: day.id, visitor: tourParty, note: '' },
  })
  const key = { 'idempotency-key': 'the same' }
  const booked = await inRehearsal(() => visitor.send(reserveTour, booking(first!), key))
  expect(booked.statusCode).toBe(201)
  expect((await visitor.send(reserveTour, booking(first!), key)).body).toBe(booked.body)
  const again = await visitor.send(reserveTour, booking(second!), { 'idempotency-key': 'another' })
  expect(again.statusCode).toBe(201)
  const decide = (by: Client, id: number, action: 'approve' | 'cancel') =>
    by.ok(actOnReservation, {
      params: { id: String(id) },
      body: { type: 'VIP_TOUR', action, reason: '사정' },
    })
  const { reservation } = booked.json<{ reservation: { id: number } }>()
  await inRehearsal(async () => decide((await makeAdmin(app)).browser, reservation.id, 'approve'))
  await app.db.updateTable('mails').set({ status: 'sent' }).execute()
  const mail = (await app.mails()).findLast(({ reservation_id }) => reservation_id === reservation.id)!
  const resend = { params: { id: String(mail.id) } }
  await app.db
    .updateTable('mails')
    .set({ resent_at: new Date(app.now() + 48 * 3_600_000) })
    .execute()
  await admin.ok(resendMail, resend)
  await decide(admin, reservation.id, 'cancel')
})

test('a screen last seen in the rehearsal is silent until it reports again', async () => {
  const room = await makeRoom(app.db)
  const listed = async () => (await admin.ok(listScreens, {})).rooms.find((each) => each.room.id === room.id)!
  const code = new URL((await listed()).setup_url).hash.slice(1)
  const checkIn = () =>
    app.client().ok(checkInScreen, {
      body: { code, key: '1'.repeat(32), build: 'index-Ab12Cd34', width: 1080, height: 1920 },
    })
  await inRehearsal(checkIn)
  expect((await listed()).screens).toMatchObject([{ is_silent: true }])
  expect(await admin.ok(getAttention, {})).toMatchObject({ silent_screens: 1 })
  await checkIn()
  expect((await listed()).screens).toMatchObject([{ is_silent: false }])
})

test('a link to a day sheet says again when it was used', async () => {
  const docent = await makeDocent(app.db)
  const { url } = await admin.ok(makeDaySheetLink, { body: { type: 'tour', resource_id: docent.id } })
  const read = () =>
    app.client().ok(getSharedDaySheet, { params: { token: url.split('/').at(-1)! }, query: {} })
  await inRehearsal(read)
  await read()
  expect(await admin.ok(listDaySheetLinks, {})).toMatchObject([{ last_used_at: '2026-11-20T08:00:00+01:00' }])
})

test('what was counted in the rehearsal is cleared away', async () => {
  await inRehearsal(() => app.client().send(login, as({ ...member, name: '추측' })))
  await sweep(app.db, app.now())
  const ahead = app.db
    .selectFrom('attempts')
    .selectAll()
    .where('at', '>', new Date(app.now() + 60_000))
  expect(await ahead.execute()).toEqual([])
})
