import { beforeAll, expect, test } from 'vitest'
import { markArrival } from '../../../../contract/admin/arrivals.ts'
import { erasePersons, exportClosingReport, getClosingReport } from '../../../../contract/admin/closing.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { leaveWaitlist } from '../../../../contract/waitlist.ts'
import { TODAY, type Client } from '../../../../test/app.ts'
import { useTestApp } from '../../../../test/fixture.ts'
import { makeAdmin, makeEventDate, makeVisitor } from '../../../../test/make.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'
import { waitFor, waitForRun } from '../../../../test/make-waiting.ts'
import { readSheet } from '../../../../test/read-sheet.ts'

const TOMORROW = '2026-11-21'

const app = useTestApp()
let admin: Client

// Today: of the tours at 10:00 one arrived, two did not, one was cancelled, one never decided; nobody came to
// the meeting. Tomorrow is unmarked. Waiting: three for 15:00 (served, left, waiting), one for 17:00.
beforeAll(async () => {
  admin = (await makeAdmin(app)).browser
  const [today, tomorrow] = [await makeEventDate(app.db), await makeEventDate(app.db, TOMORROW)]
  expect((await report()).arrivals).toBeNull()
  expect((await report()).waitlist).toBeNull()
  const came = await makeReservation(app, admin, today, { status: 'APPROVED' })
  for (let n = 0; n < 2; n += 1) {
    await makeReservation(app, admin, today, { status: 'APPROVED' })
    await makeReservation(app, admin, tomorrow, { status: 'APPROVED' })
  }
  await makeReservation(app, admin, today, { status: 'COMPLETED' })
  await makeReservation(app, admin, today)
  await makeReservation(app, admin, today, { kind: 'GROUP_MEETING', status: 'APPROVED' })

  const tour = await makeReservation(app, admin, today, { time: '15:00' })
  const slot = { ...tour.slots[0]!, event_date_id: today.id }
  const line = [await makeVisitor(app), await makeVisitor(app), await makeVisitor(app)] as const
  for (const { browser } of line) await waitFor(browser, slot)
  await admin.ok(actOnReservation, decision(tour.reservation, 'reject'))
  const { id } = await app.db
    .selectFrom('waitlist_entries')
    .select('id')
    .where('member_id', '=', line[1].member.id)
    .executeTakeFirstOrThrow()
  await line[1].browser.ok(leaveWaitlist, { params: { id: String(id) } })

  const meeting = await makeReservation(app, admin, today, { kind: 'GROUP_MEETING', time: '17:00' })
  const { room_id } = await app.db
    .selectFrom('reservations')
    .select('room_id')
    .where('id', '=', meeting.reservation.id)
    .executeTakeFirstOrThrow()
  const run = meeting.slots.map((each) => ({ ...each, event_date_id: today.id }))
  await waitForRun((await makeVisitor(app)).browser, { id: room_id! }, run)

  app.setClock(TODAY, '09:55')
  await admin.ok(markArrival, { params: { id: String(came.reservation.id) }, body: {} })
})

const report = () => admin.ok(getClosingReport, {})

test('counts arrivals and no-shows of the days on which arrivals were marked', async () => {
  app.setClock(TODAY, '10:00')
  expect((await report()).arrivals).toEqual({
    arrived: { tours: 1, meetings: 0 },
    // No arrival of a meeting was marked.
    no_shows: { tours: 0, meetings: null },
    days: [{ date: TODAY, arrived: { tours: 1, meetings: 0 }, no_shows: { tours: 0, meetings: null } }],
  })
  app.setClock(TODAY, '14:00')
  expect((await report()).arrivals).toMatchObject({
    arrived: { tours: 1, meetings: 0 },
    no_shows: { tours: 2, meetings: null },
  })
})

test('counts waiting list entries by outcome: served, not served, still waiting', async () => {
  app.setClock(TODAY, '14:00')
  expect((await report()).waitlist).toEqual({
    total: { tours: 3, meetings: 1 },
    served: { tours: 1, meetings: 0 },
    unserved: { tours: 1, meetings: 0 },
    waiting: { tours: 1, meetings: 1 },
  })
  app.setClock(TODAY, '19:00')
  expect((await report()).waitlist).toEqual({
    total: { tours: 3, meetings: 1 },
    served: { tours: 1, meetings: 0 },
    unserved: { tours: 2, meetings: 1 },
    waiting: { tours: 0, meetings: 0 },
  })
})

test('the file says the same', async () => {
  app.setClock(TODAY, '19:00')
  const { rows } = readSheet((await admin.send(exportClosingReport, { query: {} })).rawPayload, 4)
  for (const row of [
    { 항목: '도착', 투어: 1, 미팅: 0, 전체: 1 },
    { 항목: '미도착', 투어: 2, 전체: 2 },
    { 항목: '자리 대기', 투어: 3, 미팅: 1, 전체: 4 },
    { 항목: '자리가 나서 신청된 자리 대기', 투어: 1, 미팅: 0, 전체: 1 },
    { 항목: '그 밖에 끝난 자리 대기', 투어: 2, 미팅: 1, 전체: 3 },
  ])
    expect(rows).toContainEqual(row)
})

test('the counts stay after one or two erasures', async () => {
  app.setClock('2026-11-22', '09:00')
  admin = (await makeAdmin(app)).browser
  const { arrivals, waitlist } = await report()
  expect([arrivals?.no_shows, waitlist?.served]).toEqual([
    { tours: 2, meetings: null },
    { tours: 1, meetings: 0 },
  ])
  const body = { confirm: '삭제', erase_backups: false } as const
  await admin.ok(erasePersons, { body })
  expect(await app.db.selectFrom('waitlist_entries').select('id').execute()).toEqual([])
  expect(await report()).toMatchObject({ arrivals, waitlist })
  await makeVisitor(app)
  await admin.ok(erasePersons, { body })
  expect(await report()).toMatchObject({ arrivals, waitlist })
})
