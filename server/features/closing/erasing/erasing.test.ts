import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { confirm } from '../../../../contract/admin/accounts.ts'
import { getAttention } from '../../../../contract/admin/attention.ts'
import { closingSettings } from '../../../../contract/admin/settings.ts'
import { listAudit } from '../../../../contract/admin/audit.ts'
import {
  erasePersons,
  getClosing,
  getClosingReport,
  type ClosingReport,
} from '../../../../contract/admin/closing.ts'
import { addEventDate } from '../../../../contract/admin/event-dates.ts'
import { changeMember, deleteMember } from '../../../../contract/admin/members.ts'
import { editVisitor } from '../../../../contract/admin/reservation-edits.ts'
import { bookTourFor } from '../../../../contract/admin/walk-ins.ts'
import { reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import { giveFeedback } from '../../../../contract/meeting.ts'
import { login } from '../../../../contract/login.ts'
import { getMyInfo } from '../../../../contract/member.ts'
import { requestCancellation, actOnReservation } from '../../../../contract/reservation-action.ts'
import { TAKE_BACK_MS } from '../../../../domain/take-back.ts'
import { TODAY, type Client } from '../../../../test/app.ts'
import { useTestApp } from '../../../../test/fixture.ts'
import { IS_LATER_SCHEMA } from '../../../../test/later-release.ts'
import {
  makeAdmin,
  makeDocent,
  makeEventDate,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  PASSWORD,
  makeVisitor,
  meetingParty,
  tourParty,
} from '../../../../test/make.ts'
import { cancelRequest, decision, makeReservation } from '../../../../test/make-reservation.ts'
import { PERSONAL_DATA } from '../../../database/personal-data.ts'
import { bookTour } from '../../reservations/booking/commands.ts'
import { eraseFiles } from '../../../erased-files.ts'
import { sendMails } from '../../../../test/outbox.ts'
import { fileTransport } from '../../../mail/transport.ts'
import { postMail } from '../../../outbox/post-mail.ts'
import { tendErasure } from './commands.ts'

const app = useTestApp()
let admin: Client
let other: Client
let day: { id: number; date: string }
let folder: string

beforeEach(async () => {
  await sql`truncate members, event_dates, docents, rooms, admins, reservations, mails, audit_log, erasures, attempts,
    email_codes, idempotency_keys cascade`.execute(app.db)
  await sql`update settings set erase_after_days = 90, erase_backups = false, erasure_told_for = null,
    erasure_told_at = null, contact_email = 'desk@organiser.example'`.execute(app.db)
  admin = (await makeAdmin(app, '운영자')).browser
  other = (await makeAdmin(app, '동료')).browser
  day = await makeEventDate(app.db)
  folder = await mkdtemp(join(tmpdir(), 'fairslot-erasing-'))
})
afterEach(() => rm(folder, { recursive: true }))

const context = { db: app.db, postMail, publicUrl: 'http://localhost:3000' }
const tend = () => tendErasure({ ...context, db: app.db }, app.now())
/** The morning after the event. Sessions have expired, so everyone signs in again. */
async function endEvent(date = '2026-11-21') {
  app.setClock(date, '09:00')
  admin = (await makeAdmin(app)).browser
  other = (await makeAdmin(app)).browser
}
const erase = (browser = admin, erase_backups = false) =>
  browser.ok(erasePersons, { body: { confirm: '삭제', erase_backups } })

const SECRETS = {
  name: '은밀한이름',
  email: 'hidden@secret.example',
  phone: '010-4321-8765',
  company_name: '숨은회사',
  position: '숨은직책',
}
const VISITOR = {
  ...meetingParty,
  name: '비밀방문자',
  company: '비밀거래처',
  phone: '010-6655-4433',
  title: '비밀안건',
  manager_name: '비밀담당',
}
const TEXTS = ['비밀메모', '비밀사유', '비밀후기', '비밀대리인', 'former@secret.example', '비밀오류']
const ALL = [
  ...Object.values(SECRETS),
  VISITOR.name,
  VISITOR.company,
  VISITOR.phone,
  VISITOR.title,
  VISITOR.manager_name,
  ...TEXTS,
]

/** The tables, columns and files that contain a text. */
async function placesWith(text: string): Promise<string[]> {
  const { rows: tables } = await app.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const query = `select from ${name} as each where each::text ilike '%' || $1 || '%' limit 1`
    if ((await app.pool.query(query, [text])).rows.length > 0) found.push(name)
  }
  for (const name of await readdir(folder)) {
    const content = await readFile(join(folder, name), 'utf8')
    const bodies = [...content.matchAll(/base64\r\n\r\n([\w+/=\r\n]+)/g)].map(([, body]) =>
      Buffer.from(body!, 'base64').toString(),
    )
    if ([content, ...bodies].some((each) => each.includes(text))) found.push(name)
  }
  return found
}

