import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { programVersion } from '../database/program-version.ts'
import { expect, test } from 'vitest'
import { reserveTour } from '../../contract/booking.ts'
import { getPublicInfo } from '../../contract/public-info.ts'
import { checkInScreen } from '../../contract/screen.ts'
import { getSchedule } from '../../contract/schedule.ts'
import { startTestApp, TODAY } from '../../test/app.ts'
import { useTestApp } from '../../test/fixture.ts'
import {
  makeDocent,
  makeEventDate,
  makeRoom,
  makeTourSlots,
  makeVisitor,
  tourParty,
} from '../../test/make.ts'

const app = useTestApp()

const scrape = async () => {
  const response = await app.server.inject('/metrics')
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
  return response.body
}

test('the process, its answers, bookings, mails and snapshots are counted, and nobody is named', async () => {
  const { member, browser } = await makeVisitor(app)
  const day = await makeEventDate(app.db)
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
  const body = { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty }
  await browser.ok(reserveTour, { body })
  await browser.refused(reserveTour, { body })
  await browser.refused(reserveTour, { body: { ...body, visitor: { ...tourParty, count: 31 } } })
  await browser.ok(getSchedule, { query: { date: TODAY } })
  await app.client().ok(getPublicInfo, {})
  await app.server.inject(`/api/nowhere/${member.id}`)
  const text = await scrape()
  for (const line of [
    'process_cpu_seconds_total',
    'http_request_duration_seconds_count{route="/api/public/info/",method="GET",status="200"} 1',
    'http_request_duration_seconds_count{route="/api/user/reserve-tour/",method="POST",status="201"} 1',
    'fairslot_bookings_total{kind="VIP_TOUR",outcome="booked"} 1',
    'fairslot_bookings_total{kind="VIP_TOUR",outcome="slot_taken"} 1',
    'fairslot_bookings_total{kind="VIP_TOUR",outcome="invalid_input"} 1',
    'fairslot_mails{status="queued"} 1',
    'fairslot_mails{status="sent"} 0',
    '\nfairslot_ready 1\n',
    'fairslot_database_connections{state="waiting"} 0',
    'fairslot_change_streams 0',
    'nodejs_eventloop_lag_seconds',
    'fairslot_snapshot_reads_total{outcome="miss"} 3',
    'fairslot_overload_refusals_total{rank="poll"} 0',
    'fairslot_connections 0',
    'fairslot_outbox_waiting{kind="mail"} 1',
    'fairslot_outbox_waiting{kind="webhook"} 0',
    'fairslot_outbox_oldest_seconds{kind="push"} 0',
    'fairslot_requests_waiting{kind="pending"} 1',
    'fairslot_requests_waiting{kind="cancel_requested"} 0',
    '\nfairslot_silent_screens 0\n',
    '\nfairslot_dead_webhooks 0\n',
    `fairslot_build_info{version="${programVersion()}"} 1`,
    'le="0.0005"',
  ])
    expect(text).toContain(line)
  for (const personal of [member.name, member.phone, member.email, tourParty.name, `nowhere/${member.id}`])
    expect(text).not.toContain(personal)
})

test('what waits is shown with its age, and screens once they are silent', async () => {
  const { browser } = await makeVisitor(app)
  const day = await makeEventDate(app.db, '2026-11-22')
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
  const body = { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty }
  const before = Number(/^fairslot_requests_waiting\{kind="pending"\} (\d+)$/m.exec(await scrape())![1])
  await browser.ok(reserveTour, { body })
  const room = await makeRoom(app.db)
  const { screen_code: code } = await app.db
    .selectFrom('rooms')
    .select('screen_code')
    .where('id', '=', room.id)
    .executeTakeFirstOrThrow()
  const screen = { code, key: '1'.repeat(32), build: 'index-Ab12Cd34', width: 1080, height: 1920 }
  await app.client().ok(checkInScreen, { body: screen })
  expect(await scrape()).toContain('\nfairslot_silent_screens 0\n')
  app.passMinutes(15)
  const text = await scrape()
  expect(text).toContain(`fairslot_requests_waiting{kind="pending"} ${before + 1}`)
  expect(text).toContain('\nfairslot_silent_screens 1\n')
  const age = Number(/^fairslot_outbox_oldest_seconds\{kind="mail"\} (\d+)/m.exec(text)![1])
  expect(age).toBeGreaterThanOrEqual(15 * 60)
})

test('the dashboard in deploy/ uses existing metrics and no job name', async () => {
  const dashboard = readFileSync('deploy/grafana.json', 'utf8')
  expect(dashboard).not.toContain('job=')
  const names = dashboard.match(/\b(fairslot|http|process)_\w+/g)!
  expect(names.length).toBeGreaterThan(10)
  const text = await scrape()
  expect(names.filter((name) => !new RegExp(`^(# HELP )?${name}\\b`, 'm').test(text))).toEqual([])
})

test('what every login asks for is made once a day, whatever is booked meanwhile', async () => {
  const day = await makeEventDate(app.db, '2026-11-21')
  const slots = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00', '11:00')
  const { browser } = await makeVisitor(app)
  const misses = async () =>
    Number(/^fairslot_snapshot_reads_total\{outcome="miss"\} (\d+)$/m.exec(await scrape())![1])
  app.server.snapshots.keep(true)
  const before = await misses()
  for (const slot of slots) {
    await app.client().ok(getPublicInfo, {})
    await browser.ok(reserveTour, {
      body: { available_tour_id: slot.id, event_date_id: day.id, visitor: tourParty },
    })
  }
  expect((await misses()) - before).toBe(1)
  app.setClock('2026-11-21', '00:00')
  expect(await app.client().ok(getPublicInfo, {})).toMatchObject({ today: '2026-11-21' })
  expect((await misses()) - before).toBe(2)
})

test('are no address to anybody else, nor to one whom a proxy disguises', async () => {
  const unknown = (await app.server.inject('/metric')).json<object>()
  for (const request of [
    { remoteAddress: '192.168.1.20' },
    { remoteAddress: '::1' },
    { headers: { 'x-forwarded-for': '127.0.0.1' } },
  ]) {
    const response = await app.server.inject({ url: '/metrics', ...request })
    expect([response.statusCode, response.json()]).toEqual([404, unknown])
  }
})

test('say at the first scrape already that the database answers', async () => {
  const fresh = await startTestApp()
  const { body } = await fresh.server.inject('/metrics')
  await fresh.stop()
  expect(body).toContain('\nfairslot_ready 1\n')
})

test('are there while the database hangs or is gone, and say so', async () => {
  const hung = Promise.withResolvers<void>()
  const locked = app.db.transaction().execute(async (tx) => {
    await sql`lock table mails, schema_migrations in access exclusive mode`.execute(tx)
    await hung.promise
  })
  await expect.poll(scrape).toContain('\nfairslot_ready 0\n')
  expect(await scrape()).not.toContain('fairslot_mails{')
  hung.resolve()
  await locked
  await expect.poll(scrape).toContain('\nfairslot_ready 1\n')
  await app.db.destroy()
  await expect.poll(scrape).toContain('\nfairslot_ready 0\n')
  expect(await scrape()).toContain('process_cpu_seconds_total')
})
