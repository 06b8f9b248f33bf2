import { beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '../../../contract/admin/audit.ts'
import { listMails, resendMail } from '../../../contract/admin/mails.ts'
import { deleteMember } from '../../../contract/admin/members.ts'
import { sendMessage, type AudienceInput } from '../../../contract/admin/messages.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { downloadMyData } from '../../../contract/own-data.ts'
import { requestCode } from '../../../contract/sign-up.ts'
import { sweep } from '../../housekeeping.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeAdmin, makeMember, makeVisitor } from '../../../test/make.ts'
import { decision, makeReservation } from '../../../test/make-reservation.ts'
import { sendMails } from '../../../test/outbox.ts'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)

const DAY_MS = 24 * 3_600_000
const words = { subject: '주차장 변경 안내', text: '제2주차장을 이용해주세요.\n입구는 <북문>입니다.' }

beforeEach(async () => {
  await app.pool.query('truncate reservations, mails cascade')
  await app.db.deleteFrom('members').execute()
})

const send = (audience: AudienceInput = { members: {} }) =>
  admin.ok(sendMessage, { body: { audience, ...words } })
const refused = (body: object) =>
  admin.refused(sendMessage, { body: { audience: { members: {} }, ...words, ...body } })
const messages = async () => (await app.mails()).filter(({ kind }) => kind === 'message')

/** Members without reservations, directly in the table. */
const makeMany = (size: number) =>
  app.pool.query(
    `insert into members (name, name_key, email, phone, company_name, position, created_at)
      select 'm' || n, 'm' || n, 'many' || n || '@example.com', '010-7000-' || lpad(n::text, 4, '0'), '', '', $2::timestamptz
      from generate_series(1, $1::int) n`,
    [size, new Date(app.now())],
  )

describe('before it is sent', () => {
  test('it is counted and shown as the first one gets it, without a mail, an entry in the log, or a limit', async () => {
    for (const name of ['하나', '두나', '세나', '네나']) await makeMember(app.db, { name })
    await app.db.deleteFrom('audit_log').execute()
    const body = { audience: { members: {} }, ...words, dry_run: true }
    const answer = await admin.ok(sendMessage, { body })
    expect(answer).toEqual({
      message: '회원 4명이 받습니다.',
      count: 4,
      preview: { subject: '[2025 트레이드쇼] 주차장 변경 안내', text: expect.any(String) },
    })
    expect(answer.preview!.text).toContain('하나님, 안녕하세요.')
    await send()
    expect((await messages()).find(({ text }) => text === answer.preview!.text)).toBeDefined()
    for (let n = 0; n < 3; n += 1) await admin.ok(sendMessage, { body })
    expect(await messages()).toHaveLength(4)
    expect((await admin.ok(listAudit, { query: {} })).results).toMatchObject([
      {
        action: 'POST /api/admin/messages/',
        summary: '회원 4명에게 메시지를 보냅니다.',
        details: { subject: words.subject },
      },
    ])
  })

  test('to nobody, it says so, and sending is refused', async () => {
    const body = { audience: { members: {} }, dry_run: true }
    expect(await admin.ok(sendMessage, { body })).toEqual({
      message: '메일을 받을 회원이 없습니다.',
      count: 0,
    })
    expect(await refused({})).toMatchObject({
      status: 400,
      fields: { audience: '메일을 받을 회원이 없습니다.' },
    })
  })

  test('to 5,000 members it is sent, to one more it is refused', async () => {
    await makeMany(5_000)
    await makeMember(app.db)
    const error = '한 번에 5,000명까지 보낼 수 있습니다. 조건을 더해 나누어 보내주세요.'
    for (const dry_run of [true, false])
      expect(await refused({ dry_run })).toMatchObject({ status: 400, error })
    expect(await messages()).toEqual([])
    expect((await send({ members: { search: 'many' } })).count).toBe(5_000)
  })
})

const CONTROLS = '사용할 수 없는 문자가 포함되어 있습니다.'

