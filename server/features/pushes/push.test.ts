import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { actOnReservation, requestCancellation } from '../../../contract/reservation-action.ts'
import { pushSettings } from '../../../contract/admin/settings.ts'
import { deleteMember } from '../../../contract/admin/members.ts'
import { changeDocent, deleteDocent } from '../../../contract/admin/places.ts'
import { moveReservation } from '../../../contract/admin/moves.ts'
import { bookTourFor } from '../../../contract/admin/walk-ins.ts'
import { reserveTour } from '../../../contract/booking.ts'
import { login } from '../../../contract/login.ts'
import { logout } from '../../../contract/member.ts'
import { allowPush, getPush, stopPush } from '../../../contract/push.ts'
import type { Status } from '../../../domain/reservation.ts'
import { TAKE_BACK_MS } from '../../../domain/take-back.ts'
import type { Client } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeDocent, makeMember, makeTourSlots, makeVisitor, tourParty } from '../../../test/make.ts'
import { cancelRequest, decision, makeReservation } from '../../../test/make-reservation.ts'
import { waitFor } from '../../../test/make-waiting.ts'
import { sendDue } from '../../../test/outbox.ts'
import { startPushService } from '../../../test/push-service.ts'
import { deviceClock } from '../../clock.ts'
import { sweep } from '../../housekeeping.ts'
import { inTransaction } from '../../database/transaction.ts'
import { postPushes } from '../../outbox/post-mail.ts'
import { dropPushes, pushQueue } from '../../outbox/push.ts'
import { vapidKeyOf } from '../../outbox/vapid.ts'
import { startQueue } from '../../outbox/worker.ts'

/** Nothing listens there. */
const CLOSED = 'http://127.0.0.1:1'
const pushServices: string[] = [CLOSED]
const app = useTestApp({ pushServices })
const admin = useAdmin(app)
const day = useEventDate(app)
let service: Awaited<ReturnType<typeof startPushService>>
const lines: string[] = []

beforeAll(async () => {
  service = await startPushService()
  pushServices.push(service.origin)
})
afterAll(() => service.stop())
beforeEach(async () => {
  await app.db.deleteFrom('push_subscriptions').execute()
  service.delivered.length = 0
  lines.length = 0
  service.answers(() => ({ status: 201 }))
})

const write = (facts: object, line: string) => void lines.push(`${JSON.stringify(facts)} ${line}`)

const parts = () => ({ db: app.db, now: app.now, log: { info: write, warn: write, error: write } })
const makeQueue = () =>
  pushQueue({
    ...parts(),
    key: vapidKeyOf(app.server.keyFor),
    pushServices,
    publicUrl: 'http://localhost:3000',
  })
/** Sends what is due, and answers how many phones were asked to show something. */
async function deliver(): Promise<number> {
  const before = service.asked()
  await sendDue(parts(), makeQueue())
  return service.asked() - before
}

/** A member allows it on a phone. */
async function allow(browser: Client, subscription = service.subscribe()) {
  await browser.ok(allowPush, { body: subscription })
  return subscription
}
/** Approves, and lets the seconds pass in which that can be undone. */
async function approve(reservation: Parameters<typeof decision>[0]) {
  await admin.ok(actOnReservation, decision(reservation, 'approve'))
  app.passMinutes(TAKE_BACK_MS / 60_000)
}
const deviceOf = ({ endpoint }: { endpoint: string }) => endpoint.split('/').at(-1)!
const waiting = () => app.db.selectFrom('pushes').select(['status', 'attempts', 'last_error']).execute()
const devices = async () =>
  (await app.db.selectFrom('push_subscriptions').select('endpoint').execute()).map(deviceOf)

test('an approval reaches the phone: encrypted for it, signed by the service, with nobody’s name in it', async () => {
  const { browser, reservation } = await makeReservation(app, admin, day)
  const phone = await allow(browser)
  await approve(reservation)
  expect(await deliver()).toBe(1)
  const { public_key } = await browser.ok(getPush, {})
  expect(service.delivered).toEqual([
    {
      device: deviceOf(phone),
      payload: {
        title: '투어 예약이 승인되었습니다',
        body: '11.20 (금) 10:00 · 안내 데스크',
        tag: `reservation-${reservation.id}`,
        path: `/reservations?tab=tours&open=${reservation.id}`,
      },
      claims: {
        aud: service.origin,
        exp: Math.floor(app.now() / 1000) + 12 * 3600,
        sub: expect.stringMatching(/^mailto:.+@/),
      },
      key: public_key,
      headers: expect.objectContaining({
        'content-encoding': 'aes128gcm',
        urgency: 'high',
        ttl: String(2 * 3600 - 10),
        topic: expect.stringMatching(/^[\w-]{32}$/),
      }),
      bytes: expect.any(Number),
    },
  ])
  const said = JSON.stringify(service.delivered[0]!.payload)
  for (const secret of [reservation.visitor.name, reservation.visitor.company, reservation.visitor.phone])
    expect(said).not.toContain(secret)
  expect(service.delivered[0]!.bytes).toBeLessThan(1000)
  expect(await deliver()).toBe(0)
})

