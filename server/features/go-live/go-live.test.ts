import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { changePassword } from '../../../contract/admin/accounts.ts'
import { getAttention } from '../../../contract/admin/attention.ts'
import { listAudit } from '../../../contract/admin/audit.ts'
import { changeDocent, changeRoom } from '../../../contract/admin/places.ts'
import { addEventDate, addEventDates } from '../../../contract/admin/event-dates.ts'
import { deleteSample, getGoLive } from '../../../contract/admin/go-live.ts'
import { adminLogin } from '../../../contract/admin/login.ts'
import { changeMember, changeTiers, deleteMember } from '../../../contract/admin/members.ts'
import { listReservations } from '../../../contract/admin/reservations.ts'
import { bookTourFor } from '../../../contract/admin/walk-ins.ts'
import { getSetup } from '../../../contract/admin/setup.ts'
import { login } from '../../../contract/login.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { reserveTour } from '../../../contract/booking.ts'
import { getMyInfo } from '../../../contract/member.ts'
import { TODAY } from '../../../test/app.ts'
import { useTestApp } from '../../../test/fixture.ts'
import {
  cancelAll,
  makeAdmin,
  makeDocent,
  makeTourSlots,
  makeVisitor,
  tourParty,
} from '../../../test/make.ts'
import { waitFor } from '../../../test/make-waiting.ts'
import { fillSampleEvent, SAMPLE_LOGIN } from '../../sample-event/sample-event.ts'
import { createFirstAdmin } from '../admins/commands.ts'
import { DOCENT_COLUMNS, ROOM_COLUMNS } from '../places/queries.ts'
import { MEMBER_COLUMNS } from '../sign-in/queries.ts'

const app = useTestApp()
let admin: Awaited<ReturnType<typeof makeAdmin>>['browser']

const TABLES = [
  'members',
  'docents',
  'rooms',
  'event_dates',
  'slots',
  'reservations',
  'mails',
  'sessions',
] as const
const WHOLE = { members: 12, docents: 4, rooms: 6, dates: 4 }

beforeEach(async () => {
  await sql`truncate members, event_dates, docents, rooms, admins, reservations, mails, audit_log cascade`.execute(
    app.db,
  )
  await app.db.updateTable('settings').set({ had_sample: false }).execute()
  await fillSampleEvent(app.db, 'http://localhost:3000', app.now())
  admin = (await makeAdmin(app)).browser
})

const ask = () => admin.ok(getGoLive, {})
const wipe = () => admin.ok(deleteSample, {})
const count = async (table: (typeof TABLES)[number]) =>
  (
    await app.db
      .selectFrom(table)
      .select(sql<number>`count(*)::int`.as('n'))
      .executeTakeFirstOrThrow()
  ).n

const sampleDocent = (name: string) =>
  app.db.selectFrom('docents').select(DOCENT_COLUMNS).where('name', '=', name).executeTakeFirstOrThrow()
const sampleRoom = (name: string) =>
  app.db.selectFrom('rooms').select(ROOM_COLUMNS).where('name', '=', name).executeTakeFirstOrThrow()
const sampleMember = () =>
  app.db
    .selectFrom('members')
    .select(MEMBER_COLUMNS)
    .where('phone', '=', SAMPLE_LOGIN.phone)
    .executeTakeFirstOrThrow()

const freeSlotOf = (docent: string, date: string) =>
  app.db
    .selectFrom('slots as s')
    .innerJoin('docents as d', 'd.id', 's.docent_id')
    .innerJoin('event_dates as e', 'e.id', 's.event_date_id')
    .select(['s.id', 's.event_date_id', 's.docent_id'])
    .where('d.name', '=', docent)
    .where('e.date', '=', date)
    .where('s.reservation_id', 'is', null)
    .orderBy('s.starts_at', 'desc')
    .executeTakeFirstOrThrow()

