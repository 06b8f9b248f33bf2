import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { listReservations } from '../../../../contract/admin/reservations.ts'
import { editVisitor } from '../../../../contract/admin/reservation-edits.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../../test/fixture.ts'
import { makeEventDate, makeVisitor, meetingParty, tourParty } from '../../../../test/make.ts'
import { makeReservation } from '../../../../test/make-reservation.ts'

const [TOMORROW, LAST] = ['2026-11-21', '2026-11-22']

const app = useTestApp()
const admin = useAdmin(app)
const ids: Record<string, number> = {}
const nameOf = ({ id }: { id: number }) => Object.keys(ids).find((name) => ids[name] === id)!

beforeAll(async () => {
  const days = {
    [LAST]: await makeEventDate(app.db, LAST),
    [TODAY]: await makeEventDate(app.db),
    [TOMORROW]: await makeEventDate(app.db, TOMORROW),
  }
  for (const [name, date, kind, status, time] of [
    ['tour waits', TODAY, 'VIP_TOUR', 'PENDING', '11:00'],
    ['tour approved', TODAY, 'VIP_TOUR', 'APPROVED', '10:00'],
    ['tour done', TODAY, 'VIP_TOUR', 'COMPLETED', '09:00'],
    ['tour off', TOMORROW, 'VIP_TOUR', 'CANCELLED', '10:00'],
    ['meeting approved', TOMORROW, 'GROUP_MEETING', 'APPROVED', '09:00'],
    ['meeting to cancel', TOMORROW, 'GROUP_MEETING', 'CANCEL_REQUESTED', '08:30'],
    ['meeting refused', LAST, 'GROUP_MEETING', 'REJECTED', '09:00'],
  ] as const) {
    const { reservation } = await makeReservation(app, admin, days[date]!, { kind, status, time })
    ids[name] = reservation.id
  }
})

async function find(query: Record<string, string> = {}) {
  const { tours, meetings } = await admin.ok(listReservations, { query })
  // A short list is one page, with the same in it.
  const page = { tours, meetings, count: tours.length + meetings.length }
  expect(await admin.ok(listReservations, { query: { ...query, page: '1' } })).toEqual(page)
  return [...tours, ...meetings].map(nameOf)
}
const TOURS = ['tour done', 'tour approved', 'tour waits', 'tour off']
const MEETINGS = ['meeting to cancel', 'meeting approved', 'meeting refused']

test('without filters all are there, in the order in which they take place', async () => {
  expect(await find()).toEqual([...TOURS, ...MEETINGS])
})

test.each([
  [{ date: TODAY }, ['tour done', 'tour approved', 'tour waits']],
  [{ date: '2027-01-01' }, []],
  [{ start_date: TOMORROW }, ['tour off', ...MEETINGS]],
  [{ end_date: TODAY }, ['tour done', 'tour approved', 'tour waits']],
  [{ start_date: TOMORROW, end_date: TOMORROW }, ['tour off', 'meeting to cancel', 'meeting approved']],
  [{ start_date: LAST, end_date: TODAY }, []],
  [{ type: 'all' }, [...TOURS, ...MEETINGS]],
  [{ type: 'tour' }, TOURS],
  [{ type: 'VIP_TOUR' }, TOURS],
  [{ type: 'meeting' }, MEETINGS],
  [{ type: 'GROUP_MEETING' }, MEETINGS],
  [{ type: 'MEETING_ROOM' }, MEETINGS],
  [{ status: 'all' }, [...TOURS, ...MEETINGS]],
  [
    { status: 'active' },
    ['tour done', 'tour approved', 'tour waits', 'meeting to cancel', 'meeting approved'],
  ],
  [{ status: 'cancelled' }, ['tour off', 'meeting refused']],
  [{ status: 'PENDING' }, ['tour waits']],
  [{ status: 'APPROVED' }, ['tour approved', 'meeting approved']],
  [{ status: 'COMPLETED' }, ['tour done']],
  [{ status: 'REJECTED', type: 'meeting', date: LAST }, ['meeting refused']],
  [{ status: 'REJECTED', type: 'tour' }, []],
  [{ search: '' }, [...TOURS, ...MEETINGS]],
])('%o finds %j', async (query, expected) => {
  expect(await find(query as Record<string, string>)).toEqual(expected)
})

test('the list of a member has all of them, and nobody else’s', async () => {
  const { tours } = await admin.ok(listReservations, { query: { id: String(ids['tour off']) } })
  expect(await find({ user: String(tours[0]!.user!.id) })).toEqual(['tour off'])
  expect(await find({ user: '999999' })).toEqual([])
})

test('a page counts tours and meetings together in the order in which they take place, and each is on one', async () => {
  const names: string[][] = []
  for (const page of ['1', '2', '3', '4', '5']) {
    const query = { page, page_size: '2', end_date: LAST }
    const { tours, meetings, count } = await admin.ok(listReservations, { query })
    expect(count).toBe(7)
    names.push([...tours, ...meetings].map(nameOf))
  }
  expect(names).toEqual([
    ['tour done', 'tour approved'],
    ['tour waits', 'meeting to cancel'],
    ['tour off', 'meeting approved'],
    ['meeting refused'],
    [],
  ])
  const filtered = { page: '2', page_size: '1', status: 'active', date: TODAY } as const
  const { tours, count } = await admin.ok(listReservations, { query: filtered })
  expect([count, tours.map(nameOf)]).toEqual([3, ['tour approved']])
})