describe('what is refused', () => {
  test.each([
    ['an empty subject', { subject: '' }, 'subject', '제목을 입력해주세요.'],
    ['no subject', { subject: undefined }, 'text', '제목과 내용을 입력해주세요.'],
    ['a subject of two lines', { subject: '두\n줄' }, 'subject', CONTROLS],
    ['a long subject', { subject: '가'.repeat(101) }, 'subject', '100자 이하로 입력해주세요.'],
    ['a blank text', { text: ' \n ' }, 'text', '내용을 입력해주세요.'],
    ['no text', { text: undefined }, 'text', '제목과 내용을 입력해주세요.'],
    ['a text with NUL', { text: '가\0나' }, 'text', CONTROLS],
    ['a long text', { text: '가'.repeat(2_001) }, 'text', '2000자 이하로 입력해주세요.'],
    ['no audience', { audience: {} }, 'audience', '받는 사람을 선택해주세요.'],
    [
      'two audiences',
      { audience: { members: {}, reservations: {} } },
      'audience',
      '받는 사람을 선택해주세요.',
    ],
  ])('%s', async (_, body, field, text) => {
    await makeMember(app.db)
    expect(await refused(body)).toMatchObject({ status: 400, fields: { [field]: text } })
    expect(await messages()).toEqual([])
  })

  test('the desk, which has no list of members', async () => {
    const desk = (await makeAdmin(app, undefined, 'desk')).browser
    const body = { audience: { members: {} }, ...words, dry_run: true }
    expect(await desk.refused(sendMessage, { body })).toMatchObject({ status: 403, code: 'role_required' })
    const manager = (await makeAdmin(app, undefined, 'manager')).browser
    expect((await manager.ok(sendMessage, { body })).count).toBe(0)
  })

  test('a second message within a minute, whoever sends it', async () => {
    await makeMember(app.db)
    app.setClock(day.date, '09:00')
    await send()
    app.passMinutes(0.75)
    const colleague = (await makeAdmin(app)).browser
    const refusal = await colleague.refused(sendMessage, { body: { audience: { members: {} }, ...words } })
    expect(refusal).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      error: '메시지는 1분에 한 번 보낼 수 있습니다. 09:01:00 이후에 다시 보내주세요.',
      headers: { 'retry-after': '15' },
    })
    app.passMinutes(0.25)
    await send()
    expect(await messages()).toHaveLength(2)
  })
})

test('a repeat of the call after a lost answer sends nothing again and reads the first answer', async () => {
  await makeMember(app.db)
  const body = { audience: { members: {} }, ...words }
  const headers = { 'idempotency-key': 'a message' }
  const [first, second] = [
    await admin.send(sendMessage, { body }, headers),
    await admin.send(sendMessage, { body }, headers),
  ]
  expect(first.statusCode).toBe(200)
  expect(second.json()).toEqual(first.json())
  expect(await messages()).toHaveLength(1)
})

test('a sign-up code and a decision overtake 500 queued messages', async () => {
  const { reservation, member } = await makeReservation(app, admin, day)
  await makeMany(500)
  await app.db.deleteFrom('mails').execute()
  await send({ members: { search: 'many' } })
  await admin.ok(actOnReservation, decision(reservation, 'reject'))
  await app.client().ok(requestCode, { body: { email: 'new@example.com' } })
  app.passMinutes(1)
  const sent: string[] = []
  await sendMails(app, async ({ to }) => {
    // The rest would take a quarter of a minute.
    if (sent.push(to) === 8) await app.db.deleteFrom('mails').where('kind', '=', 'message').execute()
  })
  expect(sent.slice(0, 6)).toEqual(expect.arrayContaining(['new@example.com', member.email]))
})

test('its mails are listed, searched and resent like the others', async () => {
  const { email } = await makeMember(app.db)
  await send()
  await sendMails(app, async () => {})
  const found = (await admin.ok(listMails, { query: { search: '주차장' } })).results
  expect(found).toMatchObject([{ kind: 'message', to: email, status: 'sent' }])
  await admin.ok(resendMail, { params: { id: String(found[0]!.id) } })
  const texts: string[] = []
  await sendMails(app, async ({ text }) => void texts.push(text))
  expect(texts).toMatchObject([expect.stringContaining('제2주차장')])
})

describe('what is kept of it', () => {
  test('a member finds it in the copy of the data, and nothing of it after the erasure', async () => {
    const { browser, member } = await makeVisitor(app)
    await send()
    await sendMails(app, async () => {})
    const copy = (await browser.send(downloadMyData, {})).json<{ mails: object[] }>()
    expect(copy.mails).toMatchObject([{ kind: 'message', subject: '[2025 트레이드쇼] 주차장 변경 안내' }])
    await admin.ok(deleteMember, { params: { id: String(member.id) } })
    expect(await messages()).toMatchObject([{ facts: null, to_address: '' }])
  })

  test.each([
    [{ members: { search: '@example.com', user_filter: 'normal' } }, { user_filter: 'normal' }],
    [
      { reservations: { date: TODAY, type: 'tour', status: 'active', search: '박' } },
      { date: TODAY, type: 'VIP_TOUR', status: 'active' },
    ],
  ] as const)(
    'the subject and the filter for good, without words that may name a person: %j',
    async (to, filter) => {
      await makeReservation(app, admin, day)
      await send(to)
      const [entry] = (await admin.ok(listAudit, { query: {} })).results
      expect(entry!.details).toEqual({ subject: words.subject, ...filter })
    },
  )

  test('the text for 30 days, and until it is sent', async () => {
    await makeMember(app.db)
    await send()
    const textIn = async (days: number) => {
      await sweep(app.db, app.now() + days * DAY_MS)
      return (await messages())[0]!.text
    }
    expect(await textIn(30)).toContain('제2주차장')
    await sendMails(app, async () => {})
    expect(await textIn(29)).toContain('제2주차장')
    expect(await textIn(30)).toBe('')
  })
})
