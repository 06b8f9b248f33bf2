import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { actOnReservation, requestCancellation } from '../../../contract/reservation-action.ts'
import { TODAY, type Client } from '../../../test/app.ts'
import { useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeAdmin } from '../../../test/make.ts'
import { cancelRequest, decision, makeReservation } from '../../../test/make-reservation.ts'

const app = useTestApp()
const day = useEventDate(app)
let admin: { name: string; browser: Client }

beforeAll(async () => {
  admin = await makeAdmin(app)
})

const KINDS = ['VIP_TOUR', 'GROUP_MEETING'] as const
const make = (given: Parameters<typeof makeReservation>[3] = {}) =>
  makeReservation(app, admin.browser, day, given)
const historyOf = ({ id }: { id: number }) =>
  app.db
    .selectFrom('reservation_history')
    .select(['at', 'actor_kind', 'actor', 'action', 'from_status', 'to_status', 'reason'])
    .where('reservation_id', '=', id)
    .orderBy('id')
    .execute()
const mailsAbout = async ({ id }: { id: number }) =>
  (await app.mails()).filter((mail) => mail.reservation_id === id)
const lineOf = (calendar: string, name: string) =>
  calendar
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .find((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))
    ?.slice(name.length + 1)

describe('the history of a reservation', () => {
  test('keeps every change with its time, who made it and why', async () => {
    const { reservation, browser, member } = await make()
    const at = (time: string) => app.setClock(TODAY, time)
    at('08:10')
    await admin.browser.ok(actOnReservation, decision(reservation, 'approve'))
    at('08:20')
    await browser.ok(requestCancellation, cancelRequest(reservation, '일정 변경'))
    at('08:30')
    await admin.browser.ok(
      actOnReservation,
      decision(reservation, 'reject_cancellation', '준비가 끝났습니다'),
    )
    at('08:40')
    const other = await makeAdmin(app, '두 번째 관리자')
    await other.browser.ok(actOnReservation, decision(reservation, 'cancel', '정전'))
    const moved = (minute: number, actor_kind: string, actor: string, action: string) => ({
      at: new Date(`2026-11-20T07:${minute}:00Z`),
      actor_kind,
      actor,
      action,
    })
    expect(await historyOf(reservation)).toEqual([
      {
        ...moved(0, 'member', member.name, 'create'),
        at: new Date('2026-11-20T07:00:00Z'),
        from_status: null,
        to_status: 'PENDING',
        reason: null,
      },
      {
        ...moved(10, 'admin', admin.name, 'approve'),
        from_status: 'PENDING',
        to_status: 'APPROVED',
        reason: null,
      },
      {
        ...moved(20, 'member', member.name, 'request_cancellation'),
        from_status: 'APPROVED',
        to_status: 'CANCEL_REQUESTED',
        reason: '일정 변경',
      },
      {
        ...moved(30, 'admin', admin.name, 'reject_cancellation'),
        from_status: 'CANCEL_REQUESTED',
        to_status: 'APPROVED',
        reason: '준비가 끝났습니다',
      },
      {
        ...moved(40, 'admin', '두 번째 관리자', 'cancel'),
        from_status: 'APPROVED',
        to_status: 'CANCELLED',
        reason: '정전',
      },
    ])
  })

  test('excludes refused actions', async () => {
    const { reservation, browser } = await make({ status: 'REJECTED' })
    const before = await historyOf(reservation)
    await admin.browser.refused(actOnReservation, decision(reservation, 'approve'))
    await browser.refused(requestCancellation, cancelRequest(reservation))
    expect(await historyOf(reservation)).toEqual(before)
  })

  test('has the same times as the reservation', async () => {
    const { reservation } = await make()
    app.passMinutes(5)
    const { reservation: approved } = await admin.browser.ok(
      actOnReservation,
      decision(reservation, 'approve'),
    )
    expect(Date.parse(approved.created_at)).toBe(app.now() - 5 * 60_000)
    expect(Date.parse(approved.updated_at)).toBe(app.now())
  })
})