test('the status filter uses the displayed status: an ended reservation is completed', async () => {
  app.setClock(TODAY, '10:25')
  expect(await find({ status: 'APPROVED' })).toEqual(['meeting approved'])
  expect(await find({ status: 'COMPLETED' })).toEqual(['tour done', 'tour approved'])
  expect(await find({ status: 'active', type: 'tour' })).toEqual(['tour done', 'tour approved', 'tour waits'])
})

test.each([
  [{ type: 'TOUR' }, 'type'],
  [{ status: 'ended' }, 'status'],
  [{ date: '2026-13-01' }, 'date'],
  [{ start_date: 'today' }, 'start_date'],
  [{ end_date: '20261120' }, 'end_date'],
  [{ search: 'x'.repeat(101) }, 'search'],
  [{ page: '0' }, 'page'],
  [{ page: '1', page_size: '2001' }, 'page_size'],
])('%o is no filter', async (query, field) => {
  const refusal = await admin.refused(listReservations, { query: query as never })
  expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
  expect(Object.keys(refusal.fields!)).toEqual([field])
})

describe('a search', () => {
  const rename = (name: string, type: 'VIP_TOUR' | 'GROUP_MEETING', visitor: object) =>
    admin.ok(editVisitor, {
      params: { id: String(ids[name]) },
      body: { type, visitor: { ...(type === 'VIP_TOUR' ? tourParty : meetingParty), ...visitor } as never },
    })
  beforeAll(async () => {
    app.setClock(TODAY, '08:00')
    const rare = { company: 'Acme_100%', name: 'Émile', phone: '02-777-8888' }
    await rename('tour waits', 'VIP_TOUR', rare)
    await rename('meeting approved', 'GROUP_MEETING', { title: 'C:\\계획', manager_name: '마고은' })
  })

  test.each([
    ['acme', ['tour waits']],
    ['ACME_100%', ['tour waits']],
    ['  Acme ', ['tour waits']],
    ['E\u0301mile', ['tour waits']],
    ['_100', ['tour waits']],
    ['%', ['tour waits']],
    ['c:\\계', ['meeting approved']],
    ['마고은', ['meeting approved']],
    ['0%', ['tour waits']],
    ['1__', []],
    ['02-777-8888', ['tour waits']],
    ['027778888', ['tour waits']],
    ['777-8', ['tour waits']],
    ['77-78', ['tour waits']],
    ['신제품', ['meeting to cancel', 'meeting refused']],
    ['emile 777', ['tour waits']],
    ['777-8 ÉMILE', ['tour waits']],
    ['émile 신제품', []],
    // No single text contains both words.
    ['100%Émile', []],
    ['없는 이름', []],
  ])('for %j finds %j', async (search, expected) => {
    expect(await find({ search })).toEqual(expected)
  })

  test('finds by who booked and by where, too', async () => {
    const { tours, meetings } = await admin.ok(listReservations, { query: {} })
    const [tour, meeting] = [tours[0]!, meetings[0]!]
    for (const [search, name] of [
      [tour.user!.name, nameOf(tour)],
      [tour.user!.phone, nameOf(tour)],
      [tour.user!.phone.replaceAll('-', ''), nameOf(tour)],
      [tour.available_tour.docent.name, nameOf(tour)],
      [meeting.room.name, nameOf(meeting)],
    ])
      expect(await find({ search: search! })).toEqual([name])
    expect(await find({ search: '한빛전자', type: 'meeting' })).toEqual(MEETINGS)
  })

  test('a booking stores the search key that the database computes from its texts', async () => {
    const texts = sql`insert into reservations (kind, date, starts_at, ends_at, status, place, visitor, member, created_at, updated_at)
      select kind, date, starts_at, ends_at, 'CANCELLED', place, visitor, member, created_at, updated_at from reservations
      returning search_key`
    const keys = async (query: typeof texts) =>
      (await query.execute(app.db)).rows.map((row) => (row as { search_key: string }).search_key).toSorted()
    const booked = await keys(sql`select search_key from reservations`)
    expect(booked.join()).toContain('acme_100%')
    expect(await keys(texts)).toEqual(booked)
    await sql`delete from reservations where member_id is null`.execute(app.db)
  })

  test("a member's present name changes nothing on what was agreed", async () => {
    const { member } = await makeVisitor(app, { name: '새사람' })
    expect(await find({ search: member.name })).toEqual([])
  })
})

test('by a list of ids, on any date and together with other filters', async () => {
  const chosen = ['tour waits', 'tour off', 'meeting refused'].map((name) => ids[name]).join()
  expect(await find({ ids: chosen })).toEqual(['tour waits', 'tour off', 'meeting refused'])
  expect(await find({ ids: chosen, status: 'active' })).toEqual(['tour waits'])
  expect(await admin.refused(listReservations, { query: { ids: '1,' } })).toMatchObject({ status: 400 })
})
