import { beforeEach, describe, expect, test } from 'vitest'
import { getAttention } from '../../../contract/admin/attention.ts'
import {
  getResent,
  listMails,
  resendMail,
  resendMails,
  retryMails,
  sendTestMail,
  type MailStatus,
} from '../../../contract/admin/mails.ts'
import { changeMember, deleteMember } from '../../../contract/admin/members.ts'
import { reserveTour } from '../../../contract/booking.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { sendMessage } from '../../../contract/admin/messages.ts'
import { requestCode } from '../../../contract/sign-up.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeAdmin, makeDocent, makeTourSlots, makeVisitor, tourParty } from '../../../test/make.ts'
import { sendMails } from '../../../test/outbox.ts'
import type { PostedMail } from '../../mail/transport.ts'
import { decision, makeReservation } from '../../../test/make-reservation.ts'
import { waitFor } from '../../../test/make-waiting.ts'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)

beforeEach(async () => {
  await app.db.deleteFrom('mails').execute()
})

const list = async (query: { search?: string; status?: MailStatus } = {}) => admin.ok(listMails, { query })
const became = (id: number, status: MailStatus, last_error: string | null = null) =>
  app.db.updateTable('mails').set({ status, last_error, attempts: 3 }).where('id', '=', id).execute()
const again = (id: number) => ({ params: { id: String(id) } })

async function makeMail() {
  const made = await makeReservation(app, admin, day)
  return { ...made, mail: (await app.mails()).at(-1)! }
}

