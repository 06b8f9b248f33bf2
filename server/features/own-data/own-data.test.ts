import { sendMessage } from '../../../contract/admin/messages.ts'
import { expect, test } from 'vitest'
import { changeMember } from '../../../contract/admin/members.ts'
import { markArrival } from '../../../contract/admin/arrivals.ts'
import { reserveTour } from '../../../contract/booking.ts'
import { getMyInfo } from '../../../contract/member.ts'
import {
  checkErasureLink,
  downloadMyData,
  eraseMyAccount,
  requestErasure,
} from '../../../contract/own-data.ts'
import type { TourReservation } from '../../../contract/reservation.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import type { Client } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeDocent, makeTourSlots, makeVisitor, tourParty } from '../../../test/make.ts'
import { sendMails } from '../../../test/outbox.ts'
import { makeConnections } from '../../../test/make-connections.ts'
import { decision } from '../../../test/make-reservation.ts'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)

let hour = 9

async function makeOwner() {
  const { browser, member } = await makeVisitor(app)
  const docent = await makeDocent(app.db)
  const starts = [`${String(hour).padStart(2, '0')}:00`, `${String(hour).padStart(2, '0')}:30`]
  hour += 1
  const slots = await makeTourSlots(app.db, day, docent, ...starts)
  const booked: TourReservation[] = []
  for (const slot of slots) {
    const body = { event_date_id: day.id, available_tour_id: slot.id, visitor: tourParty, note: '휠체어' }
    booked.push((await browser.ok(reserveTour, { body })).reservation)
  }
  const [waiting, approved] = booked as [TourReservation, TourReservation]
  await admin.ok(actOnReservation, decision(approved, 'approve'))
  return { browser, member, waiting, approved, cancels: booked.map(({ id }) => id) }
}

async function mailedToken(browser: Client, email: string): Promise<string> {
  await browser.ok(requestErasure, {})
  const mail = (await app.mails()).findLast(
    (each) => each.kind === 'erasure_link' && each.to_address === email,
  )
  return decodeURIComponent(/\/profile\/erase\?token=(\S+)/.exec(mail!.text)![1]!)
}

test('a member can export all personal data, without administrators’ names', async () => {
  const { browser, member, waiting, approved } = await makeOwner()
  const response = await browser.send(downloadMyData, {})
  expect(response.headers['content-disposition']).toMatch(/^attachment; .*\.json/)
  const file = response.json<Record<string, unknown>>()
  expect(file).toMatchObject({
    member,
    reservations: {
      tours: [{ id: approved.id, note: '휠체어', visitor: tourParty }, { id: waiting.id }],
      meetings: [],
    },
    history: [
      { reservation_id: waiting.id, action: 'create', by: 'member' },
      { reservation_id: approved.id, action: 'create' },
      { reservation_id: approved.id, action: 'approve', action_text: '승인', by: 'admin' },
    ],
    mails: [
      { kind: 'request_received' },
      { kind: 'request_received' },
      { kind: 'approved', to_address: member.email },
    ],
    sessions: [{ created_at: expect.stringContaining('+01:00') as string }],
  })
  expect(response.body).not.toContain('운영자')
})

test('the export leaves out mails about reservations of a former owner of the address', async () => {
  const { member } = await makeOwner()
  const { email } = member
  const params = { id: String(member.id) }
  await admin.ok(changeMember, { params, body: { ...member, email: 'moved@example.com' } })
  const { browser } = await makeVisitor(app, { email })
  expect((await browser.send(downloadMyData, {})).json<{ mails: unknown[] }>().mails).toEqual([])
})

