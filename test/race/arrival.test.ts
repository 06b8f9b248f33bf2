import type pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { markArrival, markNoShow } from '../../contract/admin/arrivals.ts'
import { TODAY, type Client } from '../app.ts'
import { useTestApp } from '../fixture.ts'
import { makeAdmin, makeEventDate } from '../make.ts'
import { makeReservation } from '../make-reservation.ts'
import { makeBarrier } from './barrier.ts'

const DESKS = 8

const app = useTestApp()
let day: { id: number; date: string }
let desks: { browser: Client; name: string }[]
let reservation: { id: number }
let removeGuard = false
/** Of the control: an unlocked read of the reservation goes on when the test says so. */
let heldRead: Promise<void> | undefined

beforeAll(async () => {
  app.pool.on('connect', forgetToLock)
  day = await makeEventDate(app.db)
  desks = []
  for (let n = 0; n < DESKS; n += 1) desks.push(await makeAdmin(app))
})

beforeEach(async () => {
  app.setClock(TODAY, '08:00')
  const made = await makeReservation(app, desks[0]!.browser, day, { status: 'APPROVED' })
  reservation = made.reservation
  app.setClock(TODAY, '10:03')
})

const untilAllHaveRead = makeBarrier(DESKS)

/** Control: all desks read the reservation at once, without a lock. */
function forgetToLock(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = async (text: unknown, ...rest: unknown[]) => {
    const lock = 'for update of "r"'
    if (heldRead && typeof text === 'string' && text.includes(lock)) {
      const goOn = heldRead
      heldRead = undefined
      const found = await send(text.replace(lock, ''), ...rest)
      await goOn
      return found
    }
    if (!removeGuard || typeof text !== 'string' || !text.includes(lock)) return send(text, ...rest)
    const found = await send(text.replace(lock, ''), ...rest)
    await untilAllHaveRead()
    return found
  }
  client.query = query as typeof client.query
}

const pressAllAtOnce = () =>
  Promise.all(
    desks.map(({ browser }) =>
      browser.send(markArrival, { params: { id: String(reservation.id) }, body: {} }),
    ),
  )

const marked = async () =>
  (
    await app.db
      .selectFrom('reservation_history')
      .select('actor')
      .where('reservation_id', '=', reservation.id)
      .where('action', '=', 'arrive')
      .execute()
  ).map(({ actor }) => actor)

test('eight desks mark one arrival at once: one marks it, the others read when and by whom', async () => {
  const answers = await pressAllAtOnce()
  const won = answers.flatMap(({ statusCode }, n) => (statusCode === 200 ? [desks[n]!.name] : []))
  expect(won).toHaveLength(1)
  expect(await marked()).toEqual(won)
  for (const answer of answers.filter(({ statusCode }) => statusCode !== 200))
    expect(answer.json()).toMatchObject({
      code: 'already_arrived',
      error: `10:03에 이미 도착을 확인했습니다. (${won[0]})`,
    })
})

test('control: without the lock each desk believes that it was the first', async () => {
  removeGuard = true
  try {
    const answers = await pressAllAtOnce()
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(DESKS).fill(200))
    expect(await marked()).toHaveLength(DESKS)
  } finally {
    removeGuard = false
  }
})

describe('a scanner frees the place of late visitors while a desk marks that they have come', () => {
  const params = () => ({ params: { id: String(reservation.id) } })
  const arrive = () => desks[0]!.browser.send(markArrival, { ...params(), body: {} })
  const free = () => desks[1]!.browser.send(markNoShow, params())
  const stored = async () => {
    const { status, arrived_at } = await app.db
      .selectFrom('reservations')
      .select(['status', 'arrived_at'])
      .where('id', '=', reservation.id)
      .executeTakeFirstOrThrow()
    return { status, has_arrived: arrived_at !== null }
  }
  beforeEach(() => app.setClock(TODAY, '10:06'))

  test.each([1, 2, 3, 4, 5])('one of both is done, and the other is refused (round %i)', async () => {
    const answers = await Promise.all([arrive(), free()])
    const [arrived, freed] = answers.map(({ statusCode }) => statusCode === 200)
    expect(arrived).toBe(!freed)
    expect(await stored()).toEqual({ status: freed ? 'CANCELLED' : 'APPROVED', has_arrived: arrived })
  })

  test('control: without the lock, the place of visitors who have come is freed', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    heldRead = promise
    const freed = free()
    await expect.poll(() => heldRead === undefined).toBe(true)
    expect((await arrive()).statusCode).toBe(200)
    resolve()
    expect((await freed).statusCode).toBe(200)
    expect(await stored()).toEqual({ status: 'CANCELLED', has_arrived: true })
  })
})