describe('sending many mails once more', () => {
  const PERMANENT = '550 no such user'

  test('queues those that are named, skips what cannot be sent again, and says both', async () => {
    const [one, other, waiting] = [await makeMail(), await makeMail(), await makeMail()]
    await became(one.mail.id, 'failed', PERMANENT)
    await became(other.mail.id, 'sent')
    const ids = [one.mail.id, other.mail.id, waiting.mail.id, 999_999]
    const { resent_at, ...answer } = await admin.ok(resendMails, { body: { ids } })
    expect(answer).toEqual({
      message: '메일 2통을 발송 대기열에 다시 넣었습니다. 2통은 지금 다시 보낼 수 없습니다.',
      queued: 2,
      skipped: 2,
    })
    expect((await list({ status: 'queued' })).count).toBe(3)

    const fate = () => admin.ok(getResent, { query: { at: resent_at } })
    expect(await fate()).toEqual({ on_their_way: 2, delayed: 0, sent: 0, failed: 0 })
    await became(one.mail.id, 'sent')
    await became(other.mail.id, 'queued', '451 try later')
    expect(await fate()).toEqual({ on_their_way: 0, delayed: 1, sent: 1, failed: 0 })
    await became(other.mail.id, 'failed', PERMANENT)
    expect(await fate()).toEqual({ on_their_way: 0, delayed: 0, sent: 1, failed: 1 })
  })

  test('sends nobody the same mail twice within a minute', async () => {
    const { mail } = await makeMail()
    await became(mail.id, 'failed', PERMANENT)
    await admin.ok(resendMail, again(mail.id))
    await became(mail.id, 'failed', PERMANENT)
    expect(await admin.refused(resendMail, again(mail.id))).toMatchObject({
      status: 429,
      code: 'too_many_requests',
    })
    expect(await admin.ok(resendMails, { body: { all_failed: true } })).toMatchObject({
      queued: 0,
      skipped: 1,
    })
    app.passMinutes(1)
    expect(await admin.ok(resendMails, { body: { all_failed: true } })).toMatchObject({
      queued: 1,
      skipped: 0,
    })
  })

  test('is not kept from it by a rehearsal on a later clock', async () => {
    const { mail } = await makeMail()
    app.passMinutes(24 * 60)
    const ahead = (await makeAdmin(app)).browser
    await became(mail.id, 'failed', PERMANENT)
    await ahead.ok(resendMail, again(mail.id))
    await became(mail.id, 'failed', PERMANENT)
    app.setClock(TODAY, '08:00')
    expect(await admin.ok(resendMails, { body: { all_failed: true } })).toMatchObject({ queued: 1 })
    await became(mail.id, 'failed', PERMANENT)
    await admin.refused(resendMail, again(mail.id))
  })

  test('goes to the address that the member has now', async () => {
    const { mail, member } = await makeMail()
    await became(mail.id, 'failed', PERMANENT)
    const email = 'put-right@example.com'
    await admin.ok(changeMember, { params: { id: String(member.id) }, body: { ...member, email } })
    await admin.ok(resendMail, again(mail.id))
    expect((await list({ search: email })).results[0]).toMatchObject({ to: email, status: 'queued' })
  })

  test('of all failed ones takes those whose content is still true', async () => {
    const { mail: overtaken, reservation } = await makeMail()
    await admin.ok(actOnReservation, decision(reservation, 'approve'))
    const newest = (await app.mails()).at(-1)!
    const past = await makeReservation(app, admin, day, { time: '08:10' })
    const late = (await app.mails()).at(-1)!
    await app.client().ok(requestCode, { body: { email: 'third@example.com' } })
    const code = (await app.mails()).at(-1)!
    for (const { id } of [overtaken, newest, late, code]) await became(id, 'failed', PERMANENT)
    const attention = () => admin.ok(getAttention, {})
    expect(await attention()).toMatchObject({
      failed_mails: 2,
      failed_reservations: [reservation.id, past.reservation.id],
    })
    app.setClock(TODAY, '09:00')
    expect(await attention()).toMatchObject({ failed_mails: 1, failed_reservations: [reservation.id] })
    expect(await admin.ok(resendMails, { body: { all_failed: true } })).toMatchObject({
      queued: 1,
      skipped: 0,
    })
    expect((await list({ status: 'queued' })).results.map(({ id }) => id)).toEqual([newest.id])
    expect(await attention()).toMatchObject({ failed_mails: 0, failed_reservations: [] })
  })

  test('an approval is not overtaken by a reminder that failed after it and is of no use now', async () => {
    await makeReservation(app, admin, day, { status: 'APPROVED' })
    const { id } = (await app.mails()).at(-1)!
    await became(id, 'failed', PERMANENT)
    await app.pool.query(`
      insert into mails (kind, reservation_id, to_address, subject, message_id, facts, created_at, status)
      select 'reminder_before', reservation_id, to_address, subject, 'later', facts || '{"lapses_at": 0}', created_at, 'failed'
      from mails where id = ${id}`)
    expect(await admin.ok(resendMails, { body: { all_failed: true } })).toMatchObject({ queued: 1 })
    expect((await list({ status: 'queued' })).results.map((mail) => mail.id)).toContain(id)
  })

  test('one about a reservation that still waits follows the member, with its calendar entry', async () => {
    const { member } = await makeReservation(app, admin, day, { status: 'APPROVED' })
    const email = 'own-mailbox@example.com'
    await admin.ok(changeMember, { params: { id: String(member.id) }, body: { ...member, email } })
    app.passMinutes(1)
    const sent: PostedMail[] = []
    await sendMails(app, async (mail) => void sent.push(mail))
    const approval = sent.find(({ kind }) => kind === 'approved')!
    expect(approval.to).toBe(email)
    expect(approval.calendar!.content.replaceAll('\r\n ', '')).toContain(email)
    expect(sent.map(({ to }) => to)).not.toContain(member.email)
  })

  test('an invitation or a message that failed follows the member to the corrected address', async () => {
    const { member } = await makeReservation(app, admin, day)
    await admin.ok(sendMessage, {
      body: { audience: { members: {} }, subject: '주차장 안내', text: '제2주차장을 이용해주세요.' },
    })
    const { id } = (await app.mails()).findLast((mail) => mail.to_address === member.email)!
    await became(id, 'failed', PERMANENT)
    const email = 'corrected@example.com'
    await admin.ok(changeMember, { params: { id: String(member.id) }, body: { ...member, email } })
    await admin.ok(resendMail, again(id))
    expect((await list({ search: email })).results[0]).toMatchObject({
      id,
      kind: 'message',
      status: 'queued',
    })
  })

  test('and so does one about the waiting list', async () => {
    const { slots } = await makeReservation(app, admin, day)
    const { browser, member } = await makeVisitor(app)
    await waitFor(browser, { ...slots[0]!, event_date_id: day.id })
    const { id } = (await app.mails()).at(-1)!
    await became(id, 'failed', PERMANENT)
    const email = 'waiting@example.com'
    await admin.ok(changeMember, { params: { id: String(member.id) }, body: { ...member, email } })
    await admin.ok(resendMail, again(id))
    expect((await list({ search: email })).results).toMatchObject([{ id, kind: 'waitlist_joined' }])
  })

  test('confirms no reservation that another one has replaced without a mail of its own', async () => {
    const { reservation, browser } = await makeReservation(app, admin, day, { status: 'APPROVED' })
    const { id } = (await app.mails()).at(-1)!
    await became(id, 'failed', PERMANENT)
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '11:00')
    app.passMinutes(5)
    const { reservation: change } = await browser.ok(reserveTour, {
      body: {
        available_tour_id: slot!.id,
        event_date_id: day.id,
        visitor: tourParty,
        replaces: reservation.id,
      },
    })
    await admin.ok(actOnReservation, decision(change, 'approve'))
    expect(await admin.ok(resendMails, { body: { all_failed: true } })).toMatchObject({ queued: 0 })
  })

  test.each([{}, { ids: [] }, { all_failed: false }, { ids: [1], all_failed: true }])(
    'is refused for %j',
    async (body) => {
      expect(await admin.refused(resendMails, { body })).toMatchObject({ status: 400, code: 'invalid_input' })
    },
  )
})

