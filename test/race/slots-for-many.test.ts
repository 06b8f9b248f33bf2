import type pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { copyDay, planSlots } from '../../contract/admin/slot-plan.ts'
import { addTourSlots } from '../../contract/admin/slots.ts'
import type { Client } from '../app.ts'
import { slotTimes } from '../../domain/slot.ts'
import { useTestApp } from '../fixture.ts'
import { makeAdmin, makeDocent, makeEventDate, makeTourSlots } from '../make.ts'
import { withClient } from '../test-database.ts'
import { makeBarrier } from './barrier.ts'

const ADMINS = 9
/** In the control a few are enough. */
const CONTROL_SIZE = 3
const ROUNDS = 10

const app = useTestApp()
let admins: Client[]
let removeLock = false
let docents: { id: number }[]
let [source, day] = [
  { id: 0, date: '' },
  { id: 0, date: '' },
]

beforeAll(async () => {
  app.pool.on('connect', forgetToLock)
  admins = []
  for (let n = 0; n < ADMINS; n += 1) admins.push((await makeAdmin(app)).browser)
})

beforeEach(async () => {
  await app.db.deleteFrom('slots').execute()
  await app.db.deleteFrom('event_dates').execute()
  source = await makeEventDate(app.db, '2026-11-21')
  day = await makeEventDate(app.db, '2026-11-22')
  docents = [await makeDocent(app.db), await makeDocent(app.db)]
  for (const docent of docents) await makeTourSlots(app.db, source, docent, '09:10', '10:10', '11:10')
  readers = CONTROL_SIZE
})

const untilAllHaveRead = makeBarrier(CONTROL_SIZE)
let readers = 0

/** Control: all read the day before anyone writes. */
function forgetToLock(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const query = async (text: unknown, ...rest: unknown[]) => {
    if (!removeLock || typeof text !== 'string') return send(text, ...rest)
    const found = await send(text.replace(/(from "docents".*) for no key update$/s, '$1'), ...rest)
    if (/^select.* from "slots"/s.test(text) && readers > 0) {
      readers -= 1
      await untilAllHaveRead()
    }
    return found
  }
  client.query = query as typeof client.query
}

const window = { start_time: '09:00', end_time: '11:30' }
const interval_minutes = 30

const plan = (admin: Client) => {
  const ids = { place_ids: docents.map(({ id }) => id), event_date_ids: [day.id] }
  const rest = { windows: [window], interval_minutes, duration_minutes: 30 }
  return admin.send(planSlots, { body: { kind: 'tour', ...ids, ...rest } })
}

/** A third plans the day, a third copies another day onto it, a third fills one docent's day. */
const allAtOnce = (some = admins) =>
  Promise.all(
    some.map((admin, n) => {
      if (n % 3 === 0) return plan(admin)
      if (n % 3 === 1)
        return admin.send(copyDay, { body: { from: source.date, to: [day.date], kind: 'tour' } })
      const which = { docent_id: docents[n % 2]!.id, event_date_id: day.id }
      return admin.send(addTourSlots, { body: { ...which, ...window, interval_minutes, duration: 25 } })
    }),
  )

const statusesOf = (answers: Awaited<ReturnType<typeof allAtOnce>>) =>
  new Set(answers.map(({ statusCode }) => statusCode))

const createdBy = (answers: Awaited<ReturnType<typeof allAtOnce>>) =>
  answers.reduce((sum, answer) => sum + (answer.json<{ created?: number }>().created ?? 0), 0)

const made = () => app.db.selectFrom('slots').select('id').where('event_date_id', '=', day.id).execute()

async function waiting(): Promise<number> {
  const { rows } = await app.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`,
  )
  return rows.length
}

/** Pairs of one docent's slots that overlap. */
async function collisions(): Promise<number> {
  const { rows } = await app.pool.query(
    `select from slots a join slots b
       on a.docent_id = b.docent_id and a.id < b.id and a.starts_at < b.ends_at and b.starts_at < a.ends_at`,
  )
  return rows.length
}

test('nine administrators who add slots to one day at once skip each other’s slots', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await app.db.deleteFrom('slots').where('event_date_id', '=', day.id).execute()
    const answers = await allAtOnce()
    expect(statusesOf(answers)).toEqual(new Set([200, 201]))
    expect(await collisions()).toBe(0)
    expect(await made()).toHaveLength(createdBy(answers))
  }
})

test('a plan that overlaps another transaction’s slot is refused completely', async () => {
  // Another program's slot is written, but not committed when the plan looks.
  await withClient(app.connectionString, async (stranger) => {
    await stranger.query('begin')
    const { starts_at, ends_at, ...times } = slotTimes(day.date, '11:10', 30)!
    await stranger.query(
      `insert into slots (docent_id, event_date_id, time, end_time, duration, starts_at, ends_at)
         values ($1, $2, $3, $4, $5, $6, $7)`,
      [docents[1]!.id, day.id, times.time, times.end_time, 30, new Date(starts_at), new Date(ends_at)],
    )
    const answer = plan(admins[0]!)
    await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
    await stranger.query('commit')
    expect((await answer).json()).toMatchObject({ code: 'slot_overlap' })
  })
  expect(await made()).toHaveLength(1)
})

test('control: without lock and constraint, slots overlap', async () => {
  const CONSTRAINT = 'slots_docent_no_overlap'
  const { rows } = await app.pool.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = '${CONSTRAINT}'`,
  )
  await app.pool.query(`alter table slots drop constraint ${CONSTRAINT}`)
  removeLock = true
  try {
    expect(statusesOf(await allAtOnce(admins.slice(0, CONTROL_SIZE)))).toEqual(new Set([200, 201]))
    expect(await collisions()).toBeGreaterThan(0)
  } finally {
    removeLock = false
    await app.db.deleteFrom('slots').execute()
    await app.pool.query(`alter table slots add constraint ${CONSTRAINT} ${rows[0]!.definition}`)
  }
})
