import type pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { actOnReservation, takeBackApproval } from '../../contract/reservation-action.ts'
import { makeDb, makePool } from '../../server/database/connect.ts'
import type { PostedMail } from '../../server/mail/transport.ts'
import { useAdmin, useEventDate, useTestApp } from '../fixture.ts'
import { decision, makeReservation } from '../make-reservation.ts'
import { sendMails } from '../outbox.ts'
import { countWaiting } from '../waiting.ts'

const ROUNDS = 25

const app = useTestApp()
// Before the first connection.
beforeAll(() => void app.pool.on('connect', forgetToHold))
const admin = useAdmin(app)
const colleague = useAdmin(app, '최동료')
const day = useEventDate(app)
const outer = useEventDate(app, '2026-11-22')
let weaken = false

beforeEach(() => {
  weaken = false
})

/** Control: undoing ignores that a worker has taken a notice. */
function forgetToHold(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = (text: unknown, ...rest: unknown[]) =>
    send(
      weaken && typeof text === 'string' && /from mails where .*order by id for update/s.test(text)
        ? text.replace('order by id for update', 'and false')
        : text,
      ...rest,
    )
  client.query = query as typeof client.query
}

const named = ({ id, type }: { id: number; type: 'VIP_TOUR' | 'GROUP_MEETING' }) => ({
  params: { id: String(id) },
  body: { type },
})

async function approve(of = day) {
  const { reservation } = await makeReservation(app, admin, of)
  await admin.ok(actOnReservation, decision(reservation, 'approve'))
  return reservation
}

/** A worker whose clock is ten seconds ahead, so that it takes an approval's mail while that can still be undone. */
function startWorker() {
  const pool = makePool({ connectionString: app.connectionString, max: 2 }, () => {})
  const parts = { db: makeDb(pool), now: () => app.now() + 10_000 }
  return {
    async take() {
      const taken: PostedMail[] = []
      await sendMails(parts, async (mail) => void taken.push(mail))
      return taken
    },
    end: () => pool.end(),
  }
}

/** Counts approvals that are undone and yet were mailed. */
async function race() {
  const worker = startWorker()
  // Each round the worker comes a little later.
  const takeLater = async (round: number) => {
    for (let n = 0; n < round; n += 1) await app.pool.query('select')
    return worker.take()
  }
  const outcomes = { undone: 0, late: 0, mailedAndUndone: 0 }
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, type } = await approve(round % 2 ? day : outer)
    const [answer, taken] = await Promise.all([
      admin.send(takeBackApproval, named({ id, type })),
      takeLater(round),
    ])
    const isMailed = taken.some((mail) => mail.reservation_id === id && mail.kind === 'approved')
    if (answer.statusCode === 200) outcomes[isMailed ? 'mailedAndUndone' : 'undone'] += 1
    else {
      expect(answer.json()).toMatchObject({ code: 'too_late' })
      outcomes.late += 1
    }
    await app.db.deleteFrom('mails').execute()
  }
  await worker.end()
  return outcomes
}

test('an approval is either undone or mailed, never both', async () => {
  expect(await race()).toMatchObject({ mailedAndUndone: 0 })
})

/** A worker's claim is not committed yet when an administrator undoes the approval. */
async function takeBackWhileTaken() {
  const reservation = await approve()
  const worker = await app.pool.connect()
  await worker.query('begin')
  await worker.query(
    `update mails set attempts = 1, locked_until = $1 where kind = 'approved' and reservation_id = $2`,
    [new Date(app.now() + 15_000), reservation.id],
  )
  const undoing = admin.send(takeBackApproval, named(reservation))
  await expect.poll(() => countWaiting(app.pool)).toBe(1)
  await worker.query('commit')
  worker.release()
  return undoing
}

test('of an approval whose mail a worker is taking, nothing is undone', async () => {
  expect((await takeBackWhileTaken()).json()).toMatchObject({ code: 'too_late' })
})

test('control: without the check of claims, it is undone', async () => {
  weaken = true
  expect((await takeBackWhileTaken()).statusCode).toBe(200)
})

test('a colleague completes the reservation at the same time: one wins, the other is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const reservation = await approve()
    const [undo, complete] = await Promise.all([
      admin.send(takeBackApproval, named(reservation)),
      colleague.send(actOnReservation, decision(reservation, 'complete')),
    ])
    expect([undo.statusCode, complete.statusCode].toSorted((a, b) => a - b)).toEqual([200, 409])
    const steps = await app.db
      .selectFrom('reservation_history')
      .select(['action', 'from_status'])
      .where('reservation_id', '=', reservation.id)
      .orderBy('id')
      .execute()
    expect(steps.slice(2)).toEqual([
      { action: undo.statusCode === 200 ? 'take_back' : 'complete', from_status: 'APPROVED' },
    ])
  }
})