async function bookReally(docent: string, date: string) {
  const { browser, member } = await makeVisitor(app)
  const slot = await freeSlotOf(docent, date)
  const body = { available_tour_id: slot.id, event_date_id: slot.event_date_id, visitor: tourParty, note: '' }
  const { reservation } = await browser.ok(reserveTour, { body })
  return { browser, member, slot, reservation }
}

describe('the sample event', () => {
  test('is counted first, and then deleted whole: nothing of it is left, and nobody can sign in as its members', async () => {
    const visitor = app.client()
    await visitor.ok(login, { body: SAMPLE_LOGIN })
    const { sample, kept } = await ask()
    expect(sample).toMatchObject({
      ...WHOLE,
      slots: await count('slots'),
      reservations: await count('reservations'),
    })
    expect(sample.names).toMatchObject({
      members: expect.arrayContaining(['박지민', 'Hannah Becker']),
      docents: ['김하늘', 'Emma Wilson', 'Lucía Martín', '이서연'],
      dates: [TODAY, '2026-11-21', '2026-11-22', '2026-11-23'],
    })
    expect(kept).toEqual({ places: [], dates: [] })
    const { names: _names, ...counts } = sample
    expect(await wipe()).toEqual({ message: '견본 데이터가 삭제되었습니다.', ...counts, kept })
    for (const table of [
      'members',
      'docents',
      'rooms',
      'event_dates',
      'slots',
      'reservations',
      'mails',
    ] as const)
      expect(await count(table), table).toBe(0)
    expect(await visitor.refused(getMyInfo, {})).toMatchObject({ code: 'not_authenticated' })
    expect(await visitor.refused(login, { body: SAMPLE_LOGIN })).toMatchObject({ code: 'login_failed' })
    const { results } = await admin.ok(listAudit, { query: { search: '견본' } })
    expect(results).toMatchObject([
      { summary: '견본 데이터가 삭제되었습니다.', details: { ...WHOLE, reservations: counts.reservations } },
    ])
  })

  test('is not filled again by a later start, though nothing is there yet', async () => {
    await wipe()
    expect(await fillSampleEvent(app.db, 'http://localhost:3000', app.now())).toBe(false)
    expect(await count('members')).toBe(0)
  })

  test('that is already deleted is refused', async () => {
    await wipe()
    const { member } = await makeVisitor(app)
    await makeDocent(app.db)
    expect(await admin.refused(deleteSample, {})).toMatchObject({ status: 404, code: 'no_sample' })
    expect((await ask()).sample).toMatchObject({ members: 0, docents: 0, slots: 0, reservations: 0 })
    expect([await count('members'), await count('docents')]).toEqual([1, 1])
    expect(member.id).toBeGreaterThan(0)
  })

  test('is deleted by one of two administrators; the other is refused', async () => {
    const { browser: other } = await makeAdmin(app)
    const answers = await Promise.all([admin.send(deleteSample, {}), other.send(deleteSample, {})])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 404])
  })

  test('is deleted whole or not at all', async () => {
    const before = await Promise.all(TABLES.map(count))
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'power cut'; end $$;
      create trigger refuse before delete on members for each row execute function refuse()`.execute(app.db)
    try {
      expect((await admin.send(deleteSample, {})).statusCode).toBe(500)
    } finally {
      await sql`drop trigger refuse on members; drop function refuse`.execute(app.db)
    }
    expect(await Promise.all(TABLES.map(count))).toEqual(before)
  })

  test('sends no mail after its deletion', async () => {
    const { browser, slot } = await (async () => {
      const visitor = app.client()
      await visitor.ok(login, { body: SAMPLE_LOGIN })
      return { browser: visitor, slot: await freeSlotOf('김하늘', '2026-11-22') }
    })()
    await browser.ok(reserveTour, {
      body: { available_tour_id: slot.id, event_date_id: slot.event_date_id, visitor: tourParty, note: '' },
    })
    expect(await app.mails()).toMatchObject([
      { status: 'queued', to_address: 'visitor23456789@fairslot.example' },
    ])
    await wipe()
    expect(await app.mails()).toEqual([])
  })

  test('mails a real member who waits for one of its times, and nobody else', async () => {
    const slot = await freeSlotOf('김하늘', '2026-11-22')
    await app.db.updateTable('slots').set({ is_locked: true }).where('id', '=', slot.id).execute()
    const { browser, member } = await makeVisitor(app)
    await waitFor(browser, slot)
    await wipe()
    const mails = (await app.mails()).map(({ kind, to_address }) => [kind, to_address])
    expect(mails).toEqual(['waitlist_joined', 'waitlist_ended'].map((kind) => [kind, member.email]))
  })
})

test('the reservations of a sample member who was deleted before go with the sample', async () => {
  const { id } = await sampleMember()
  await admin.ok(deleteMember, { params: { id: String(id) } })
  const { tours, meetings } = await admin.ok(listReservations, { query: { status: 'cancelled' } })
  const left = [...tours, ...meetings].filter(({ user }) => user?.name === '삭제된 회원')
  expect(left.length).toBeGreaterThan(0)
  expect(left[0]!.user).not.toHaveProperty('is_sample')
  await wipe()
  expect(await count('reservations')).toBe(0)
})

describe('what is real stays', () => {
  test('a real member’s reservation keeps its docent, date and slot, which are listed; everything else is deleted', async () => {
    const { slot, reservation, browser } = await bookReally('김하늘', '2026-11-22')
    const { sample, kept } = await ask()
    expect(sample).toMatchObject({ ...WHOLE, docents: 3, dates: 3 })
    expect(kept).toEqual({
      places: [{ kind: 'docent', name: '김하늘', reservations: 1 }],
      dates: [{ date: '2026-11-22', reservations: 1, slots: 0 }],
    })
    const mails = await app.mails()
    expect((await wipe()).kept).toEqual(kept)
    const slots = await app.db.selectFrom('slots').select(['id', 'reservation_id']).execute()
    expect(slots).toEqual([{ id: slot.id, reservation_id: reservation.id }])
    expect(await app.db.selectFrom('docents').select('name').execute()).toEqual([{ name: '김하늘' }])
    expect(await app.db.selectFrom('reservations').select(['id', 'status']).execute()).toEqual([
      { id: reservation.id, status: 'PENDING' },
    ])
    expect(await app.mails()).toEqual(mails)
    await browser.ok(getMyInfo, {})
    // The docent is listed until the reservation is over, then deleted.
    expect(await admin.refused(deleteSample, {})).toMatchObject({ code: 'no_sample' })
    expect(await ask()).toMatchObject({ kept })
    await cancelAll(app.db)
    expect(await wipe()).toMatchObject({ docents: 1, dates: 1, slots: 1, reservations: 0 })
    expect(await app.db.selectFrom('reservations').select('status').execute()).toEqual([
      { status: 'CANCELLED' },
    ])
  })

  test('a tour that the desk booked for a visitor without an account keeps its docent, date and slot', async () => {
    const slot = await freeSlotOf('김하늘', '2026-11-22')
    const { id: available_tour_id, event_date_id } = slot
    const visitor = { name: '손님', company: '회사', count: 1 }
    await admin.ok(bookTourFor, {
      body: { user_id: null, available_tour_id, event_date_id, visitor, note: '' },
    })
    const { kept } = await wipe()
    expect(kept.places).toEqual([{ kind: 'docent', name: '김하늘', reservations: 1 }])
    expect(await app.db.selectFrom('slots').select('id').execute()).toEqual([{ id: slot.id }])
  })

  test('what took place yesterday stays as completed, without its docent and slot', async () => {
    const { reservation } = await bookReally('김하늘', '2026-11-21')
    await admin.ok(actOnReservation, {
      params: { id: String(reservation.id) },
      body: { type: 'VIP_TOUR', action: 'approve' },
    })
    app.setClock('2026-11-22', '08:00')
    const { browser: colleague } = await makeAdmin(app)
    expect((await colleague.ok(deleteSample, {})).kept.places).toEqual([])
    expect(await count('slots')).toBe(0)
    expect(await app.db.selectFrom('reservations').select(['id', 'status']).execute()).toEqual([
      { id: reservation.id, status: 'COMPLETED' },
    ])
  })

  test('a booking that arrives in the middle is kept whole or finds nothing to book', async () => {
    const { browser } = await makeVisitor(app)
    const slot = await freeSlotOf('김하늘', '2026-11-22')
    const body = {
      available_tour_id: slot.id,
      event_date_id: slot.event_date_id,
      visitor: tourParty,
      note: '',
    }
    const [booked, wiped] = await Promise.all([
      browser.send(reserveTour, { body }),
      admin.send(deleteSample, {}),
    ])
    expect(wiped.statusCode).toBe(200)
    const held = await app.db.selectFrom('slots').select('reservation_id').execute()
    expect([
      [201, 1],
      [409, 0],
    ]).toContainEqual([booked.statusCode, held.length])
  })

  test('edited docents count as real, with their slots and dates', async () => {
    const { id, ...docent } = await sampleDocent('김하늘')
    await admin.ok(changeDocent, { params: { id: String(id) }, body: { ...docent, name: '홍길동' } })
    const others = await app.db.selectFrom('docents').select(DOCENT_COLUMNS).where('id', '<>', id).execute()
    for (const { id: other, ...form } of others)
      await admin.ok(changeDocent, {
        params: { id: String(other) },
        body: { ...form, is_vip: !form.is_vip, is_vvip: false },
      })
    const { sample, kept } = await ask()
    expect(sample).toMatchObject({ ...WHOLE, docents: 0, dates: 0 })
    expect(kept.places).toEqual([])
    expect(kept.dates.map(({ date, slots }) => [date, slots])).toEqual(
      [TODAY, '2026-11-21', '2026-11-22', '2026-11-23'].map((date) => [date, 68]),
    )
    await wipe()
    expect(await app.db.selectFrom('docents').select('name').orderBy('id').execute()).toEqual(
      ['홍길동', 'Emma Wilson', 'Lucía Martín', '이서연'].map((name) => ({ name })),
    )
    // Sample members' bookings with real docents are deleted, and their slots are free.
    const slots = await app.db.selectFrom('slots').select('reservation_id').execute()
    expect(slots).toHaveLength(4 * 68)
    expect(slots.every(({ reservation_id }) => reservation_id === null)).toBe(true)
  })

  test('an edited room and a member with a real address count as real', async () => {
    const { id, ...room } = await sampleRoom('미팅룸 1')
    await admin.ok(changeRoom, { params: { id: String(id) }, body: { ...room, floor: 3 } })
    const { id: member, ...form } = await sampleMember()
    const body = { ...form, email: 'jimin@fairslot.kr' }
    await admin.ok(changeMember, { params: { id: String(member) }, body })
    const { sample, kept } = await ask()
    expect(sample.members).toBe(11)
    expect(sample.names.rooms).not.toContain('미팅룸 1')
    // The member counts as real now, and so does the booking.
    expect(kept.places).toContainEqual({ kind: 'docent', name: '이서연', reservations: 1 })
    await wipe()
    expect(await app.db.selectFrom('members').select('email').execute()).toEqual([
      { email: 'jimin@fairslot.kr' },
    ])
    const owners = await app.db.selectFrom('reservations').select('member_id').distinct().execute()
    expect(owners).toEqual([{ member_id: member }])
  })

  test('a sample member with an edited tier or name stays a sample', async () => {
    const { id, ...form } = await sampleMember()
    await admin.ok(changeTiers, { body: { user_ids: [id], tier: 'normal', expected_changes: 1 } })
    await admin.ok(changeMember, { params: { id: String(id) }, body: { ...form, name: '박지민이' } })
    expect((await ask()).sample).toMatchObject({ members: 12 })
  })

  test('a date that an administrator adds counts as real, even if the sample had it', async () => {
    expect(await admin.refused(addEventDate, { body: { date: TODAY } })).toMatchObject({
      code: 'date_exists',
    })
    await admin.ok(addEventDates, { body: { start_date: '2026-11-22', end_date: '2026-11-24' } })
    expect((await ask()).sample.names.dates).toEqual(['2026-11-21'])
    await wipe()
    const dates = await app.db.selectFrom('event_dates').select('date').orderBy('date').execute()
    expect(dates.map(({ date }) => date)).toEqual([TODAY, '2026-11-22', '2026-11-23', '2026-11-24'])
  })

  test('slots of a real docent keep a sample date', async () => {
    const docent = await makeDocent(app.db)
    const day = await app.db
      .selectFrom('event_dates')
      .select(['id', 'date'])
      .where('date', '=', '2026-11-21')
      .executeTakeFirstOrThrow()
    await makeTourSlots(app.db, day, docent, '09:00', '10:00')
    expect((await ask()).kept.dates).toEqual([{ date: '2026-11-21', reservations: 0, slots: 2 }])
    await wipe()
    expect(await app.db.selectFrom('event_dates').select('date').execute()).toEqual([{ date: '2026-11-21' }])
  })

  test('a sample member’s booking with a real docent is deleted, and its slot is free', async () => {
    const docent = await makeDocent(app.db)
    const day = await app.db
      .selectFrom('event_dates')
      .select(['id', 'date'])
      .where('date', '=', '2026-11-21')
      .executeTakeFirstOrThrow()
    const [slot] = await makeTourSlots(app.db, day, docent, '09:00')
    const visitor = app.client()
    await visitor.ok(login, { body: SAMPLE_LOGIN })
    await visitor.ok(reserveTour, {
      body: { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty, note: '' },
    })
    await wipe()
    expect(await app.db.selectFrom('slots').select(['id', 'reservation_id']).execute()).toEqual([
      { id: slot!.id, reservation_id: null },
    ])
    expect(await count('reservations')).toBe(0)
  })
})

describe('the first password', () => {
  test('is marked until it is replaced', async () => {
    await app.db.deleteFrom('admins').execute()
    let printed = ''
    await createFirstAdmin(
      app.db,
      { name: 'admin', password: undefined },
      app.now(),
      ({ password }) => (printed = password!),
    )
    admin = app.client()
    await admin.ok(adminLogin, { body: { name: 'admin', password: printed } })
    expect((await ask()).printed_passwords).toEqual(['admin'])
    expect(await admin.ok(getSetup, {})).toMatchObject({ has_printed_password: true, has_sample: true })
    await admin.ok(changePassword, {
      body: { current_password: printed, new_password: 'a password of my own' },
    })
    expect((await ask()).printed_passwords).toEqual([])
  })

  test('is not marked if the operator gave it', async () => {
    await app.db.deleteFrom('admins').execute()
    await createFirstAdmin(app.db, { name: 'admin', password: 'a password of my own' }, app.now(), () => {})
    expect(await app.db.selectFrom('admins').select('password_is_printed').execute()).toEqual([
      { password_is_printed: false },
    ])
  })
})

test('administrators of a service on its own machine are not warned', async () => {
  expect(await admin.ok(getAttention, {})).toMatchObject({ warnings: [] })
})

describe('on a service that others reach', () => {
  const open = useTestApp({ host: '0.0.0.0', mailFolder: '/var/mail' })

  test('administrators are warned of each insecure initial setting until it is fixed', async () => {
    await fillSampleEvent(open.db, 'http://localhost:3000', open.now())
    await createFirstAdmin(open.db, { name: 'admin', password: undefined }, open.now(), () => {})
    const { browser } = await makeAdmin(open)
    expect(await browser.ok(getAttention, {})).toMatchObject({
      warnings: ['sample_member', 'local_links', 'mail_files', 'printed_password'],
    })
    await browser.ok(deleteSample, {})
    await open.db.deleteFrom('admins').where('name', '=', 'admin').execute()
    expect(await browser.ok(getAttention, {})).toMatchObject({ warnings: ['local_links', 'mail_files'] })
  })
})