test('a rejection and a move are pushed too, and a meeting links to the meetings', async () => {
  const refused = await makeReservation(app, admin, day, { kind: 'GROUP_MEETING' })
  await allow(refused.browser)
  await admin.ok(actOnReservation, decision(refused.reservation, 'reject'))
  const moved = await makeReservation(app, admin, day, { status: 'APPROVED' })
  await allow(moved.browser)
  const { reservation } = moved
  if (reservation.type !== 'VIP_TOUR') throw new Error('no tour')
  const docent = { id: reservation.available_tour.docent.id! }
  const [later] = await makeTourSlots(app.db, day, docent, '15:00')
  await admin.ok(moveReservation, {
    params: { id: String(reservation.id) },
    body: { type: 'VIP_TOUR', available_tour_id: later!.id, event_date_id: day.id },
  })
  await deliver()
  expect(
    service.delivered
      .map(({ payload }) => [payload.title, payload.body, payload.path])
      .toSorted(([one], [other]) => one!.localeCompare(other!)),
  ).toEqual([
    [
      '미팅 예약 신청이 거절되었습니다',
      '11.20 (금) 10:00 · 예약내역에서 확인해주세요.',
      `/reservations?tab=meetings&open=${refused.reservation.id}`,
    ],
    [
      '투어 예약 시간·장소가 변경되었습니다',
      '11.20 (금) 15:00 · 안내 데스크',
      `/reservations?tab=tours&open=${reservation.id}`,
    ],
  ])
})

test.each([
  ['evening', '투어 예약이 내일 있습니다'],
  ['before', '투어 예약이 곧 시작됩니다'],
] as const)('a reminder is pushed to each phone of the member, once: %s', async (reminder, title) => {
  const { browser, reservation } = await makeReservation(app, admin, day, { status: 'APPROVED' })
  await allow(browser)
  await allow(browser)
  const notice = { kind: 'reminder', reservation, version: 2, reminder } as const
  for (let time = 0; time < 2; time += 1)
    await inTransaction(app.db, (tx) => postPushes(tx, [notice], app.now()))
  await deliver()
  expect(service.delivered.map(({ payload }) => payload.title)).toEqual([title, title])
  expect(new Set(service.delivered.map(({ device }) => device)).size).toBe(2)
})

test('a reminder that has not left by then is taken back, unless the start stays', async () => {
  const { browser, reservation } = await makeReservation(app, admin, day, { status: 'APPROVED' })
  await allow(browser)
  await inTransaction(app.db, (tx) =>
    postPushes(tx, [{ kind: 'reminder', reservation, version: 2, reminder: 'before' }], app.now()),
  )
  const facts = async () =>
    (await app.db.selectFrom('pushes').select('fact').orderBy('id').execute()).map(({ fact }) => fact)
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
  await admin.ok(moveReservation, {
    params: { id: String(reservation.id) },
    body: { type: 'VIP_TOUR', available_tour_id: slot!.id, event_date_id: day.id },
  })
  expect(await facts()).toEqual(['reminder.2.before', 'moved.3'])
  await browser.ok(requestCancellation, cancelRequest(reservation))
  expect(await facts()).toEqual(['moved.3'])
})

test('a rolled-back approval sends no push', async () => {
  const { browser, reservation } = await makeReservation(app, admin, day)
  await allow(browser)
  const undone = inTransaction(app.db, async (tx) => {
    await postPushes(tx, [{ kind: 'approved', reservation, version: 2 }], app.now())
    throw new Error('the decision fails')
  })
  await expect(undone).rejects.toThrow('the decision fails')
  expect(await waiting()).toEqual([])
})

