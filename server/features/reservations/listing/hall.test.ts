import { beforeAll, expect, test } from 'vitest'
import { getDashboard } from '../../../../contract/admin/dashboard.ts'
import { listReservations } from '../../../../contract/admin/reservations.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { addDays } from '../../../../domain/madrid-time.ts'
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

/** Whether what one has read is there for another, who asks within the second; on a busy machine one of the pairs does. */
const isSharedBy = (one: (nth: number) => Promise<unknown>, other: (nth: number) => Promise<unknown>) => {
  let nth = 0
  return expect.poll(async () => {
    nth += 1
    await one(nth)
    return isThere(() => other(nth))
  })
}

test('a day is read once for all administrators, whether in the timeline or in the grid of all types', async () => {
  const { reservation } = await makeReservation(app, admin, day)
  const queryOf = (nth: number) => ({ date: addDays(TODAY, nth - 1), status: 'active', page: '1' }) as const
  const timeline = (nth: number) => admin.ok(listReservations, { query: queryOf(nth) })
  const grid = (nth: number) => other.ok(listReservations, { query: { ...queryOf(nth), type: 'all' } })
  await isSharedBy(timeline, grid).toBe(true)
  expect((await grid(1)).tours).toMatchObject([{ id: reservation.id }])
})

test('the queue is read once for all, and all see in it what one of them has just decided', async () => {
  const { reservation } = await makeReservation(app, admin, day, { time: '16:00' })
  const queueOf = (client: Client) => client.ok(getDashboard, { query: { page: '1' } })
  const searched = (client: Client) => (nth: number) =>
    client.ok(getDashboard, { query: { page: '1', search: String(nth) } })
  await isSharedBy(searched(admin), searched(other)).toBe(true)
  const { count } = await queueOf(other)
  await admin.ok(actOnReservation, decision(reservation, 'reject'))
  expect((await queueOf(other)).count).toBe(count! - 1)
})
