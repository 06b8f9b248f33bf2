import { beforeEach, describe, expect, test } from 'vitest'
import { listMails, resendMail, sendTestMail, type MailStatus } from '../../../contract/admin/mails.ts'
import { requestCode } from '../../../contract/sign-up.ts'
import { deleteMember } from '../../../contract/admin/members.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { sendMails } from '../../../test/outbox.ts'
import { makeAdmin } from '../../../test/make.ts'
import { makeReservation } from '../../../test/make-reservation.ts'
import { findCode } from '../../mail/templates/member-mails.ts'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)

beforeEach(async () => {
  await app.db.deleteFrom('mails').execute()
})

const list = async (query: { search?: string; status?: MailStatus; page?: string; user?: string } = {}) =>
  admin.ok(listMails, { query })
const became = (id: number, status: MailStatus, last_error: string | null = null) =>
  app.db
    .updateTable('mails')
    .set({ status, last_error, attempts: 3, sent_at: status === 'sent' ? new Date(app.now()) : null })
    .where('id', '=', id)
    .execute()
const again = (id: number) => ({ params: { id: String(id) } })

async function makeMail() {
  const made = await makeReservation(app, admin, day)
  return { ...made, mail: (await app.mails()).at(-1)! }
}

describe('the list of mails', () => {
  test('shows the outcome of each, never its text', async () => {
    const { mail, member, reservation } = await makeMail()
    expect((await list()).results).toEqual([
      {
        id: mail.id,
        kind: 'request_received',
        to: member.email,
        subject: mail.subject,
        status: 'queued',
        attempts: 0,
        error: null,
        created_at: `${TODAY}T08:00:00+01:00`,
        sent_at: null,
        reservation_id: reservation.id,
      },
    ])
    await became(mail.id, 'failed', '550 no such user')
    expect((await list()).results[0]).toMatchObject({
      status: 'failed',
      attempts: 3,
      error: '550 no such user',
    })
    await became(mail.id, 'sent')
    expect((await list()).results[0]).toMatchObject({ status: 'sent', sent_at: `${TODAY}T08:00:00+01:00` })
  })

  test('shows no sign-up code', async () => {
    await app.client().ok(requestCode, { body: { email: 'someone@example.com' } })
    const code = findCode((await app.mails())[0]!.text)!
    const { results } = await list()
    expect(results).toMatchObject([{ to: 'someone@example.com', subject: '[2025 트레이드쇼] 인증번호' }])
    expect(JSON.stringify(results)).not.toContain(code)
    expect((await list({ search: code })).results).toEqual([])
  })

  test('is searched by address and subject, and filtered by status', async () => {
    const [one, other] = [await makeMail(), await makeMail()]
    await became(one.mail.id, 'sent')
    const ids = async (query: Parameters<typeof list>[0]) => (await list(query)).results.map(({ id }) => id)
    expect(await ids({ search: one.member.email.toUpperCase() })).toEqual([one.mail.id])
    expect(await ids({ search: '투어' })).toEqual([other.mail.id, one.mail.id])
    expect(await ids({ search: '%' })).toEqual([])
    expect(await ids({ status: 'sent' })).toEqual([one.mail.id])
    expect(await ids({ status: 'queued' })).toEqual([other.mail.id])
    expect(await ids({ status: 'failed' })).toEqual([])
    expect(await admin.refused(listMails, { query: { status: 'lost' as never } })).toMatchObject({
      status: 400,
    })
  })

  test('shows those of one member: to the address, and about the reservations', async () => {
    const [{ mail, member, reservation }, other] = [await makeMail(), await makeMail()]
    await app.db
      .updateTable('mails')
      .set({ to_address: 'before@example.com' })
      .where('id', '=', mail.id)
      .execute()
    await app.pool.query(
      `insert into mails (kind, to_address, subject, message_id, created_at) values ('test', $1, '인사', '<a@b>', $2)`,
      [member.email, new Date(app.now())],
    )
    // The other one's reservation, written to when the address was theirs.
    const to_address = member.email
    await app.db.updateTable('mails').set({ to_address }).where('id', '=', other.mail.id).execute()
    const found = (await list({ user: String(member.id) })).results
    expect(found.map(({ to, subject }) => [to, subject])).toEqual([
      [member.email, '인사'],
      ['before@example.com', mail.subject],
    ])
    expect(found[1]!.reservation_id).toBe(reservation.id)
    expect((await list({ user: String(other.member.id) })).results.map(({ id }) => id)).toEqual([
      other.mail.id,
    ])
    expect((await list({ user: '999999' })).count).toBe(0)
  })

  test('comes in pages of fifty, the newest first', async () => {
    const { mail } = await makeMail()
    await app.pool.query(`insert into mails (kind, to_address, subject, facts, message_id, created_at)
      select kind, to_address, subject, facts, '<' || n || '@example.com>', created_at from mails, generate_series(1, 51) n`)
    const [first, second] = [await list(), await list({ page: '2' })]
    expect([first.count, first.results.length, second.count, second.results.length]).toEqual([52, 50, 52, 2])
    expect(second.results[1]!.id).toBe(mail.id)
  })
})

