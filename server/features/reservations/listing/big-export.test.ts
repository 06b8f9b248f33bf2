import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { exportReservations, listReservations } from '../../../../contract/admin/reservations.ts'
import { exportStatistics } from '../../../../contract/admin/statistics.ts'
import { PAGE_SIZE } from '../../../../contract/page.ts'
import { reservationLists } from '../../../../contract/reservation.ts'
import { at, TODAY } from '../../../../test/app.ts'
import { useAdmin, useTestApp } from '../../../../test/fixture.ts'
import { readSheet } from '../../../../test/read-sheet.ts'

const ROWS = 10_000

const app = useTestApp()
const admin = useAdmin(app)

beforeAll(async () => {
  const starts = new Date(at(TODAY, '10:00'))
  await sql`
    with made as (
      insert into reservations
        (kind, status, date, starts_at, ends_at, place, visitor, member, note, created_at, updated_at)
      select 'VIP_TOUR', 'COMPLETED', ${TODAY}::date, ${starts}::timestamptz + (n % 7) * interval '1 minute',
        ${starts}::timestamptz + interval '25 minutes',
        '{"name":"도슨트","language":"한국어","start_point":"정문"}',
        json_build_object('company', '회사' || n, 'name', '방문자' || n, 'phone', '010-2345-6789', 'count', 3),
        '{"name":"김하나","company_name":"한빛전자","position":"과장","phone":"010-1234-5678"}',
        '비고 ' || n, ${starts}, ${starts}
      from generate_series(1, ${ROWS}::int) n
      returning id
    )
    insert into reservation_slots (reservation_id, kind, live, position, time, end_time, duration)
    select id, 'VIP_TOUR', false, 1, '10:00', '10:25', 25 from made`.execute(app.db)
})

async function pollDuring<T>(work: Promise<T>) {
  const state = { isDone: false }
  const waits: number[] = []
  const begun = performance.now()
  const done = work.finally(() => (state.isDone = true))
  while (!state.isDone) {
    const asked = performance.now()
    // As a request from outside: behind what the event loop has queued.
    await setImmediate()
    const { statusCode } = await app.server.inject('/healthz')
    expect(statusCode).toBe(200)
    waits.push(performance.now() - asked)
  }
  return { result: await done, waits, took: performance.now() - begun }
}

test('ten thousand rows are exported once each and in sequence, without blocking other requests', async () => {
  // Load what the first export initializes.
  await admin.send(exportReservations, { query: { search: 'nobody' } })
  const exported = await pollDuring(admin.send(exportReservations, { query: {} }))
  const { rows } = readSheet(exported.result.rawPayload)
  expect(rows).toHaveLength(ROWS)
  expect(new Set(rows.map((row) => row['예약번호'])).size).toBe(ROWS)
  expect(exported.waits.length).toBeGreaterThan(100)
  // A paused machine also makes one wait long, but not most of the time.
  expect(Math.max(...exported.waits)).toBeLessThan(exported.took / 2)
})

test('the full list has each row once and in sequence, and an ETag like a short one', async () => {
  const { rawPayload, headers } = await admin.send(listReservations, { query: {} })
  const { tours } = reservationLists.parse(JSON.parse(String(rawPayload)))
  expect(new Set(tours.map(({ id }) => id)).size).toBe(ROWS)
  expect(tours.map(({ created_at }) => created_at)).toHaveLength(ROWS)
  const known = { 'if-none-match': String(headers['etag']) }
  expect((await admin.send(listReservations, { query: {} }, known)).statusCode).toBe(304)
  const whole = await admin.send(listReservations, { query: {} }, { ...known, 'if-none-match': '"other"' })
  expect([whole.statusCode, whole.body]).toEqual([200, String(rawPayload)])
  const packed = await admin.send(listReservations, { query: {} }, { 'accept-encoding': 'gzip' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', 'cache-control': 'no-store' })
  expect(String(gunzipSync(packed.rawPayload))).toBe(String(rawPayload))
  expect(packed.headers['etag']).not.toBe(headers['etag'])
  const short = await admin.send(listReservations, { query: { search: '회사1234' } })
  expect(short.headers['etag']).toEqual(expect.any(String))
})

test('all pages together are the list, each row once and in sequence', async () => {
  const seen: number[] = []
  for (let page = 1; page <= ROWS / PAGE_SIZE.max; page += 1) {
    const query = { page: String(page), page_size: String(PAGE_SIZE.max) }
    const { tours, count } = await admin.ok(listReservations, { query })
    expect([tours.length, count]).toEqual([PAGE_SIZE.max, ROWS])
    seen.push(...tours.map(({ id }) => id))
  }
  const { rawPayload } = await admin.send(listReservations, { query: {} })
  const whole = reservationLists.parse(JSON.parse(String(rawPayload)))
  expect(seen).toEqual(whole.tours.map(({ id }) => id))
})

test('several at once are all written, one after another', async () => {
  const files = await Promise.all(
    [1, 2, 3].map((n) => admin.send(exportReservations, { query: { search: `회사${n}234` } })),
  )
  expect(files.map((file) => readSheet(file.rawPayload).rows.length)).toEqual([1, 1, 1])
})

test('the file of statistics has each of thousands of reasons once, the latest first', async () => {
  const OFF = 4_001
  await sql`
    with off as (
      update reservations set status = 'CANCELLED', cancel_note = '사유 ' || id
      where id in (select id from reservations order by id limit ${OFF}) returning id
    )
    insert into reservation_history (reservation_id, at, actor_kind, actor, action, from_status, to_status)
    select id, ${new Date(at(TODAY, '09:00'))}::timestamptz + (id % 3) * interval '1 minute', 'admin', 'admin', 'cancel',
      'APPROVED', 'CANCELLED' from off`.execute(app.db)
  const { rawPayload } = await admin.send(exportStatistics, { query: {} })
  const { rows } = readSheet(rawPayload, 6)
  expect(new Set(rows.map((row) => row['사유'])).size).toBe(OFF)
  expect(rows).toHaveLength(OFF)
  const times = rows.map((row) => String(row['처리 일시']))
  expect(times).toEqual(times.toSorted().toReversed())
})
