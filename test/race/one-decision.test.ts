import type pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { reserveTour } from '../../contract/booking.ts'
import type { Reservation } from '../../contract/reservation.ts'
import { actOnReservation } from '../../contract/reservation-action.ts'
import type { Client } from '../app.ts'
import { useTestApp } from '../fixture.ts'
import { makeAdmin, makeDocent, makeEventDate, makeTourSlots, makeVisitor, tourParty } from '../make.ts'
import { decision } from '../make-reservation.ts'
import { countWaiting } from '../waiting.ts'

const ADMINS = 12

const app = useTestApp()
let admins: Client[]
let reservation: Reservation
let hour = 8
let removeGuard = false

beforeAll(async () => {
  app.pool.on('connect', forgetToLock)
  admins = []
  for (let n = 0; n < ADMINS; n += 1) admins.push((await makeAdmin(app)).browser)
})

beforeEach(async () => {
  const day = await makeEventDate(app.db, `2026-12-0${hour - 7}`)
  const [slot] = await makeTourSlots(
    app.db,
    day,
    await makeDocent(app.db),
    `${(hour += 1)}:00`.padStart(5, '0'),
  )
  const { browser } = await makeVisitor(app)
  const body = { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty }
  reservation = (await browser.ok(reserveTour, { body })).reservation
})

/** Control: decisions read the row without a lock, and wait only when they write. */
function forgetToLock(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (text: unknown, ...rest: unknown[]) =>
    send(removeGuard && typeof text === 'string' ? text.replace('for update of "r"', '') : text, ...rest)
  client.query = query as typeof client.query
}

/** Holds the row until all decisions wait for it; otherwise one may end before the others begin. */
async function decideAllAtOnce(): Promise<number[]> {
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query('select from reservations where id = $1 for update', [reservation.id])
  const deciding = admins.map((admin, n) =>
    admin.send(actOnReservation, decision(reservation, n % 2 ? 'approve' : 'reject')),
  )
  try {
    await expect.poll(() => countWaiting(app.pool), { interval: 5 }).toBe(ADMINS)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  const answers = await Promise.all(deciding)
  return answers.map((answer) => answer.statusCode).sort((a, b) => a - b)
}

const written = async () => ({
  decisions: await app.db
    .selectFrom('reservation_history')
    .select('action')
    .where('reservation_id', '=', reservation.id)
    .where('action', '<>', 'create')
    .execute(),
  mails: await app.db
    .selectFrom('mails')
    .select('kind')
    .where('reservation_id', '=', reservation.id)
    .where('kind', '<>', 'request_received')
    .execute(),
})

test('twelve administrators decide one request: one wins, the others are told the status, one mail leaves', async () => {
  expect(await decideAllAtOnce()).toEqual([200, ...Array.from({ length: ADMINS - 1 }, () => 409)])
  const { decisions, mails } = await written()
  expect(decisions).toHaveLength(1)
  expect(mails).toEqual([{ kind: decisions[0]!.action === 'approve' ? 'approved' : 'rejected' }])
})

test('control: without the lock, several succeed', async () => {
  removeGuard = true
  try {
    // Except approvals of a reservation that has released its slot: the constraints refuse those.
    const wins = (await decideAllAtOnce()).filter((status) => status === 200)
    expect(wins.length).toBeGreaterThanOrEqual(ADMINS / 2)
  } finally {
    removeGuard = false
  }
})
