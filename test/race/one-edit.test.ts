import type pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { editVisitor } from '../../contract/admin/reservation-edits.ts'
import type { Reservation } from '../../contract/reservation.ts'
import type { Client } from '../app.ts'
import { useEventDate, useTestApp } from '../fixture.ts'
import { makeAdmin, tourParty } from '../make.ts'
import { makeReservation } from '../make-reservation.ts'

const ADMINS = 12
const ROUNDS = 10

const app = useTestApp()
const day = useEventDate(app)
let admins: Client[]
let seen: Reservation
let removeGuard = false

beforeAll(async () => {
  app.pool.on('connect', forgetToCompare)
  admins = []
  for (let n = 0; n < ADMINS; n += 1) admins.push((await makeAdmin(app)).browser)
})
beforeEach(async () => {
  seen = (await makeReservation(app, admins[0]!, day)).reservation
})

/** While `removeGuard` is set, an edit does not compare what its form was filled from when it writes. */
function forgetToCompare(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (text: unknown, ...rest: unknown[]) => {
    if (!removeGuard || typeof text !== 'string' || !text.includes('update "reservations"'))
      return send(text, ...rest)
    const naive = text.replace(/and "updated_at" = (\$\d+)/, 'and $1::timestamptz is not null')
    expect(naive).not.toBe(text)
    return send(naive, ...rest)
  }
  client.query = query as typeof client.query
}

/** All of them save what they have typed, each another count, into the form that all have filled at once. */
const saveAllAtOnce = () =>
  Promise.all(
    admins.map((admin, n) =>
      admin.send(editVisitor, {
        params: { id: String(seen.id) },
        body: {
          type: 'VIP_TOUR',
          visitor: { ...tourParty, count: n + 10 },
          expected_updated_at: seen.updated_at,
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

test('twelve administrators save one form at once: one is kept, the others are told whose it was', async () => {
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

test('control: when an edit does not compare what it was made from, each overwrites the one before', async () => {
  removeGuard = true
  try {
    let wins = 0
    // Who reads only after another has written is told so all the same.
    for (let round = 0; round < ROUNDS && wins < 2; round += 1) {
      seen = (await makeReservation(app, admins[0]!, day)).reservation
      wins = (await saveAllAtOnce()).filter(({ statusCode }) => statusCode === 200).length
    }
    expect(wins).toBeGreaterThan(1)
    expect(await edits()).toHaveLength(wins)
  } finally {
    removeGuard = false
  }
})