describe.each(KINDS)('the member of a %s', (kind) => {
  test.each([
    ['PENDING', 'approve', 'approved', 'REQUEST'],
    ['PENDING', 'reject', 'rejected', null],
    ['PENDING', 'cancel', 'cancelled', null],
    ['APPROVED', 'cancel', 'cancelled', 'CANCEL'],
    ['CANCEL_REQUESTED', 'approve_cancellation', 'cancellation_approved', 'CANCEL'],
    ['CANCEL_REQUESTED', 'reject_cancellation', 'cancellation_refused', null],
  ] as const)('of %s gets one mail about %s, %s, calendar %s', async (status, action, mailKind, method) => {
    const { reservation, member } = await make({ kind, status })
    const before = await mailsAbout(reservation)
    const reason = '전시 준비로 어렵습니다'
    await admin.browser.ok(actOnReservation, decision(reservation, action, reason))
    const [mail, ...others] = (await mailsAbout(reservation)).slice(before.length)
    expect(others).toEqual([])
    expect(mail).toMatchObject({
      kind: mailKind,
      to_address: member.email,
      calendar_method: method,
      status: 'queued',
    })
    if (action !== 'approve') expect(mail!.text).toContain(reason)
    if (method) {
      expect(lineOf(mail!.calendar!, 'METHOD')).toBe(method)
      expect(lineOf(mail!.calendar!, 'STATUS')).toBe(method === 'REQUEST' ? 'CONFIRMED' : 'CANCELLED')
      expect(mail!.calendar).toContain('DTSTART;TZID=Europe/Madrid:20261120T100000')
    }
  })

  test('is not mailed when it is completed, nor for what is refused', async () => {
    const { reservation, browser } = await make({ kind, status: 'APPROVED' })
    const before = await mailsAbout(reservation)
    await admin.browser.ok(actOnReservation, decision(reservation, 'complete'))
    await admin.browser.refused(actOnReservation, decision(reservation, 'cancel'))
    await browser.refused(requestCancellation, cancelRequest(reservation))
    expect(await mailsAbout(reservation)).toEqual(before)
  })

  test('gets a calendar cancellation even after a refused cancellation request', async () => {
    const { reservation } = await make({ kind, status: 'CANCEL_REQUESTED' })
    await admin.browser.ok(actOnReservation, decision(reservation, 'reject_cancellation'))
    await admin.browser.ok(actOnReservation, decision(reservation, 'cancel'))
    expect((await mailsAbout(reservation)).at(-1)).toMatchObject({
      kind: 'cancelled',
      calendar_method: 'CANCEL',
    })
  })

  test('finds in a rejection a link to book the same place on the same day', async () => {
    const { reservation } = await make({ kind })
    await admin.browser.ok(actOnReservation, decision(reservation, 'reject'))
    const wizard =
      reservation.type === 'VIP_TOUR'
        ? `/reserve-tour?docent_id=${reservation.available_tour.docent.id}`
        : `/reserve-room?room_id=${reservation.room.id}`
    expect((await mailsAbout(reservation)).at(-1)!.text).toContain(
      `예약 가능한 시간 보기: http://localhost:3000${wizard}&date=${TODAY}\n`,
    )
  })

  test('is notified of each step, and calendars follow: one entry, a higher number each time', async () => {
    const { reservation, browser } = await make({ kind })
    const act = (action: Parameters<typeof decision>[1]) =>
      admin.browser.ok(actOnReservation, decision(reservation, action))
    const ask = () => browser.ok(requestCancellation, cancelRequest(reservation))
    await act('approve')
    await ask()
    await act('reject_cancellation')
    await ask()
    await act('approve_cancellation')
    const mails = await mailsAbout(reservation)
    expect(mails.map((mail) => mail.kind)).toEqual([
      'request_received',
      'approved',
      'cancellation_received',
      'cancellation_refused',
      'cancellation_received',
      'cancellation_approved',
    ])
    expect(new Set(mails.map((mail) => mail.message_id)).size).toBe(mails.length)
    const calendars = mails.flatMap((mail) => mail.calendar ?? [])
    expect(calendars.map((calendar) => lineOf(calendar, 'METHOD'))).toEqual(['REQUEST', 'CANCEL'])
    expect(new Set(calendars.map((calendar) => lineOf(calendar, 'UID'))).size).toBe(1)
    const [first, second] = calendars.map((calendar) => Number(lineOf(calendar, 'SEQUENCE')))
    expect(second).toBeGreaterThan(first!)
  })
})

test('a decision whose mail cannot be written is not made', async () => {
  const { reservation } = await make()
  await sql`alter table mails rename to mails_elsewhere`.execute(app.db)
  const response = await admin.browser.send(actOnReservation, decision(reservation, 'approve'))
  await sql`alter table mails_elsewhere rename to mails`.execute(app.db)
  expect(response.statusCode).toBe(500)
  expect(await historyOf(reservation)).toHaveLength(1)
  await admin.browser.ok(actOnReservation, decision(reservation, 'approve'))
})
