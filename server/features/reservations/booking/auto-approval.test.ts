import { beforeEach, describe, expect, test } from 'vitest'
import { bookingSettings } from '../../../../contract/admin/settings.ts'
import { listReservationHistory } from '../../../../contract/admin/reservations.ts'
import { reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import { listMyReservations, type Reservation } from '../../../../contract/reservation.ts'
import { actOnReservation, takeBackApproval } from '../../../../contract/reservation-action.ts'
import { waitForTour } from '../../../../contract/waitlist-requests.ts'
import type { AutoApprove } from '../../../../domain/booking.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { makeDocent, makeRoom, makeRoomSlots, makeTourSlots, makeVisitor } from '../../../../test/make.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'
import { makeVip, meetingForm, tourForm } from '../../../../test/make-waiting.ts'

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

const approve = (auto_approve: AutoApprove) =>
  admin.ok(bookingSettings.change, {
    body: { booking_opens_at: null, booking_closes_minutes: 0, auto_approve },
  })
beforeEach(() => approve('all'))

type Id = { id: number }
async function freeTour(time = '10:00') {
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), time)
  return { ...slot!, event_date_id: day.id }
}
async function bookNow(time?: string) {
  const { browser, member } = await makeVisitor(app)
  return { browser, member, ...(await browser.ok(reserveTour, tourForm(await freeTour(time)))) }
}
const rows = async (sql: string) => (await app.pool.query<Record<string, unknown>>(sql)).rows
const mailsAbout = ({ id }: Id) =>
  rows(`select kind, not_before from mails where reservation_id = ${id} order by id`)
const historyOf = async ({ id }: Id) =>
  (await admin.ok(listReservationHistory, { params: { id: String(id) } })).map(
    ({ action, actor, reason }) => ({ action, actor, reason }),
  )
const takeBack = ({ id, type }: Reservation) =>
  admin.refused(takeBackApproval, { params: { id: String(id) }, body: { type } })

describe('a request that the settings approve', () => {
  test('is answered as approved, with its code, and the member gets one mail at once', async () => {
    const { browser, member, message, reservation } = await bookNow()
    expect(message).toBe('투어 예약이 승인되었습니다. 안내 메일을 확인해주세요.')
    expect(reservation).toMatchObject({ status: 'APPROVED', can_cancel: true })
    expect(reservation.arrival_code).toMatch(/^[2-9A-Z]{6}$/)
    expect((await browser.ok(listMyReservations, {})).tours).toEqual([reservation])
    expect(await mailsAbout(reservation)).toEqual([{ kind: 'approved', not_before: -Infinity }])
    const mail = (await app.mails()).find(({ reservation_id }) => reservation_id === reservation.id)!
    expect(mail).toMatchObject({ to_address: member.email, calendar_method: 'REQUEST' })
    expect(mail.text.replaceAll(' ', '')).toContain(reservation.arrival_code)
    expect(mail.text, 'not a reason for the member').not.toContain('자동 승인')
    expect(reservation.cancel_note).toBeNull()
  })

  test('says so in its history, and cannot be undone', async () => {
    const { member, reservation } = await bookNow()
    expect(await historyOf(reservation)).toEqual([
      { action: 'create', actor: member.name, reason: null },
      { action: 'approve', actor: '서비스', reason: '자동 승인' },
    ])
    expect(await takeBack(reservation)).toMatchObject({ status: 409, code: 'too_late' })
  })

  test('is reminded of, pushed and reported to other programs like an approval', async () => {
    await app.pool.query(
      `insert into webhooks (name, url, events, secret_salt, is_on, created_at, created_by)
      values ('표시판', 'https://example.com/', '{reservation.created,reservation.decided}', '\\x00', true, $1, '관리자')`,
      [new Date(app.now())],
    )
    const { browser, member } = await makeVisitor(app)
    await app.pool.query(
      `insert into push_subscriptions (member_id, endpoint, endpoint_hash, session_hash, p256dh, auth, server_key, created_at)
        select $1, 'https://push.example.com/1', '\\x01', token_hash, 'key', 'auth', 'server', $2
        from sessions where member_id = $1`,
      [member.id, new Date(app.now())],
    )
    const { reservation } = await browser.ok(reserveTour, tourForm(await freeTour()))
    const about = `where reservation_id = ${reservation.id}`
    expect(await rows(`select kind from reminders ${about}`)).toEqual([{ kind: 'before' }])
    expect(await rows(`select type, not_before from webhook_deliveries ${about} order by id`)).toEqual([
      { type: 'reservation.created', not_before: -Infinity },
      { type: 'reservation.decided', not_before: -Infinity },
    ])
    expect(await rows(`select fact, not_before from pushes ${about}`)).toEqual([
      { fact: 'approved.2', not_before: -Infinity },
    ])
    await app.pool.query('delete from webhooks')
  })

  test('is answered the same when it is sent again', async () => {
    const { browser } = await makeVisitor(app)
    const form = tourForm(await freeTour())
    const headers = { 'idempotency-key': 'auto-approval-once-0001' }
    const [first, again] = [
      await browser.send(reserveTour, form, headers),
      await browser.send(reserveTour, form, headers),
    ]
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.json()).toEqual(first.json())
    expect(first.json<{ reservation: Reservation }>().reservation.status).toBe('APPROVED')
  })

  test('may be a meeting', async () => {
    const room = await makeRoom(app.db)
    const slots = await makeRoomSlots(app.db, day, room, '10:00', '10:10')
    const { browser } = await makeVisitor(app)
    const { message, reservation } = await browser.ok(reserveMeeting, meetingForm(room, slots))
    expect(message).toBe('미팅 예약이 승인되었습니다. 안내 메일을 확인해주세요.')
    expect(reservation).toMatchObject({ status: 'APPROVED', time_range: '10:00 ~ 10:20' })
  })

  test('does not count in the time that members wait for a decision', async () => {
    const { reservation } = await bookNow()
    expect(
      await rows(
        `select distinct decided_kind from reservation_history where reservation_id = ${reservation.id}`,
      ),
    ).toEqual([{ decided_kind: null }])
  })
})

