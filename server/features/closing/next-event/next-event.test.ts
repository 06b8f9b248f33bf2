import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addApiToken } from '../../../../contract/admin/api-tokens.ts'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { makeCalendarFeed } from '../../../../contract/admin/calendar-feeds.ts'
import { beginNextEvent } from '../../../../contract/admin/next-event.ts'
import { getClosing, getClosingReport } from '../../../../contract/admin/closing.ts'
import { editVisitor } from '../../../../contract/admin/reservation-edits.ts'
import { lockTourSlots } from '../../../../contract/admin/slots.ts'
import { reserveTour } from '../../../../contract/booking.ts'
import { login } from '../../../../contract/login.ts'
import { getPublicInfo } from '../../../../contract/public-info.ts'
import { TODAY, type Client } from '../../../../test/app.ts'
import { useTestApp } from '../../../../test/fixture.ts'
import {
  makeAdmin,
  makeDocent,
  makeEventDate,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  tourParty,
} from '../../../../test/make.ts'
import { CONNECTIONS, countRows, makeConnections } from '../../../../test/make-connections.ts'
import { makeReservation } from '../../../../test/make-reservation.ts'

const app = useTestApp()
let admin: Client
let visitor: { name: string; phone: string }

// Day one: a docent at 10:00 and 11:00 (locked), one finished tour and one undecided. After a gap, day two: a
// room with a screen at 12:00 and 12:10.
beforeEach(async () => {
  await sql`truncate members, event_dates, docents, rooms, admins, reservations, mails, audit_log, erasures cascade`.execute(
    app.db,
  )
  admin = (await makeAdmin(app)).browser
  const [first, second] = [await makeEventDate(app.db), await makeEventDate(app.db, '2026-11-22')]
  const docent = await makeDocent(app.db, { name: '김하늘' })
  const slots = await makeTourSlots(app.db, first, docent, '10:00', '11:00')
  await admin.ok(lockTourSlots, { body: { time_slot_ids: [slots[1]!.id], action: 'lock' } })
  const room = await makeRoom(app.db, { name: '미팅룸 A' })
  await makeRoomSlots(app.db, second, room, '12:00', '12:10')
  await sql`insert into screens (key, room_id, build, width, height, first_seen_at, last_seen_at)
    values ('a screen', ${room.id}, 'b', 1920, 1080, ${new Date(app.now())}, ${new Date(app.now())})`.execute(
    app.db,
  )
  const made = await makeReservation(app, admin, first, { status: 'APPROVED', time: '09:00' })
  visitor = made.member
  await makeReservation(app, admin, first, { time: '09:30' })
})

const FORM = {
  event_name: '2027 가전 박람회',
  first_date: '2027-03-05',
  keep_docents: true,
  keep_rooms: true,
  keep_times: true,
  keep_members: true,
}
const afterEvent = async () => {
  app.setClock('2026-11-23', '09:00')
  admin = (await makeAdmin(app)).browser
}
const tryOut = (form: Partial<typeof FORM> = {}) =>
  admin.ok(beginNextEvent, { body: { ...FORM, ...form, dry_run: true } })
const begin = (form: Partial<typeof FORM> = {}) =>
  admin.ok(beginNextEvent, { body: { ...FORM, ...form, confirm: '삭제' } })

const times = async () => {
  const rows = await app.db
    .selectFrom('slots as s')
    .innerJoin('event_dates as e', 'e.id', 's.event_date_id')
    .leftJoin('docents as d', 'd.id', 's.docent_id')
    .leftJoin('rooms as r', 'r.id', 's.room_id')
    .select(['e.date', 's.time', 's.is_locked', 's.reservation_id', 'd.name as docent', 'r.name as room'])
    .orderBy('e.date')
    .orderBy('s.time')
    .execute()
  return rows.map((row) => [row.date, row.time, row.docent ?? row.room, row.is_locked, row.reservation_id])
}

test('a dry run shows what will be created and deleted, and changes nothing', async () => {
  await afterEvent()
  const before = await times()
  expect(await tryOut()).toMatchObject({
    dates: [
      { from: TODAY, to: '2027-03-05' },
      { from: '2026-11-22', to: '2027-03-07' },
    ],
    docents: 3,
    rooms: 1,
    slots: 6,
    skipped: 0,
    members: 2,
    deleted: { reservations: 2, mails: 3, dates: 2, members: 0, docents: 0, rooms: 0, screens: 0 },
  })
  expect(await times()).toEqual(before)
  expect((await admin.ok(listAudit, { query: { search: '다음 행사' } })).count).toBe(0)
})