test('a mail keeps its names if they change before it is sent', async () => {
  const { reservation } = await makeReservation(app, admin, day)
  const [before] = await app.mails()
  const { event_name } = await app.db.selectFrom('settings').select('event_name').executeTakeFirstOrThrow()
  await app.db.updateTable('settings').set({ event_name: '다른 행사' }).execute()
  await app.db.updateTable('docents').set({ name: '다른 이름' }).execute()
  await app.pool.query(`update members set name = '다른 회원'`)
  const sent: { subject: string; text: string }[] = []
  await sendMails(app, async (mail) => void sent.push(mail))
  await app.db.updateTable('settings').set({ event_name }).execute()
  expect(sent).toMatchObject([{ subject: before!.subject, text: before!.text }])
  expect(sent[0]!.text).toContain(reservation.user!.name)
  expect(sent[0]!.text).not.toContain('다른')
})

describe('sending a mail once more', () => {
  test.each(['sent', 'failed'] as const)('queues one that was %s', async (status) => {
    const { mail } = await makeMail()
    await became(mail.id, status, 'an error')
    const message = '메일을 발송 대기열에 다시 넣었습니다.'
    expect(await admin.ok(resendMail, again(mail.id))).toEqual({ message })
    expect((await list()).results[0]).toMatchObject({ status: 'queued', attempts: 0, error: null })
    expect((await app.mails())[0]!.message_id).toBe(mail.message_id)
  })

  const REFUSED = { status: 409, code: 'mail_not_resendable', error: '다시 보낼 수 없는 메일입니다.' }

  test('is refused for one that still waits, for a sign-up code, and for an erased one', async () => {
    const { mail, member } = await makeMail()
    expect(await admin.refused(resendMail, again(mail.id))).toMatchObject(REFUSED)
    await became(mail.id, 'sent')
    await admin.ok(deleteMember, { params: { id: String(member.id) } })
    const found = (await list({ search: member.email })).results
    expect(found.map(({ kind }) => kind)).toEqual(['cancelled'])
    expect(await admin.refused(resendMail, again(mail.id))).toMatchObject(REFUSED)
    await app.client().ok(requestCode, { body: { email: 'another@example.com' } })
    const code = (await app.mails()).at(-1)!
    await sendMails(app, async () => {})
    expect(await admin.refused(resendMail, again(code.id))).toMatchObject(REFUSED)
  })

  test('is 404 for one that is not there', async () => {
    expect(await admin.refused(resendMail, again(999_999))).toMatchObject({ status: 404, code: 'not_found' })
  })
})

describe('a test mail', () => {
  test('waits in the outbox like every other mail, and names who asked for it', async () => {
    const { name, browser } = await makeAdmin(app)
    const body = { to: ' Desk@Example.com ' }
    for (let n = 1; n <= 2; n += 1) await browser.ok(sendTestMail, { body })
    const { count, results } = await list({ search: 'desk@example.com' })
    expect(count).toBe(2)
    expect(results[0]).toMatchObject({ kind: 'test', to: 'desk@example.com', status: 'queued', attempts: 0 })
    const [first, second] = await app.mails()
    expect(first!.text).toContain(`요청한 관리자: ${name}`)
    expect(first!.text).toContain('요청 일시: 2026년 11월 20일 (금) 08:00')
    expect(first!.message_id).not.toBe(second!.message_id)
  })

  test('can be sent once more', async () => {
    await admin.ok(sendTestMail, { body: { to: 'desk@example.com' } })
    const [mail] = await app.mails()
    await became(mail!.id, 'failed', '550 no such user')
    await admin.ok(resendMail, again(mail!.id))
  })

  test.each([
    ['nowhere', '올바른 이메일 형식이 아닙니다.'],
    [undefined, '이메일을 입력해주세요.'],
    ['a@example.com, b@example.com', '올바른 이메일 형식이 아닙니다.'],
  ])('is refused to %j', async (to, text) => {
    const refusal = await admin.refused(sendTestMail, { body: { to } as { to: string } })
    expect(refusal).toMatchObject({ status: 400, fields: { to: text } })
    expect(await app.mails()).toEqual([])
  })
})