test.each(['yesterday', '-271821-04-21T00:00:00Z', '+275760-09-12T00:00:00Z'])(
  'the outcome of a resend at %s is refused as invalid',
  async (at) => {
    const refusal = await admin.refused(getResent, { query: { at } })
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
  },
)

describe('what waits for any administrator', () => {
  test('says whose session it is, and counts a failed test mail for a day', async () => {
    const { name, browser } = await makeAdmin(app)
    await browser.ok(sendTestMail, { body: { to: 'desk@example.com' } })
    await became((await app.mails())[0]!.id, 'failed')
    const attention = await browser.ok(getAttention, {})
    expect(attention).toMatchObject({ admin: { name }, failed_mails: 1, failed_reservations: [] })
    app.passMinutes(24 * 60)
    expect((await (await makeAdmin(app)).browser.ok(getAttention, {})).failed_mails).toBe(0)
  })

  test('is polled with a tag, and forgets what was erased', async () => {
    const { mail, member } = await makeMail()
    await became(mail.id, 'failed')
    const { etag } = (await admin.send(getAttention, {})).headers
    const again = await admin.send(getAttention, {}, { 'if-none-match': String(etag) })
    expect(again.statusCode).toBe(304)
    await admin.ok(deleteMember, { params: { id: String(member.id) } })
    expect(await admin.ok(getAttention, {})).toMatchObject({ failed_mails: 0 })
  })
})

describe('a mail outage', () => {
  const REFUSAL = Object.assign(new Error('limit'), {
    code: 'EMESSAGE',
    command: 'DATA',
    response: '550 5.4.5 Daily user sending limit exceeded',
  })
  /** One receiver refuses for now; mails to others are sent. */
  const BUSY = Object.assign(new Error('greylisted'), {
    code: 'EENVELOPE',
    command: 'RCPT TO',
    response: '451 4.7.1 Greylisting in action, please come back later',
  })
  let accepts = false
  let refusal = REFUSAL
  const tried: string[] = []
  const send = () =>
    sendMails(app, async ({ to }) => {
      tried.push(to)
      if (!accepts) throw refusal
    })
  const waitFor = async (count: number, why = REFUSAL) => {
    accepts = false
    refusal = why
    for (let n = 1; n <= count; n += 1)
      await admin.ok(sendTestMail, { body: { to: `desk${n}@organiser.example` } })
    await send()
    tried.length = 0
  }
  const delayed = async () => (await admin.ok(getAttention, {})).delayed_mails

  test('is shown to everybody after two minutes without a mail, and ends with the first one', async () => {
    await waitFor(3)
    const desk = (await makeAdmin(app, undefined, 'desk')).browser
    expect(await delayed()).toBe(0)
    app.passMinutes(2)
    expect(await delayed()).toBe(3)
    expect((await desk.ok(getAttention, {})).delayed_mails).toBe(3)
    accepts = true
    await send()
    expect(tried).toHaveLength(3)
    expect(await delayed()).toBe(0)
  })

  test('is shown at once when ten mails wait', async () => {
    await waitFor(9)
    expect(await delayed()).toBe(0)
    await waitFor(1)
    expect(await delayed()).toBe(10)
    expect((await admin.ok(getAttention, {})).failed_mails).toBe(0)
  })

  test('is tried out by a press: some mails go first, and all of them once one is taken', async () => {
    await waitFor(30)
    await send()
    expect(tried).toEqual([])
    const retry = () => admin.ok(retryMails, {})
    expect(await retry()).toEqual({ message: '기다리는 메일의 발송을 다시 시도합니다.', waiting: 30 })
    await send()
    expect(tried).toHaveLength(20)
    await retry()
    accepts = true
    await send()
    expect(new Set(tried).size).toBe(30)
    expect((await retry()).waiting).toBe(0)
  })

  test('is tried out with mails that nobody is sending at that moment', async () => {
    await waitFor(12)
    await send()
    const first = app.db.selectFrom('mails').select('id').orderBy('id').limit(4)
    const leased = { locked_until: new Date(app.now() + 10_000) }
    await app.db.updateTable('mails').set(leased).where('id', 'in', first).execute()
    await admin.ok(retryMails, {})
    accepts = true
    await send()
    expect(new Set(tried).size).toBe(8)
  })

  test('of single receivers is tried out by a press too, and that try does not count', async () => {
    await waitFor(10, BUSY)
    expect(await delayed()).toBe(10)
    const attempts = () =>
      app.db.selectFrom('mails').select('attempts').where('status', '=', 'queued').distinct().execute()
    const before = await attempts()
    expect((await admin.ok(retryMails, {})).waiting).toBe(10)
    await send()
    expect(tried).toHaveLength(10)
    expect(await attempts()).toEqual(before)
    accepts = true
    await admin.ok(retryMails, {})
    await send()
    expect(await delayed()).toBe(0)
  })

  test('is no business of the desk', async () => {
    const desk = (await makeAdmin(app, undefined, 'desk')).browser
    expect(await desk.refused(retryMails, {})).toMatchObject({ status: 403, code: 'role_required' })
  })
})