test('the next event has the same slots on the new dates, unlocked, and the same members', async () => {
  await afterEvent()
  const { message: _, ...promised } = await tryOut()
  const { message, ...done } = await begin()
  expect(message).toBe('다음 행사가 시작되었습니다.')
  expect(done).toEqual(promised)
  expect(await times()).toMatchObject([
    ['2027-03-05', '09:00', expect.any(String), false, null],
    ['2027-03-05', '09:30', expect.any(String), false, null],
    ['2027-03-05', '10:00', '김하늘', false, null],
    ['2027-03-05', '11:00', '김하늘', false, null],
    ['2027-03-07', '12:00', '미팅룸 A', false, null],
    ['2027-03-07', '12:10', '미팅룸 A', false, null],
  ])
  expect(await app.client().ok(getPublicInfo, {})).toMatchObject({
    event_name: '2027 가전 박람회',
    first_date: '2027-03-05',
    last_date: '2027-03-07',
  })
  const browser = app.client()
  await browser.ok(login, { body: { phone: visitor.phone, name: visitor.name } })
  const slot = await app.db
    .selectFrom('slots')
    .select(['id', 'event_date_id'])
    .where('docent_id', 'is not', null)
    .executeTakeFirstOrThrow()
  await browser.ok(reserveTour, {
    body: { available_tour_id: slot.id, event_date_id: slot.event_date_id, visitor: tourParty },
  })
  const { requests, mails, erased_at } = await admin.ok(getClosingReport, {})
  expect([requests.total, mails.waiting, erased_at]).toEqual([{ tours: 1, meetings: 0 }, 2, null])
  expect(await app.db.selectFrom('screens').select('key').execute()).toEqual([{ key: 'a screen' }])
  expect((await admin.ok(listAudit, { query: { search: '다음 행사' } })).results).toMatchObject([
    { details: { event_name: '2027 가전 박람회', first_date: '2027-03-05', slots: 6, members: 2 } },
  ])
})

test('members stay until the next event’s date, which the dry run shows beside the present one', async () => {
  await afterEvent()
  const both = { erasure_on: '2027-02-20', next_erasure_on: '2027-06-05' }
  expect(await tryOut()).toMatchObject({ members: 2, ...both })
  expect(await tryOut({ keep_members: false })).toMatchObject({ ...both, next_erasure_on: null })
  await begin()
  expect((await admin.ok(getClosing, {})).erasure_on).toBe(both.next_erasure_on)
  await sql`update settings set erase_after_days = null`.execute(app.db)
  try {
    app.setClock('2027-03-08', '09:00')
    admin = (await makeAdmin(app)).browser
    expect(await tryOut({ first_date: '2027-05-01' })).toMatchObject({
      erasure_on: null,
      next_erasure_on: null,
    })
  } finally {
    await sql`update settings set erase_after_days = 90`.execute(app.db)
  }
})

test.each([true, false])('with members kept: %j, nothing names a guest any more', async (keep_members) => {
  const { reservation } = await makeReservation(app, admin, await makeEventDate(app.db, '2026-11-21'))
  const visitor = { ...tourParty, name: '비밀손님' }
  await admin.ok(editVisitor, { params: { id: String(reservation.id) }, body: { type: 'VIP_TOUR', visitor } })
  await sql`update audit_log set details = details || '{"name": "비밀손님"}'`.execute(app.db)
  await sql`update settings set erase_backups = true`.execute(app.db)
  await afterEvent()
  await begin({ keep_members })
  const kept = await sql`select from audit_log where details::text like '%비밀손님%'`.execute(app.db)
  expect(kept.rows).toEqual([])
  // Older mail files and backups follow within a minute.
  const noted = await app.db.selectFrom('erasures').select(['at', 'with_backups']).execute()
  expect(noted).toEqual([{ at: new Date(app.now()), with_backups: true }])
  await sql`update settings set erase_backups = false`.execute(app.db)
})

test('without members nobody can sign in, and no personal data remains', async () => {
  await afterEvent()
  expect(await begin({ keep_members: false })).toMatchObject({ members: 0, deleted: { members: 2 } })
  const refused = await app.client().refused(login, { body: { phone: visitor.phone, name: visitor.name } })
  expect(refused.code).toBe('login_failed')
  for (const table of ['members', 'reservations', 'reservation_history', 'mails', 'erased_parties'])
    expect([table, (await sql`select from ${sql.table(table)}`.execute(app.db)).rows.length]).toEqual([
      table,
      0,
    ])
})