describe('a phone is notified of every change of a reservation', () => {
  const titles = async () =>
    (await app.db.selectFrom('pushes').select('payload').execute()).map(
      ({ payload }) => (JSON.parse(payload) as { title: string }).title,
    )
  const docentOf = ({ reservation }: Awaited<ReturnType<typeof makeReservation>>) => {
    if (reservation.type !== 'VIP_TOUR') throw new Error('no tour')
    return reservation.available_tour.docent
  }
  const made = async (status: Status) => {
    const reserved = await makeReservation(app, admin, day, { status })
    await allow(reserved.browser)
    return reserved
  }

  test('an administrator cancels it', async () => {
    const { reservation } = await made('APPROVED')
    await admin.ok(actOnReservation, decision(reservation, 'cancel'))
    expect(await titles()).toEqual(['투어 예약이 취소되었습니다'])
  })

  test.each([
    ['reject', '투어 시간 변경 요청이 거절되었습니다'],
    ['cancel', '투어 시간 변경 요청이 취소되었습니다'],
  ] as const)('its member’s request for another time is decided, and it stays: %s', async (action, title) => {
    const { browser, reservation } = await made('APPROVED')
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '15:00')
    const wanted = { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty }
    const { reservation: change } = await browser.ok(reserveTour, {
      body: { ...wanted, replaces: reservation.id },
    })
    await admin.ok(actOnReservation, decision(change, action))
    expect(await titles()).toEqual([title])
  })

  test('the desk books it for the member', async () => {
    const { member, browser } = await makeVisitor(app)
    await allow(browser)
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '15:00')
    const wanted = { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty }
    await admin.ok(bookTourFor, { body: { ...wanted, user_id: member.id } })
    expect(await titles()).toEqual(['투어 예약이 승인되었습니다'])
  })

  test('it is cancelled because its docent is deleted', async () => {
    const reserved = await made('APPROVED')
    await admin.ok(deleteDocent, { params: { id: String(docentOf(reserved).id) }, body: {} })
    expect(await titles()).toEqual(['투어 예약이 취소되었습니다'])
  })

  test.each([
    ['approve_cancellation', '투어 취소 요청이 승인되었습니다'],
    ['reject_cancellation', '투어 취소 요청이 거절되었습니다'],
  ] as const)('its cancellation, asked for by the member, is decided: %s', async (action, title) => {
    const { reservation } = await made('CANCEL_REQUESTED')
    await admin.ok(actOnReservation, decision(reservation, action))
    expect(await titles()).toEqual([title])
  })

  test('its docent is another one, or waits elsewhere', async () => {
    const reserved = await made('APPROVED')
    const { id, name, language } = docentOf(reserved)
    const body = { name, language, start_point: '2층 입구', is_vip: false, is_vvip: false }
    await admin.ok(changeDocent, { params: { id: String(id) }, body })
    expect(await titles()).toEqual(['투어 예약 안내가 변경되었습니다'])
  })

  test('it is made from the waiting list, because the time has become free', async () => {
    const taken = await makeReservation(app, admin, day, { status: 'APPROVED' })
    const next = await makeVisitor(app)
    await allow(next.browser)
    const { reservation } = taken
    if (reservation.type !== 'VIP_TOUR') throw new Error('no tour')
    await waitFor(next.browser, { id: reservation.available_tour.id!, event_date_id: day.id })
    await admin.ok(actOnReservation, decision(reservation, 'cancel'))
    expect(await titles()).toEqual(['투어 자리가 나서 신청되었습니다'])
  })
})

describe('what the settings leave out is not pushed', () => {
  const ALL = {
    push_enabled: true,
    push_approved: true,
    push_rejected: true,
    push_moved: true,
    push_reminder: true,
  }
  const set = (change: Partial<typeof ALL>) => admin.ok(pushSettings.change, { body: { ...ALL, ...change } })

  test.each([
    [{ push_approved: false }, 0],
    [{ push_enabled: false }, 0],
    [{ push_rejected: false, push_moved: false, push_reminder: false }, 1],
  ])('with %o an approval makes %i', async (change, count) => {
    const { browser, reservation } = await makeReservation(app, admin, day)
    await allow(browser)
    await set(change)
    await approve(reservation)
    expect(await waiting()).toHaveLength(count)
    await set({})
  })

  test('switched off, no phone is offered it', async () => {
    const { browser } = await makeVisitor(app)
    await set({ push_enabled: false })
    expect(await browser.ok(getPush, {})).toEqual({ public_key: null })
    await set({})
    expect((await browser.ok(getPush, {})).public_key).toMatch(/^[\w-]{87}$/)
  })

  test('a colleague’s change is not undone unseen', async () => {
    const { devices: _, ...expected } = await admin.ok(pushSettings.get, {})
    await set({ push_moved: false })
    const refused = await admin.refused(pushSettings.change, {
      body: { ...ALL, push_enabled: true, expected },
    })
    expect(refused).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect(refused.error).toContain('변경 휴대폰 알림 보냄 → 보내지 않음')
    await set({})
  })
})