/** A member with personal data in every place that stores any, including mail files. */
async function makeTraces() {
  const { member, browser } = await makeVisitor(app, { ...SECRETS, email: TEXTS[4]! })
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '11:00')
  const { title: _, manager_name: __, ...tour } = VISITOR
  const body = { available_tour_id: slot!.id, event_date_id: day.id, visitor: tour, note: TEXTS[0]! }
  const booked = await browser.send(reserveTour, { body }, { 'idempotency-key': 'booked' })
  const { reservation } = booked.json<{ reservation: { id: number; type: 'VIP_TOUR' } }>()
  // The mail about the request has the former address.
  await admin.ok(changeMember, {
    params: { id: String(member.id) },
    body: { ...member, email: SECRETS.email },
  })
  await browser.ok(login, { body: { phone: member.phone, name: member.name } })
  await admin.send(actOnReservation, decision(reservation, 'approve'), { 'idempotency-key': 'approved' })
  await admin.ok(editVisitor, {
    params: { id: String(reservation.id) },
    body: { type: 'VIP_TOUR', visitor: { ...tour, name: TEXTS[3]! } },
  })
  await browser.ok(requestCancellation, cancelRequest(reservation, TEXTS[1]))
  const room = await makeRoom(app.db)
  const [first] = await makeRoomSlots(app.db, day, room, '12:00')
  const meeting = await browser.ok(reserveMeeting, {
    body: {
      room_id: room.id,
      event_date_id: day.id,
      visitor: VISITOR,
      time_slots: [{ available_room_id: first!.id, duration: 10 }],
    },
  })
  await admin.ok(actOnReservation, decision(meeting.reservation, 'approve'))
  await browser.ok(giveFeedback, {
    params: { id: String(meeting.reservation.id) },
    body: { feedback: TEXTS[2]! },
  })
  await makeReservation(app, admin, day, { time: '13:00' })
  const tried = { guess: null, origin: '127.0.0.1', at: new Date(app.now()) }
  await app.db
    .insertInto('attempts')
    .values([{ ...tried, kind: 'login', account: SECRETS.phone, guess: SECRETS.name }])
    .execute()
  await app.db
    .insertInto('email_codes')
    .values({
      email: SECRETS.email,
      code_hash: Buffer.from('x'),
      requested_at: new Date(app.now()),
      verified_at: null,
      ended_at: null,
    })
    .execute()
  app.passMinutes(TAKE_BACK_MS / 60_000)
  await writeMails()
  await sql`update mails set last_error = ${`450 ${TEXTS[5]!}`} where id = (select min(id) from mails)`.execute(
    app.db,
  )
  await makeReservation(app, admin, day, { status: 'REJECTED', time: '14:00' })
  return { member, browser }
}

/** Sends all waiting mail into files, as without a mail server. */
async function writeMails() {
  const transport = fileTransport({ dir: folder, from: 'Stand <stand@example.com>', print() {} })
  await sendMails(app, (mail) => transport.send(mail))
}

const figuresOf = ({ erased_at: _, companies, feedback, ...figures }: ClosingReport) => ({
  ...figures,
  feedback: feedback.count,
  companies: companies.count,
  by_company: companies.results.map(({ reservations, guests }) => [reservations, guests]),
})