describe('what reaches members and other programs', () => {
  beforeEach(async () => {
    await sql`truncate webhooks, api_tokens, calendar_feeds cascade`.execute(app.db)
    const today = await app.db.selectFrom('event_dates').selectAll().orderBy('date').executeTakeFirstOrThrow()
    const owner = await makeReservation(app, admin, today, { status: 'APPROVED', time: '09:00' })
    await makeConnections(app, admin, today, owner)
    const { id } = await app.db.selectFrom('rooms').select('id').executeTakeFirstOrThrow()
    await admin.ok(makeCalendarFeed, { body: { type: 'room', resource_id: id } })
    await admin.ok(addApiToken, { body: { name: '연동', scopes: ['reservations:read'] } })
    await sql`update settings set requests_told_at = ${new Date(app.now())}`.execute(app.db)
    for (const table of CONNECTIONS) expect([table, await countRows(app, table)]).not.toEqual([table, 0])
    await afterEvent()
  })
  const left = async (...tables: string[]) =>
    Object.fromEntries(
      await Promise.all(tables.map(async (table) => [table, await countRows(app, table)] as const)),
    )

  test('stays with members who stay, without anything of the past event', async () => {
    await begin()
    expect(await left(...CONNECTIONS, 'calendar_feeds', 'webhooks', 'api_tokens')).toEqual({
      waitlist_entries: 0,
      waitlist_slots: 0,
      push_subscriptions: 1,
      pushes: 0,
      reminders: 0,
      webhook_deliveries: 0,
      calendar_feeds: 2,
      webhooks: 1,
      api_tokens: 1,
    })
    expect((await admin.ok(getClosingReport, {})).waitlist).toBeNull()
    const { requests_told_at } = await app.db
      .selectFrom('settings')
      .select('requests_told_at')
      .executeTakeFirstOrThrow()
    expect(requests_told_at).toBeNull()
  })

  test('is deleted with its members and rooms', async () => {
    await begin({ keep_members: false, keep_rooms: false })
    for (const table of [...CONNECTIONS, 'calendar_feeds'])
      expect([table, await countRows(app, table)]).toEqual([table, 0])
    expect(await left('webhooks', 'api_tokens')).toEqual({ webhooks: 1, api_tokens: 1 })
    expect((await admin.ok(getClosingReport, {})).waitlist).toBeNull()
  })
})

test('copies only the selected places and slots', async () => {
  await afterEvent()
  expect(await begin({ keep_docents: false })).toMatchObject({ docents: 0, rooms: 1, slots: 2 })
  expect((await times()).map(([date, time]) => [date, time])).toEqual([
    ['2027-03-07', '12:00'],
    ['2027-03-07', '12:10'],
  ])
})

test('without slots the dates are empty; without rooms their screens are deleted', async () => {
  await afterEvent()
  expect(await begin({ keep_times: false, keep_rooms: false })).toMatchObject({
    rooms: 0,
    slots: 0,
    deleted: { rooms: 1, screens: 1 },
  })
  expect(await times()).toEqual([])
  expect(await app.db.selectFrom('event_dates').select('date').orderBy('date').execute()).toEqual([
    { date: '2027-03-05' },
    { date: '2027-03-07' },
  ])
})

test('a time skipped by the clock change is counted', async () => {
  const night = await makeDocent(app.db, { name: '밤' })
  await makeTourSlots(app.db, await makeEventDate(app.db, '2026-11-19'), night, '02:15')
  await afterEvent()
  // The last Sunday of March has no 02:15.
  expect(await tryOut({ first_date: '2027-03-28' })).toMatchObject({ slots: 6, skipped: 1 })
})

test.each([
  ['2026-11-22', '오늘 또는 이후 날짜를 선택해주세요.'],
  ['2026-11-10', '오늘 또는 이후 날짜를 선택해주세요.'],
])('a first day of %s is refused', async (first_date, text) => {
  await afterEvent()
  const refused = await admin.refused(beginNextEvent, { body: { ...FORM, first_date, dry_run: true } })
  expect(refused).toMatchObject({ status: 400, fields: { first_date: text } })
})

test('is refused while a reservation is ahead, and without the confirmation word', async () => {
  expect(await admin.refused(beginNextEvent, { body: { ...FORM, dry_run: true } })).toMatchObject({
    status: 409,
    code: 'event_not_over',
  })
  await afterEvent()
  expect(await admin.refused(beginNextEvent, { body: FORM })).toMatchObject({
    fields: { confirm: '“삭제”를 입력해주세요.' },
  })
})

test('of two administrators one begins the next event; the other is refused', async () => {
  await afterEvent()
  const { browser: other } = await makeAdmin(app)
  const body = { ...FORM, confirm: '삭제' } as const
  const answers = await Promise.all([
    admin.send(beginNextEvent, { body }),
    other.send(beginNextEvent, { body }),
  ])
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await app.db.selectFrom('event_dates').select('date').execute()).toHaveLength(2)
})

test('the next event begins completely or not at all', async () => {
  await afterEvent()
  const before = [await times(), await admin.ok(getClosingReport, {})]
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'power cut'; end $$;
    create trigger refuse before update on settings for each row execute function refuse()`.execute(app.db)
  try {
    expect((await admin.send(beginNextEvent, { body: { ...FORM, confirm: '삭제' } })).statusCode).toBe(500)
  } finally {
    await sql`drop trigger refuse on settings; drop function refuse`.execute(app.db)
  }
  expect([await times(), await admin.ok(getClosingReport, {})]).toEqual(before)
})