describe('a phone gets only the pushes of its signed-in member', () => {
  test('a logout ends it on this phone, and on no other', async () => {
    const { member, browser } = await makeVisitor(app)
    const here = await allow(browser)
    const other = app.client()
    await other.ok(login, { body: { phone: member.phone, name: member.name } })
    const there = await allow(other)
    expect(await devices()).toEqual([deviceOf(here), deviceOf(there)])
    await browser.ok(logout, {})
    expect(await devices()).toEqual([deviceOf(there)])
  })

  test('a logout that fails ends nothing, and can be repeated', async () => {
    const { browser } = await makeVisitor(app)
    await allow(browser)
    await app.pool.query('alter table push_subscriptions rename to elsewhere')
    expect((await browser.send(logout, {})).statusCode).toBe(500)
    await app.pool.query('alter table elsewhere rename to push_subscriptions')
    await browser.ok(logout, {})
    expect(await devices()).toEqual([])
  })

  test('another member’s login on it ends it, even if that one allows nothing', async () => {
    const { browser } = await makeVisitor(app)
    await allow(browser)
    const next = await makeMember(app.db)
    await browser.ok(login, { body: { phone: next.phone, name: next.name } })
    expect(await devices()).toEqual([])
  })

  test('another member who allows it on the same phone takes it over with nothing of the former', async () => {
    const { browser, reservation } = await makeReservation(app, admin, day)
    const phone = await allow(browser)
    await approve(reservation)
    const next = await makeVisitor(app)
    await allow(next.browser, phone)
    await deliver()
    expect(service.delivered).toEqual([])
    expect(await devices()).toEqual([deviceOf(phone)])
  })

  test('switched off on it, it gets nothing', async () => {
    const { browser } = await makeVisitor(app)
    const { endpoint } = await allow(browser)
    await browser.ok(stopPush, { body: { endpoint } })
    expect(await devices()).toEqual([])
  })

  test('a deleted member leaves no phone', async () => {
    const { member, browser } = await makeVisitor(app)
    await allow(browser)
    await admin.ok(deleteMember, { params: { id: String(member.id) } })
    expect(await devices()).toEqual([])
  })

  test('of one member the ten newest stay', async () => {
    const { browser } = await makeVisitor(app)
    const first = await allow(browser)
    for (let device = 0; device < 10; device += 1) await allow(browser)
    expect(await devices()).toHaveLength(10)
    expect(await devices()).not.toContain(deviceOf(first))
  })
})

describe('the service calls nothing but push services', () => {
  test.each([
    'http://127.0.0.1:5432/',
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/x',
    'https://fcm.googleapis.com.evil.example/x',
    'javascript:alert(1)',
  ])('%s is refused', async (endpoint) => {
    const { browser } = await makeVisitor(app)
    const { keys } = service.subscribe()
    const refused = await browser.refused(allowPush, { body: { endpoint, keys } })
    expect(refused).toMatchObject({ status: 400, fields: { endpoint: '지원하지 않는 알림 서비스입니다.' } })
    expect(await devices()).toEqual([])
  })

  test('keys that are none are refused', async () => {
    const { browser } = await makeVisitor(app)
    const { endpoint } = service.subscribe()
    const body = { endpoint, keys: { p256dh: 'x', auth: 'x' } }
    expect(await browser.refused(allowPush, { body })).toMatchObject({ status: 400, code: 'invalid_input' })
  })
})

