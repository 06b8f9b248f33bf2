import { describe, expect, test } from 'vitest'
import { getDaySheet } from '../../../contract/day-sheet.ts'
import { endMeeting } from '../../../contract/meeting.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeDocent, makeRoom, makeVisitor, meetingParty, tourParty } from '../../../test/make.ts'
import { makeReservation } from '../../../test/make-reservation.ts'

const TOMORROW = '2026-11-21'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)

const sheetsOf = async (query: Record<string, string> = {}) =>
  (await admin.ok(getDaySheet, { query: { date: TODAY, ...query } })).sheets

async function sheetOf({ reservation: r }: Awaited<ReturnType<typeof makeReservation>>) {
  const query =
    r.type === 'VIP_TOUR' ? { docent_id: String(r.available_tour.docent.id) } : { room_id: String(r.room.id) }
  const [sheet, ...others] = await sheetsOf(query)
  expect(others).toEqual([])
  return sheet!
}

test('a tour stands on its docent’s sheet with who comes, how many, and where to call', async () => {
  const made = await makeReservation(app, admin, day, { status: 'APPROVED' })
  expect(await sheetOf(made)).toMatchObject({
    type: 'VIP_TOUR',
    date: TODAY,
    docent: { language: '한국어', start_point: '안내 데스크' },
    entries: [
      {
        id: made.reservation.id,
        number: 1,
        status: 'APPROVED',
        start_time: '10:00',
        end_time: '10:25',
        starts_at: '2026-11-20T10:00:00+01:00',
        ends_at: '2026-11-20T10:25:00+01:00',
        title: null,
        manager_name: null,
        ...tourParty,
      },
    ],
  })
})

test('a meeting stands on its room’s sheet with its title and manager', async () => {
  const made = await makeReservation(app, admin, day, { kind: 'GROUP_MEETING', status: 'APPROVED' })
  expect(await sheetOf(made)).toMatchObject({
    type: 'GROUP_MEETING',
    room: { floor: 2, size: 8 },
    entries: [{ start_time: '10:00', end_time: '10:30', ...meetingParty }],
  })
})

test.each([
  ['PENDING', []],
  ['APPROVED', ['APPROVED']],
  ['CANCEL_REQUESTED', ['CANCEL_REQUESTED']],
  ['COMPLETED', ['COMPLETED']],
  ['REJECTED', []],
  ['CANCELLED', []],
] as const)('of what is %s the sheet shows %o', async (status, shown) => {
  const { entries } = await sheetOf(await makeReservation(app, admin, day, { status }))
  expect(entries.map((entry) => entry.status)).toEqual(shown)
})

test('ended reservations stay on the sheet, including those ended early', async () => {
  const tour = await makeReservation(app, admin, day, { status: 'APPROVED' })
  const meeting = await makeReservation(app, admin, day, { kind: 'GROUP_MEETING', status: 'APPROVED' })
  app.setClock(TODAY, '10:05')
  await meeting.browser.ok(endMeeting, { params: { id: String(meeting.reservation.id) } })
  app.setClock(TODAY, '11:00')
  expect((await sheetOf(tour)).entries).toMatchObject([{ status: 'COMPLETED', ended_at: null }])
  expect((await sheetOf(meeting)).entries).toMatchObject([
    { status: 'COMPLETED', end_time: '10:30', ended_at: `${TODAY}T10:05:00+01:00` },
  ])
})

test('a day’s entries are numbered in the order in which they take place', async () => {
  const late = await makeReservation(app, admin, day, { status: 'APPROVED', time: '15:00' })
  const docent_id = late.reservation.type === 'VIP_TOUR' ? late.reservation.available_tour.docent.id : null
  const early = await makeReservation(app, admin, day, { status: 'APPROVED', time: '09:00' })
  await app.db.updateTable('reservations').set({ docent_id }).where('id', '=', early.reservation.id).execute()
  const { entries } = await sheetOf(late)
  expect(entries.map(({ number, start_time }) => [number, start_time])).toEqual([
    [1, '09:00'],
    [2, '15:00'],
  ])
})

describe('which sheets', () => {
  test('include each docent or room of a type, even an empty one', async () => {
    const docent = await makeDocent(app.db, { name: '한가한' })
    const room = await makeRoom(app.db, { name: '빈방' })
    const tours = await sheetsOf({ type: 'tour' })
    const meetings = await sheetsOf({ type: 'meeting' })
    expect(tours.every(({ type }) => type === 'VIP_TOUR')).toBe(true)
    expect(meetings.every(({ type }) => type === 'GROUP_MEETING')).toBe(true)
    expect(await sheetsOf({ type: 'room' })).toEqual(meetings)
    expect(await sheetsOf()).toEqual([...tours, ...meetings])
    expect(await sheetsOf({ docent_id: String(docent.id) })).toMatchObject([{ entries: [] }])
    expect(await sheetsOf({ room_id: String(room.id) })).toMatchObject([{ entries: [] }])
  })

  test('another date has its own', async () => {
    const made = await makeReservation(app, admin, day, { status: 'APPROVED' })
    const docent_id = String(
      made.reservation.type === 'VIP_TOUR' ? made.reservation.available_tour.docent.id : '',
    )
    expect(await sheetsOf({ date: TOMORROW, docent_id })).toMatchObject([{ date: TOMORROW, entries: [] }])
  })

  test.each([
    [{ docent_id: '999999' }, 404, 'not_found'],
    [{ room_id: '999999' }, 404, 'not_found'],
    [{ docent_id: '1', room_id: '1' }, 400, 'invalid_input'],
    [{ date: 'x' }, 400, 'invalid_input'],
    [{ type: 'x' }, 400, 'invalid_input'],
  ])('%o is refused with %i %s', async (query, status, code) => {
    const refusal = await admin.refused(getDaySheet, { query: { date: TODAY, ...query } as never })
    expect(refusal).toMatchObject({ status, code })
  })
})

test('a member may not see any', async () => {
  const { browser } = await makeVisitor(app)
  expect(await browser.refused(getDaySheet, { query: { date: TODAY } })).toMatchObject({ status: 401 })
})
