import type pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { editVisitor } from '../../contract/admin/reservation-edits.ts'
import type { Reservation } from '../../contract/reservation.ts'
import type { Client } from '../app.ts'
import { useEventDate, useTestApp } from '../fixture.ts'
import { makeAdmin, tourParty } from '../make.ts'
import { makeReservation } from '../make-reservation.ts'
import { makeBarrier } from './barrier.ts'

const ADMINS = 12

const app = useTestApp()
// Before the first connection, so that the control covers all of them.
beforeAll(() => void app.pool.on('connect', forgetToLock))
const day = useEventDate(app)
let admins: Client[]
let seen: Reservation
let removeGuard = false

beforeAll(async () => {
  admins = []
  for (let n = 0; n < ADMINS; n += 1) admins.push((await makeAdmin(app)).browser)
})
beforeEach(async () => {
  seen = (await makeReservation(app, admins[0]!, day)).reservation
})

const untilAllHaveRead = makeBarrier(ADMINS)

/** Control: all edits read the row at once without a lock, and write regardless of its version. */
function forgetToLock(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const without = (text: string, guard: RegExp, instead: string) => {
    const naive = text.replace(guard, instead)
    expect(naive).not.toBe(text)
    return naive
  }
  const query = async (text: unknown, ...rest: unknown[]) => {
    if (!removeGuard || typeof text !== 'string') return send(text, ...rest)
    if (text.includes('update "reservations"'))
      return send(without(text, /and "version" = (\$\d+)/, 'and $1::int is not null'), ...rest)
    if (!text.includes('seen_version') || !text.includes(' for update')) return send(text, ...rest)
    const found = await send(without(text, / for update of "r"$/, ''), ...rest)
    await untilAllHaveRead()
    return found
  }
  client.query = query as typeof client.query
}

const saveAllAtOnce = () =>
  Promise.all(
    admins.map((admin, n) =>
      admin.send(editVisitor, {
        params: { id: String(seen.id) },
        body: {
          type: 'VIP_TOUR',
          visitor: { ...tourParty, count: n + 10 },
          expected: { visitor: tourParty },
        },
      }),
    ),
  )

const edits = () =>
  app.db
    .selectFrom('reservation_history')
    .select('actor')
    .where('reservation_id', '=', seen.id)
    .where('action', '=', 'edit_visitor')
    .execute()

test('twelve administrators save one form at once: one succeeds, the others read who', async () => {
  const answers = await saveAllAtOnce()
  const winner = answers.findIndex(({ statusCode }) => statusCode === 200)
  const [edit, ...more] = await edits()
  expect(more).toEqual([])
  for (const [n, answer] of answers.entries())
    expect(answer.json()).toMatchObject(
      n === winner
        ? { reservation: { visitor: { count: winner + 10 } } }
        : {
            code: 'changed_meanwhile',
            error: `${edit!.actor} 님이 방금 변경했습니다: 방문 인원 3 → ${winner + 10}명`,
          },
    )
})

test('control: without the lock, each overwrites the one before', async () => {
  removeGuard = true
  try {
    const answers = await saveAllAtOnce()
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(admins.map(() => 200))
    expect(await edits()).toHaveLength(ADMINS)
  } finally {
    removeGuard = false
  }
})