test('the export includes waiting list, arrivals, reminders, phones and calendar link, without secrets', async () => {
  const { browser, member, approved } = await makeOwner()
  await admin.ok(markArrival, { params: { id: String(approved.id) }, body: {} })
  await makeConnections(app, admin, day, { browser, member, reservation: approved }, '비밀소식')
  const message = { subject: '주차장 안내', text: '제2주차장을 이용해주세요.' }
  await admin.ok(sendMessage, { body: { audience: { members: {} }, ...message } })
  const text = (await browser.send(downloadMyData, {})).body
  const file = JSON.parse(text) as {
    reservations: { tours: { id: number }[] }
    reminders: object[]
    mails: object[]
  }
  const arrived_at = expect.stringContaining('2026-11-20T08:') as string
  expect(file.reservations.tours.find(({ id }) => id === approved.id)).toMatchObject({ arrived_at })
  expect(file.mails).toContainEqual(expect.objectContaining({ kind: 'message', text: message.text }))
  expect(file.mails).toContainEqual(expect.objectContaining({ kind: 'approved', text: null }))
  expect(file).toMatchObject({
    waitlist: [{ time: '18:00', state: 'waiting', place: 1, visitor: tourParty }],
    devices: [{ created_at: arrived_at, told: 1, last_told_at: arrived_at }],
    calendar_link: { created_at: arrived_at, last_used_at: null },
  })
  expect(file.reminders).toContainEqual(
    expect.objectContaining({ reservation_id: approved.id, kind: 'before', outcome: null, ended_at: null }),
  )
  for (const secret of ['push.example', 'p256dh', 'auth', 'hook.example', '비밀소식'])
    expect([secret, text.includes(secret)]).toEqual([secret, false])
  const own = JSON.parse((await (await makeVisitor(app)).browser.send(downloadMyData, {})).body) as object
  expect(own).toMatchObject({ waitlist: [], reminders: [], devices: [], calendar_link: null })
})

test('the export is limited to six a minute', async () => {
  const { browser } = await makeVisitor(app)
  for (let i = 0; i < 6; i += 1) expect((await browser.send(downloadMyData, {})).statusCode).toBe(200)
  expect((await browser.refused(downloadMyData, {})).code).toBe('too_many_requests')
})