test.skipIf(IS_LATER_SCHEMA)(
  'every table and column of the database is declared: deleted, changed, or not personal',
  async () => {
    const { rows } = await app.pool.query<{ name: string; columns: string[] }>(
      `select table_name as name, array_agg(column_name::text order by column_name::text) as columns
     from information_schema.columns
     where table_schema = current_schema() and table_name <> 'schema_migrations' group by table_name`,
    )
    const declared = Object.entries(PERSONAL_DATA).map(([name, rule]) => {
      const columns = rows.find((row) => row.name === name)?.columns
      if (rule === 'emptied') return { name, columns }
      const changed = 'set' in rule ? Object.keys(rule.set) : []
      return { name, columns: [...changed, ...rule.stays.split(/\s+/)].toSorted() }
    })
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1)
    const message = 'declare them in server/database/personal-data.ts'
    expect(declared.toSorted(byName), message).toEqual(rows.toSorted(byName))
  },
)

describe('after the event everybody is erased', () => {
  test('no word of anybody is left in any table or file, and the report counts the same', async () => {
    const { browser } = await makeTraces()
    for (const text of ALL) expect([text, await placesWith(text)], text).not.toEqual([text, []])
    await endEvent()
    const before = await admin.ok(getClosingReport, {})
    const { persons } = await admin.ok(getClosing, {})
    expect(persons).toMatchObject({ members: 3, reservations: 4 })

    expect(await erase()).toMatchObject({ message: '개인정보가 삭제되었습니다.', ...persons })
    expect(await eraseFiles({ db: app.db, mailFolder: folder }, app.now())).toBeGreaterThan(3)
    for (const text of ALL) expect([text, await placesWith(text)]).toEqual([text, []])

    const after = await admin.ok(getClosingReport, {})
    expect(figuresOf(after)).toEqual(figuresOf(before))
    expect(after.erased_at).toBe('2026-11-21T09:00:00+01:00')
    expect(after.companies.results.every(({ name }) => name === null)).toBe(true)
    expect((await admin.ok(getClosing, {})).persons).toEqual({ members: 0, reservations: 0, mails: 0 })
    // Signed in before the erasure: the session went with the account.
    expect(await browser.refused(getMyInfo, {})).toMatchObject({ status: 401 })
    const waiting = await app.db.selectFrom('mails').select('id').where('status', '=', 'queued').execute()
    expect(waiting).toEqual([])
  })

  test('a visitor without an account is erased too, and stays 현장 방문 in the report', async () => {
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '11:00')
    const visitor = { company: VISITOR.company, name: VISITOR.name, count: 2 }
    const body = { user_id: null, available_tour_id: slot!.id, event_date_id: day.id, visitor }
    await admin.ok(bookTourFor, { body })
    await endEvent()
    const before = figuresOf(await admin.ok(getClosingReport, {}))
    expect(before.tiers.find(({ tier }) => tier === 'walk_in')).toMatchObject({ reservations: 1, guests: 2 })
    expect((await admin.ok(getClosing, {})).persons).toEqual({ members: 0, reservations: 1, mails: 0 })
    await erase()
    for (const text of [visitor.company, visitor.name]) expect(await placesWith(text)).toEqual([])
    expect(figuresOf(await admin.ok(getClosingReport, {}))).toEqual(before)
  })

  test('mails to anyone but the organisers are erased', async () => {
    await sql`update settings set alert_email = 'alert@organiser.example'`.execute(app.db)
    const to = ['desk@organiser.example', 'alert@organiser.example', '', 'visitor@other.example']
    await sql`insert into mails (kind, to_address, subject, message_id, facts, created_at)
      select 'test', address, '', address, '{}', ${new Date(app.now())} from unnest(${to}::text[]) address`.execute(
      app.db,
    )
    const mails = async () => (await admin.ok(getClosing, {})).persons.mails
    expect(await mails()).toBe(1)
    await sql`update settings set alert_email = null`.execute(app.db)
    expect(await mails()).toBe(2)
  })

  test('the log says who erased, when and how much, without names of visitors', async () => {
    await makeTraces()
    await endEvent()
    await erase(admin, true)
    const { results } = await admin.ok(listAudit, { query: { search: '개인정보' } })
    expect(results).toMatchObject([
      {
        summary: '개인정보가 삭제되었습니다.',
        details: { members: 3, reservations: 4, erase_backups: true },
      },
    ])
  })

  test('is refused on the last day, and while a reservation is ahead', async () => {
    await makeTraces()
    const body = { confirm: '삭제', erase_backups: false } as const
    expect(await admin.refused(erasePersons, { body })).toMatchObject({ status: 409, code: 'event_not_over' })
    app.setClock(TODAY, '19:30')
    await admin.ok(confirm, { body: { password: PASSWORD } })
    expect(await admin.refused(erasePersons, { body })).toMatchObject({ code: 'event_not_over' })
    expect((await admin.ok(getClosing, {})).persons.members).toBe(3)
  })

  test('covers more reservations than one statement erases', async () => {
    await sql`alter table reservations alter column id restart with 123456`.execute(app.db)
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
    const { member } = await makeVisitor(app)
    // From a process without cached figures.
    await bookTour(
      { db: app.db, postMail, publicUrl: 'http://localhost:3000' },
      { who: { member_id: member.id } },
      { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty },
      app.now(),
    )
    await endEvent()
    await erase()
    const { rows } = await sql<{ id: number; name: string }>`
      select id, visitor ->> 'name' as name from reservations order by id desc limit 1`.execute(app.db)
    expect(rows).toEqual([{ id: expect.any(Number) as number, name: '' }])
    expect(rows[0]!.id).toBeGreaterThan(100_000)
  })

  test('requires the confirmation word', async () => {
    await endEvent()
    const body = { confirm: '삭제해' as '삭제', erase_backups: false }
    expect(await admin.refused(erasePersons, { body })).toMatchObject({
      status: 400,
      fields: { confirm: '“삭제”를 입력해주세요.' },
    })
  })

  test('of two administrators one erases; the other is refused', async () => {
    await makeTraces()
    await endEvent()
    const body = { confirm: '삭제', erase_backups: false } as const
    const answers = await Promise.all([
      admin.send(erasePersons, { body }),
      other.send(erasePersons, { body }),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
  })

  test('whole or not at all', async () => {
    await makeTraces()
    await endEvent()
    const before = await admin.ok(getClosing, {})
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'power cut'; end $$;
      create trigger refuse before update on audit_log for each row execute function refuse()`.execute(app.db)
    try {
      const body = { confirm: '삭제', erase_backups: false } as const
      expect((await admin.send(erasePersons, { body })).statusCode).toBe(500)
    } finally {
      await sql`drop trigger refuse on audit_log; drop function refuse`.execute(app.db)
    }
    expect(await admin.ok(getClosing, {})).toEqual(before)
    expect(await placesWith(SECRETS.name)).not.toEqual([])
  })

  test('somebody who signs up later can be erased later; what was erased before still counts', async () => {
    await makeTraces()
    await endEvent()
    const before = figuresOf(await admin.ok(getClosingReport, {}))
    await erase()
    await makeVisitor(app)
    expect(await erase()).toMatchObject({ members: 1, reservations: 0 })
    const { tiers, ...rest } = figuresOf(await admin.ok(getClosingReport, {}))
    const { tiers: tiersBefore, ...restBefore } = before
    expect(rest).toEqual(restBefore)
    expect(tiers[0]!.members).toBe(tiersBefore[0]!.members + 1)
  })

  test('a mail file written late is deleted at the next check', async () => {
    await makeTraces()
    await endEvent()
    await erase()
    await eraseFiles({ db: app.db, mailFolder: folder }, app.now())
    await writeFile(join(folder, '20261120T070000-7-approved.eml'), SECRETS.name)
    await writeFile(join(folder, '20261122T070000-8-test.eml'), 'later')
    await writeFile(join(folder, 'notes.txt'), 'of the organisers')
    expect(await eraseFiles({ db: app.db, mailFolder: folder }, app.now())).toBe(1)
    expect((await readdir(folder)).toSorted()).toEqual(['20261122T070000-8-test.eml', 'notes.txt'])
  })
})

test('mail files of a deleted member are deleted after a day, those of others stay', async () => {
  app.setClock('2026-11-18', '08:00')
  const gone = await makeReservation(app, admin, day, { time: '11:00' })
  const other = await makeReservation(app, admin, day, { time: '12:00' })
  const filesOf = async ({ member }: typeof gone) => {
    const all = (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8'))
    return (await Promise.all(all)).filter((content) => content.includes(`To: ${member.email}`)).length
  }
  const eraseOld = () => eraseFiles({ db: app.db, mailFolder: folder }, app.now())
  await writeMails()
  app.passMinutes(24 * 60)
  admin = (await makeAdmin(app)).browser
  const [before, others] = [await filesOf(gone), await filesOf(other)]
  expect([before > 0, others > 0, await eraseOld()]).toEqual([true, true, 0])

  await admin.ok(deleteMember, { params: { id: String(gone.member.id) } })
  await writeMails()
  expect(await eraseOld()).toBe(before)
  expect(await filesOf(gone), 'the mail about it').toBe(1)
  app.passMinutes(24 * 60)
  expect(await eraseOld()).toBe(1)
  expect([await filesOf(gone), await filesOf(other)]).toEqual([0, others])
})

describe('ninety days after the last date it happens by itself', () => {
  const settings = (body: { erase_after_days: number | null }) =>
    admin.ok(closingSettings.change, { body: { erase_backups: false, ...body } })
  const told = async () =>
    (await app.mails())
      .filter(({ kind }) => kind === 'erasure_announced')
      .map(({ to_address, subject }) => [to_address, subject])
  const hasMembers = async () => (await app.db.selectFrom('members').select('id').execute()).length > 0
  const lookAt = async (date: string) => {
    await endEvent(date)
    return tend()
  }

  test('a week after the announcement in the header and one mail', async () => {
    await makeVisitor(app)
    expect(await lookAt('2027-02-10')).toBe('wait')
    expect((await admin.ok(getAttention, {})).days_to_erasure).toBeNull()
    expect(await lookAt('2027-02-11')).toBe('tell')
    expect(await tend()).toBe('wait')
    expect(await told()).toEqual([
      ['desk@organiser.example', '[2025 트레이드쇼] 2027년 2월 18일 (목)에 개인정보가 삭제됩니다'],
    ])
    expect((await admin.ok(getAttention, {})).days_to_erasure).toBe(7)
    expect(await lookAt('2027-02-17')).toBe('wait')
    expect((await admin.ok(getAttention, {})).days_to_erasure).toBe(1)
    expect(await hasMembers()).toBe(true)
    expect(await lookAt('2027-02-18')).toBe('erase')
    expect(await hasMembers()).toBe(false)
    expect(await tend()).toBe('wait')
    expect((await admin.ok(getAttention, {})).days_to_erasure).toBeNull()
    const { results } = await admin.ok(listAudit, { query: { search: '개인정보' } })
    expect(results).toMatchObject([{ admin: '서버', details: { members: 1 } }])
  })

  test('once more, after another announcement, for who signs up later', async () => {
    await makeVisitor(app)
    await lookAt('2027-02-11')
    await lookAt('2027-02-18')
    await endEvent('2027-03-01')
    await makeVisitor(app)
    expect(await tend()).toBe('tell')
    expect(await lookAt('2027-03-08')).toBe('erase')
    expect(await hasMembers()).toBe(false)
    expect((await admin.ok(getAttention, {})).days_to_erasure).toBeNull()
  })

  test('at the next start, if the service was down on the day', async () => {
    await makeVisitor(app)
    await lookAt('2027-02-11')
    expect(await lookAt('2027-06-01')).toBe('erase')
  })

  test('a week after a late announcement, if the service was down for longer', async () => {
    await makeVisitor(app)
    expect(await lookAt('2027-06-01')).toBe('tell')
    expect(await told()).toEqual([
      ['desk@organiser.example', '[2025 트레이드쇼] 2027년 6월 8일 (화)에 개인정보가 삭제됩니다'],
    ])
    expect(await lookAt('2027-06-07')).toBe('wait')
    expect(await hasMembers()).toBe(true)
    expect(await lookAt('2027-06-08')).toBe('erase')
  })

  test('later, with a new announcement, after a date is added', async () => {
    await makeVisitor(app)
    await lookAt('2027-02-11')
    await admin.ok(addEventDate, { body: { date: '2027-03-01' } })
    expect(await lookAt('2027-02-18')).toBe('wait')
    expect(await lookAt('2027-05-22')).toBe('wait')
    expect(await lookAt('2027-05-23')).toBe('tell')
    expect(await lookAt('2027-05-30')).toBe('erase')
    expect(await told()).toHaveLength(2)
  })

  test('not if switched off, and not if everybody is already erased', async () => {
    await makeVisitor(app)
    await settings({ erase_after_days: null })
    expect(await lookAt('2029-01-01')).toBe('wait')
    expect((await admin.ok(getClosing, {})).erasure_on).toBeNull()
    await settings({ erase_after_days: 1 })
    await erase()
    expect(await tend()).toBe('wait')
    expect(await told()).toEqual([])
  })

  test('not for the sample event alone', async () => {
    await makeVisitor(app)
    await sql`update members set is_sample = true`.execute(app.db)
    expect(await lookAt('2027-06-01')).toBe('wait')
    expect((await admin.ok(getClosing, {})).erasure_on).toBeNull()
    await makeVisitor(app)
    expect(await lookAt('2027-06-01')).toBe('tell')
  })

  test('also of a visitor without an account beside the sample event', async () => {
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '11:00')
    const visitor = { company: VISITOR.company, name: VISITOR.name, count: 2 }
    const body = { user_id: null, available_tour_id: slot!.id, event_date_id: day.id, visitor }
    await admin.ok(bookTourFor, { body })
    await makeVisitor(app)
    await sql`update members set is_sample = true`.execute(app.db)
    expect(await lookAt('2027-02-12')).toBe('tell')
    expect(await lookAt('2027-02-25')).toBe('erase')
    expect(await placesWith(visitor.name)).toEqual([])
  })

  test('not if each member was deleted before', async () => {
    const { member } = await makeReservation(app, admin, day, { status: 'APPROVED' })
    await endEvent()
    await admin.ok(deleteMember, { params: { id: String(member.id) } })
    await app.db.deleteFrom('mails').execute()
    expect(await admin.ok(getClosing, {})).toMatchObject({ persons: { reservations: 0 }, erasure_on: null })
    expect(await lookAt('2027-06-01')).toBe('wait')
  })

  test('of many processes one announces and one erases', async () => {
    await makeVisitor(app)
    await endEvent('2027-02-11')
    const many = () => Promise.all(Array.from({ length: 6 }, tend))
    expect((await many()).toSorted()).toEqual(['tell', ...Array<string>(5).fill('wait')])
    await endEvent('2027-02-18')
    expect((await many()).toSorted()).toEqual(['erase', ...Array<string>(5).fill('wait')])
    expect(await told()).toHaveLength(1)
    expect(await app.db.selectFrom('erasures').select('due_on').execute()).toEqual([{ due_on: '2027-02-18' }])
  })

  test('a colleague’s newer settings are not overwritten', async () => {
    const expected = { erase_after_days: 90 }
    await other.ok(closingSettings.change, { body: { erase_after_days: 30, erase_backups: true } })
    const refused = await admin.refused(closingSettings.change, {
      body: { erase_after_days: 60, erase_backups: false, expected },
    })
    expect(refused).toMatchObject({ status: 409, code: 'changed_meanwhile' })
    expect(refused.error).toMatch(/: 개인정보 삭제까지\(일\) 90 → 30/)
    for (const days of [0, 3651, 1.5])
      expect(
        await admin.refused(closingSettings.change, {
          body: { erase_after_days: days, erase_backups: false },
        }),
      ).toMatchObject({ fields: { erase_after_days: '1일 이상 3650일 이하로 입력해주세요.' } })
  })
})
