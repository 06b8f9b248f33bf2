import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { deleteSample } from '../../contract/admin/go-live.ts'
import { reserveTour } from '../../contract/booking.ts'
import { addDays } from '../../domain/madrid-time.ts'
import { TODAY, type Client } from '../app.ts'
import { useAdmin, useTestApp } from '../fixture.ts'
import { cancelAll, makeDocent, makeEventDate, makeTourSlots, makeVisitor, tourParty } from '../make.ts'
import { amidBookings } from './weaker-booking.ts'

const VISITORS = 8
const ROUNDS = 5
// One more than there are bookings, so that something can always be deleted.
const HOURS = Array.from({ length: VISITORS + 1 }, (_, i) => `${String(9 + i).padStart(2, '0')}:00`)

const app = useTestApp()
const admin = useAdmin(app)
let visitors: Client[]
let removeGuard = false
let guardsRemoved = 0
let days = 0

beforeAll(async () => {
  app.pool.on('connect', forgetToLock)
  visitors = []
  for (let n = 0; n < VISITORS; n += 1) visitors.push((await makeVisitor(app)).browser)
})

/** Control: the deletion reads the sample without waiting for bookings in progress. */
function forgetToLock(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (text: unknown, ...rest: unknown[]) => {
    if (!removeGuard || typeof text !== 'string' || !/^select from \S+ order by id for/.test(text))
      return send(text, ...rest)
    guardsRemoved += 1
    return send(text.replace(/ for (no key )?update/, ''), ...rest)
  }
  client.query = query as typeof client.query
}

async function play(): Promise<{ status: number; lost: number }> {
  const day = await makeEventDate(app.db, addDays(TODAY, (days += 1)))
  const docent = await makeDocent(app.db)
  const tours = await makeTourSlots(app.db, day, docent, ...HOURS)
  for (const table of ['docents', 'event_dates'] as const)
    await app.db.updateTable(table).set({ is_sample: true }).execute()
  const book = () =>
    visitors.map((browser, n) =>
      browser.send(reserveTour, {
        body: { available_tour_id: tours[n]!.id, event_date_id: day.id, visitor: tourParty },
      }),
    )
  const end = () => [admin.send(deleteSample, {})]
  const [answers, [deletion]] = removeGuard
    ? await amidBookings(app.pool, book, end)
    : await Promise.all([Promise.all(book()), Promise.all(end())])
  if (!removeGuard) {
    expect(deletion!.statusCode).toBe(200)
    for (const { statusCode } of answers) expect([201, 409]).toContain(statusCode)
  }
  const lost = await app.db
    .selectFrom('reservations as r')
    .leftJoin('slots as s', 's.reservation_id', 'r.id')
    .select('r.id')
    .where('r.status', '=', 'PENDING')
    .where((eb) => eb.or([eb('s.id', 'is', null), eb('r.docent_id', 'is', null)]))
    .execute()
  await cancelAll(app.db)
  for (const table of ['reservations', 'slots', 'docents', 'event_dates'] as const)
    await app.db.deleteFrom(table).execute()
  return { status: deletion!.statusCode, lost: lost.length }
}

test('a real booking during the deletion of the sample keeps its docent and slot, or is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) expect(await play()).toMatchObject({ lost: 0 })
})

// The constraints keep the booking's slot, so the deletion fails.
test('without waiting for bookings under way the end of the sample would fail', async () => {
  removeGuard = true
  let status = 200
  for (let round = 0; round < ROUNDS * 3 && status === 200; round += 1) status = (await play()).status
  expect(guardsRemoved).toBeGreaterThan(0)
  expect(status).toBe(500)
})
