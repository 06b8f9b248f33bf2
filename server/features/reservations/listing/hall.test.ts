import { beforeAll, expect, test } from 'vitest'
import { listQueue } from '../../../../contract/admin/queue.ts'
import { pageReservations } from '../../../../contract/admin/reservations.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { TODAY, type Client } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { makeAdmin } from '../../../../test/make.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'

const app = useTestApp({ hears: true })
const admin = useAdmin(app)
const day = useEventDate(app)
let other: Client

beforeAll(async () => {
  other = (await makeAdmin(app)).browser
})

/** Whether the answer was there already, and was not read from the database. */
async function isThere(ask: () => Promise<unknown>) {
  const before = app.server.snapshots.asked.hits
  await ask()
  return app.server.snapshots.asked.hits > before
}

test('a day is read once for all administrators, whether in the timeline or in the grid of all types', async () => {
  const { reservation } = await makeReservation(app, admin, day)
  const query = { date: TODAY, status: 'active' } as const
  const timeline = () => admin.ok(pageReservations, { query })
  const grid = () => other.ok(pageReservations, { query: { ...query, type: 'all' } })
  await expect.poll(() => isThere(timeline)).toBe(true)
  expect(await isThere(grid)).toBe(true)
  expect((await grid()).tours).toMatchObject([{ id: reservation.id }])
})

test('the queue is read once for all, and all see in it what one of them has just decided', async () => {
  const { reservation } = await makeReservation(app, admin, day, { time: '16:00' })
  const queueOf = (client: Client) => client.ok(listQueue, { query: { order: 'time' } })
  await expect.poll(() => isThere(() => queueOf(admin))).toBe(true)
  expect(await isThere(() => queueOf(other))).toBe(true)
  const { count } = await queueOf(other)
  await admin.ok(actOnReservation, decision(reservation, 'reject'))
  expect((await queueOf(other)).count).toBe(count - 1)
})