test.each([
  ['none', ['PENDING', 'PENDING', 'PENDING']],
  ['vvip', ['PENDING', 'PENDING', 'APPROVED']],
  ['vip', ['PENDING', 'APPROVED', 'APPROVED']],
  ['all', ['APPROVED', 'APPROVED', 'APPROVED']],
] as const)('%s: normal, VIP and VVIP members who book together get %j', async (rule, statuses) => {
  await approve(rule)
  const members = [await makeVisitor(app), await makeVip(app, 'VIP'), await makeVip(app, 'VVIP')]
  const slots = await Promise.all(members.map(() => freeTour()))
  const answers = await Promise.all(
    members.map(({ browser }, n) => browser.ok(reserveTour, tourForm(slots[n]!))),
  )
  expect(answers.map(({ reservation }) => reservation.status)).toEqual(statuses)
  const kinds = await Promise.all(answers.map(({ reservation }) => mailsAbout(reservation)))
  expect(kinds.map(([mail, ...others]) => [mail!['kind'], others.length])).toEqual(
    statuses.map((status) => [status === 'APPROVED' ? 'approved' : 'request_received', 0]),
  )
})

test('who is served from the waiting list is approved too, with one mail', async () => {
  await approve('none')
  const { reservation, slots } = await makeReservation(app, admin, day)
  const { browser } = await makeVisitor(app)
  await browser.ok(waitForTour, tourForm({ ...slots[0]!, event_date_id: day.id }))
  await approve('all')
  await admin.ok(actOnReservation, decision(reservation, 'reject'))
  const [served] = (await browser.ok(listMyReservations, {})).tours
  expect(served).toMatchObject({ status: 'APPROVED' })
  expect(await mailsAbout(served!)).toEqual([{ kind: 'approved', not_before: -Infinity }])
  expect((await historyOf(served!)).map(({ actor, reason }) => [actor, reason])).toEqual([
    ['서비스', '자리 대기 중이던 시간에 자리가 나서 접수되었습니다.'],
    ['서비스', '자동 승인'],
  ])
})

describe('a time change that the settings approve', () => {
  const change = async () => {
    const { reservation: old, browser } = await bookNow()
    const { body } = tourForm(await freeTour('11:00'))
    return { old, browser, form: { body: { ...body, replaces: old.id } } }
  }

  test('cancels the former reservation in the same transaction; one mail shows both times', async () => {
    const { old, browser, form } = await change()
    const { reservation } = await browser.ok(reserveTour, form)
    const { tours } = await browser.ok(listMyReservations, {})
    expect(new Map(tours.map(({ id, status }) => [id, status]))).toEqual(
      new Map([
        [old.id, 'CANCELLED'],
        [reservation.id, 'APPROVED'],
      ]),
    )
    expect((await mailsAbout(reservation)).map(({ kind }) => kind)).toEqual(['moved'])
    expect((await mailsAbout(old)).map(({ kind }) => kind)).toEqual(['approved'])
    const uids = await rows(
      `select distinct calendar_identity ->> 'uid' as uid from reservations where id in (${old.id}, ${reservation.id})`,
    )
    expect(uids).toHaveLength(1)
    expect(await takeBack(reservation)).toMatchObject({ code: 'too_late' })
  })

  test('gives the former time to the first who waits for it, approved', async () => {
    const { old, browser, form } = await change()
    const next = await makeVisitor(app)
    await next.browser.ok(waitForTour, tourForm({ id: old.available_tour.id!, event_date_id: day.id }))
    await browser.ok(reserveTour, form)
    expect((await next.browser.ok(listMyReservations, {})).tours).toMatchObject([
      { status: 'APPROVED', available_tour: { id: old.available_tour.id } },
    ])
  })

  test('to a time that is taken changes nothing', async () => {
    const { old, browser, form } = await change()
    await (await makeVisitor(app)).browser.ok(reserveTour, { body: { ...form.body, replaces: undefined } })
    expect(await browser.refused(reserveTour, form)).toMatchObject({ code: 'slot_taken' })
    expect((await browser.ok(listMyReservations, {})).tours).toMatchObject([
      { id: old.id, status: 'APPROVED' },
    ])
  })
})
