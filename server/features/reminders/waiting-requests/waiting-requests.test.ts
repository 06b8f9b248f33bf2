import { beforeEach, expect, test } from 'vitest'
import { useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { cancelAll, makeAdmin, makeDocent, makeTourSlots, tourParty } from '../../../../test/make.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'
import { reserveTour } from '../../../../contract/booking.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import type { Status } from '../../../../domain/reservation.ts'
import { postMail } from '../../../outbox/post-mail.ts'
import { answerUndecided, tellOfWaitingRequests } from './commands.ts'

const app = useTestApp()
const day = useEventDate(app, '2026-11-27')

beforeEach(async () => {
  await cancelAll(app.db)
  const on = { requests_told_at: null, request_alerts: true, undecided_mails: true }
  await app.db.updateTable('settings').set(on).execute()
})

/** Somebody asks at this moment. */
async function asked(date: string, time: string, status: Status = 'PENDING') {
  app.setClock(date, time)
  const { browser } = await makeAdmin(app)
  return { admin: browser, ...(await makeReservation(app, browser, day, { status })) }
}
const context = () => ({ db: app.db, postMail, publicUrl: 'https://stand.example.com' })
const look = async (date: string, time: string) => {
  app.setClock(date, time)
  return tellOfWaitingRequests(context(), app.now())
}
const mailsOf = async (wanted: string) => (await app.mails()).filter(({ kind }) => kind === wanted)
const mails = () => mailsOf('requests_waiting')
/** Several processes look at once; answers the members' mails so far. */
async function answer(date: string, time: string) {
  app.setClock(date, time)
  await Promise.all(Array.from({ length: 4 }, () => answerUndecided(context(), app.now())))
  return mailsOf('undecided')
}

test('requests that wait for two hours are reported to the contact address, all in one mail', async () => {
  await asked('2026-11-20', '10:00')
  await asked('2026-11-20', '10:30')
  await asked('2026-11-20', '11:50')
  expect(await look('2026-11-20', '11:59')).toBe(0)
  expect(await look('2026-11-20', '12:30')).toBe(2)
  expect(await look('2026-11-20', '12:31')).toBe(0)
  const [mail, ...more] = await mails()
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    to_address: 'contact@example.com',
    subject: expect.stringContaining('신청·취소 요청 2건이 2시간 넘게 기다리고 있습니다'),
    text: expect.stringContaining('모두 3건'),
  })
  expect(mail!.text).toContain('2026년 11월 20일 (금) 10:00에 접수')
  expect(mail!.text).toContain('https://stand.example.com/admin/dashboard')
})

test('a request made at night waits from the morning on, and nothing is reported at night', async () => {
  await asked('2026-11-20', '23:00')
  expect(await look('2026-11-21', '03:00')).toBe(0)
  expect(await look('2026-11-21', '10:59')).toBe(0)
  expect(await look('2026-11-21', '11:00')).toBe(1)
  expect(await look('2026-11-21', '20:00')).toBe(0)
})

test('the same requests are reported once a day, and new ones the same day once all of those are answered', async () => {
  await asked('2026-11-20', '09:00')
  expect(await look('2026-11-20', '11:00')).toBe(1)
  const { admin, reservation } = await asked('2026-11-20', '11:30')
  expect(await look('2026-11-20', '15:00')).toBe(0)
  expect(await look('2026-11-21', '09:00')).toBe(2)
  app.setClock('2026-11-20', '12:00')
  await admin.ok(actOnReservation, decision(reservation, 'approve'))
  await cancelAll(app.db)
  await asked('2026-11-21', '10:00')
  expect(await look('2026-11-21', '11:59')).toBe(0)
  expect(await look('2026-11-21', '12:00')).toBe(1)
})

test('a member who asks for a cancellation waits too, from that moment on', async () => {
  await asked('2026-11-20', '10:00', 'CANCEL_REQUESTED')
  expect(await look('2026-11-20', '12:01')).toBe(1)
  expect((await mails()).at(-1)!.text).toContain('투어 취소 요청')
})

test('answered and past requests and those of the sample event are not reported', async () => {
  await asked('2026-11-20', '09:00', 'APPROVED')
  const { member } = await asked('2026-11-20', '09:00')
  await app.db.updateTable('members').set({ is_sample: true }).where('id', '=', member.id).execute()
  expect(await look('2026-11-20', '15:00')).toBe(0)
  await asked('2026-11-20', '09:00')
  expect(await look('2026-11-28', '15:00')).toBe(0)
})

test('switched off, nothing is reported', async () => {
  await asked('2026-11-20', '09:00')
  await app.db.updateTable('settings').set({ request_alerts: false }).execute()
  expect(await look('2026-11-20', '15:00')).toBe(0)
})

test('of many checks at once one reports', async () => {
  await asked('2026-11-20', '09:00')
  const told = await Promise.all(Array.from({ length: 8 }, () => look('2026-11-20', '15:00')))
  expect(told.filter((count) => count > 0)).toEqual([1])
})

test('a member gets one mail an hour after the end of an undecided request', async () => {
  const { member } = await asked('2026-11-20', '09:00')
  await asked('2026-11-20', '09:00', 'APPROVED')
  await asked('2026-11-20', '09:00', 'CANCEL_REQUESTED')
  const ends = (
    await app.db.selectFrom('reservations').select('ends_at').where('member_id', '=', member.id).execute()
  )[0]!
  const at = (minutes: number) => {
    const [date, time] = new Date(ends.ends_at.getTime() + 3_600_000 + minutes * 60_000)
      .toISOString()
      .split('T')
    return [date!, time!.slice(0, 5)] as const
  }
  expect(await answer(...at(59))).toEqual([])
  await answer(...at(60))
  expect(await answer(...at(61))).toMatchObject([
    {
      to_address: member.email,
      text: expect.stringContaining('신청하신 시간이 지나 예약이 확정되지 않았습니다.'),
    },
  ])
})

test('an undecided request for another time says that the former reservation stays', async () => {
  const { browser, reservation } = await asked('2026-11-20', '09:00', 'APPROVED')
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '08:00')
  const body = { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty }
  await browser.ok(reserveTour, { body: { ...body, replaces: reservation.id } })
  const [mail] = (await answer(day.date, '09:30')).slice(-1)
  expect(mail).toMatchObject({
    subject: expect.stringContaining('투어 시간 변경 요청이 확정되지 않았습니다'),
    text: expect.stringContaining('예약이 확정되지 않았습니다. 기존 예약은 바뀌지 않았습니다.'),
  })
})

test('switched off, or a day late, the member of an undecided request is not notified', async () => {
  const before = (await mailsOf('undecided')).length
  await asked('2026-11-20', '09:00')
  await app.db.updateTable('settings').set({ undecided_mails: false }).execute()
  expect(await answer('2026-11-27', '20:00')).toHaveLength(before)
  await app.db.updateTable('settings').set({ undecided_mails: true }).execute()
  expect(await answer('2026-11-30', '20:00')).toHaveLength(before)
  expect(await answer('2026-11-27', '20:00')).toHaveLength(before + 1)
})