describe('a push service that does not deliver', () => {
  async function tell() {
    const made = await makeReservation(app, admin, day, { time: '18:00' })
    const phone = await allow(made.browser)
    await approve(made.reservation)
    return phone
  }

  test.each([404, 410])('answers %i: the phone is gone, and gets no more pushes', async (status) => {
    await tell()
    service.answers(() => ({ status }))
    await deliver()
    expect(await devices()).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('is busy: tried again ever later, and as late as it asks', async () => {
    await tell()
    service.answers(() => ({ status: 503 }))
    expect(await deliver()).toBe(1)
    expect(await deliver()).toBe(0)
    app.passMinutes(0.6)
    service.answers(() => ({ status: 429, headers: { 'retry-after': '600' } }))
    expect(await deliver()).toBe(1)
    app.passMinutes(9)
    expect(await deliver()).toBe(0)
    app.passMinutes(3)
    service.answers(() => ({ status: 201 }))
    expect(await deliver()).toBe(1)
    expect(service.delivered).toHaveLength(1)
    expect(await waiting()).toEqual([{ status: 'sent', attempts: 3, last_error: null }])
  })

  test('is busy until a date: tried again then', async () => {
    await tell()
    const retryAfter = new Date(deviceClock() + 10 * 60_000).toUTCString()
    service.answers(() => ({ status: 503, headers: { 'retry-after': retryAfter } }))
    expect(await deliver()).toBe(1)
    app.passMinutes(9)
    expect(await deliver()).toBe(0)
    app.passMinutes(4)
    expect(await deliver()).toBe(1)
  })

  test('never answers: phones of another service are still notified', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const origin = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    pushServices.push(origin)
    const { browser, reservation } = await makeReservation(app, admin, day, { time: '18:30' })
    const phone = service.subscribe()
    await allow(browser, phone)
    // A hundred pushes for the silent one come first.
    await app.pool.query(
      `with phones as (
        insert into push_subscriptions (member_id, endpoint_hash, endpoint, p256dh, auth, server_key, session_hash, created_at)
        select member_id, sha256(n::text::bytea), $1 || '/send/' || n, p256dh, auth, server_key, session_hash, created_at
        from push_subscriptions, generate_series(1, 100) as n returning id, created_at
      )
      insert into pushes (subscription_id, reservation_id, fact, payload, is_urgent, created_at, expires_at)
      select id, $2, 'moved.1', '{"title":"t","body":"b","tag":"x","path":"/"}', false, created_at,
        created_at + interval '1 day' from phones`,
      [origin, reservation.id],
    )
    await approve(reservation)
    const worker = startQueue(makeQueue(), parts())
    await expect
      .poll(() => service.delivered.map(({ device }) => device), { timeout: 5_000 })
      .toEqual([deviceOf(phone)])
    await worker.stop(0)
    silent.closeAllConnections()
    silent.close()
  })

  test('refuses for good: given up, and the phone stays', async () => {
    await tell()
    service.answers(() => ({ status: 400 }))
    await deliver()
    expect(await waiting()).toMatchObject([{ status: 'failed', last_error: 'refused with 400' }])
    expect(await devices()).toHaveLength(1)
  })

  test('is away: tried again, and no line of the log holds the phone’s address', async () => {
    const { endpoint } = await tell()
    await app.db
      .updateTable('push_subscriptions')
      .set({ endpoint: endpoint.replace(service.origin, CLOSED) })
      .execute()
    await deliver()
    expect(await waiting()).toEqual([{ status: 'queued', attempts: 1, last_error: 'ECONNREFUSED' }])
    expect(lines).toHaveLength(1)
    expect(lines.join()).not.toContain(deviceOf({ endpoint }))
  })

  test('comes back after the reservation has begun: nothing rings any more', async () => {
    await tell()
    app.setClock('2026-11-20', '18:01')
    await deliver()
    expect(service.delivered).toEqual([])
    expect(await waiting()).toMatchObject([{ status: 'failed', last_error: 'expired' }])
  })

  test('nothing is sent to an address that is no push service’s, whoever has stored it', async () => {
    await tell()
    await app.db.updateTable('push_subscriptions').set({ endpoint: 'http://127.0.0.1:2/' }).execute()
    await deliver()
    expect(await waiting()).toMatchObject([{ status: 'failed', last_error: 'no push service' }])
  })
})

test('after a change of the secret the old subscription is deleted, so that the phone subscribes again', async () => {
  const { browser, reservation } = await makeReservation(app, admin, day)
  await allow(browser)
  await approve(reservation)
  await app.db.updateTable('push_subscriptions').set({ server_key: 'another' }).execute()
  await deliver()
  expect(service.delivered).toEqual([])
  expect(await devices()).toEqual([])
})

test('a rehearsal rings on nobody’s phone, then or later', async () => {
  const { browser, reservation } = await makeReservation(app, admin, day)
  await allow(browser)
  await approve(reservation)
  await dropPushes(app.db)
  await deliver()
  expect(service.delivered).toEqual([])
})

test('the worker sends queued pushes by itself, and stops on request', async () => {
  const { browser, reservation } = await makeReservation(app, admin, day)
  await allow(browser)
  const worker = startQueue(makeQueue(), parts())
  await approve(reservation)
  await expect.poll(() => service.delivered.length).toBe(1)
  await worker.stop()
})

test('sent pushes are deleted after a day', async () => {
  const { browser, reservation } = await makeReservation(app, admin, day)
  await allow(browser)
  await approve(reservation)
  await deliver()
  app.setClock('2026-11-21', '10:01')
  await sweep(app.db, app.now())
  expect(await waiting()).toEqual([])
  expect(await devices()).toHaveLength(1)
})