test('a member erases the account by the mailed link: reservations are cancelled, slots freed, sessions ended', async () => {
  const { browser, member, approved, cancels } = await makeOwner()
  await makeConnections(app, admin, day, { browser, member, reservation: approved })
  const token = await mailedToken(browser, member.email)
  expect(await browser.ok(eraseMyAccount, { body: { token, cancels } })).toEqual({
    message: '계정과 예약 정보가 삭제되었습니다.',
  })
  expect((await browser.refused(getMyInfo, {})).status).toBe(401)
  const rows = await app.db.selectFrom('reservations').selectAll().where('id', 'in', cancels).execute()
  expect(rows.map(({ status, member_id, note }) => [status, member_id, note])).toEqual([
    ['CANCELLED', null, null],
    ['CANCELLED', null, null],
  ])
  const held = await app.db.selectFrom('slots').select('id').where('reservation_id', 'in', cancels).execute()
  expect(held).toEqual([])
  for (const table of ['waitlist_entries', 'push_subscriptions', 'calendar_feeds'] as const)
    expect([
      table,
      await app.db.selectFrom(table).select('id').where('member_id', '=', member.id).execute(),
    ]).toEqual([table, []])
  const told = (await app.mails()).filter(
    ({ kind, reservation_id }) => kind === 'cancelled' && reservation_id === approved.id,
  )
  expect(told.map(({ to_address, text }) => [to_address, text.includes('회원이 계정을 삭제하여')])).toEqual([
    [member.email, true],
  ])
  const history = await app.db
    .selectFrom('reservation_history')
    .select(['actor_kind', 'actor', 'reason'])
    .where('reservation_id', '=', approved.id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(history).toEqual({
    actor_kind: 'member',
    actor: '삭제된 회원',
    reason: '회원이 계정을 삭제하여 예약이 취소되었습니다.',
  })
})

test('a reservation added since the page was opened needs a new confirmation', async () => {
  const { browser, member, waiting, cancels } = await makeOwner()
  const token = await mailedToken(browser, member.email)
  const refusal = await browser.refused(eraseMyAccount, { body: { token, cancels: [waiting.id] } })
  expect(refusal).toMatchObject({
    status: 409,
    code: 'changed_meanwhile',
    error: '그 사이 예약이 변경되었습니다. 취소될 예약을 다시 확인해주세요.',
  })
  expect((await browser.ok(getMyInfo, {})).id).toBe(member.id)
  // A reservation that has ended since needs no new confirmation.
  await admin.ok(actOnReservation, decision(waiting, 'reject', '정원 초과'))
  await browser.ok(eraseMyAccount, { body: { token, cancels } })
})

test('only the own link of the last hour erases an account', async () => {
  const { browser, member, cancels } = await makeOwner()
  const other = await makeVisitor(app)
  const token = await mailedToken(browser, member.email)
  const refusal = async (by: Client, body: { token: string; cancels: number[] }) =>
    (await by.refused(eraseMyAccount, { body })).code
  expect(await refusal(other.browser, { token, cancels: [] })).toBe('invalid_code')
  expect(await refusal(browser, { token: `${token}x`, cancels })).toBe('invalid_code')
  const [until, proof] = token.split('.')
  expect(await refusal(browser, { token: `${Number(until) + 1}.${proof}`, cancels })).toBe('invalid_code')
  expect(await refusal(browser, { token: 'x', cancels })).toBe('invalid_code')
  app.passMinutes(60)
  expect(await refusal(browser, { token, cancels })).toBe('invalid_code')
  expect((await browser.ok(getMyInfo, {})).id).toBe(member.id)
})

test('opening the link does not use it up', async () => {
  const { browser, member, cancels } = await makeOwner()
  const other = await makeVisitor(app)
  const token = await mailedToken(browser, member.email)
  const refusal = async (by: Client, given: string) =>
    (await by.refused(checkErasureLink, { body: { token: given } })).error
  for (let i = 0; i < 12; i += 1) await browser.ok(checkErasureLink, { body: { token } })
  const wrong = '링크가 올바르지 않거나 유효 시간이 지났습니다. 확인 메일을 다시 받아주세요.'
  expect([await refusal(other.browser, token), await refusal(browser, '1.old')]).toEqual([wrong, wrong])
  app.passMinutes(59)
  await browser.ok(checkErasureLink, { body: { token } })
  await browser.ok(eraseMyAccount, { body: { token, cancels } })
  expect((await browser.refused(checkErasureLink, { body: { token } })).status).toBe(401)

  const late = await makeVisitor(app)
  const old = await mailedToken(late.browser, late.member.email)
  app.passMinutes(60)
  expect(await refusal(late.browser, old)).toBe(wrong)
})

test('wrong links are limited to ten a minute, opened or submitted', async () => {
  const { browser, member } = await makeVisitor(app)
  const token = await mailedToken(browser, member.email)
  const codes: string[] = []
  for (let i = 0; i < 6; i += 1) {
    codes.push((await browser.refused(checkErasureLink, { body: { token: `${token}x` } })).code)
    codes.push((await browser.refused(eraseMyAccount, { body: { token: 'x', cancels: [] } })).code)
  }
  const all = (code: string) => codes.filter((each) => each === code).length
  expect([all('invalid_code'), all('too_many_requests')]).toEqual([10, 2])
  expect((await browser.refused(checkErasureLink, { body: { token } })).code).toBe('too_many_requests')
  app.passMinutes(1)
  await browser.ok(checkErasureLink, { body: { token } })
})

test('a link that expired before its mail could leave is not mailed', async () => {
  const { browser, member } = await makeVisitor(app)
  await mailedToken(browser, member.email)
  app.passMinutes(60)
  const sent: string[] = []
  await sendMails(app, async ({ kind, to }) => void sent.push(`${kind} ${to}`))
  expect(sent).not.toContain(`erasure_link ${member.email}`)
})

test('a mailbox gets one link a minute, and the list of mails does not show it once sent', async () => {
  const { browser, member } = await makeVisitor(app)
  await mailedToken(browser, member.email)
  expect((await browser.refused(requestErasure, {})).code).toBe('too_many_requests')
  await sendMails(app, async () => {})
  const sent = app.db
    .selectFrom('mails')
    .select('facts')
    .where('kind', '=', 'erasure_link')
    .where('to_address', '=', member.email)
  expect(await sent.where('status', '=', 'sent').execute()).toEqual([{ facts: null }])
})
