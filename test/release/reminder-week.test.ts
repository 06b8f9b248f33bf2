import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actOnReservation } from '../../contract/reservation-action.ts'
import { addDays } from '../../domain/madrid-time.ts'
import { catchUpWithReminders } from '../../server/features/reminders/commands.ts'
import { at } from '../app.ts'
import { useTestApp } from '../fixture.ts'
import { decision, makeManyTours } from '../make-reservation.ts'
import { makeAdmin, makeDocent, makeEventDate, makeMember } from '../make.ts'
import { messageIdOf, startPostOffice } from '../post-office.ts'

const RUNTIME = join(import.meta.dirname, '../../scripts/node')
const WORKER = join(import.meta.dirname, 'reminder-worker.ts')
const PUBLIC_URL = 'https://stand.example.com'
const FIRST_DAY = '2026-03-24'
const DAYS = 7
const A_DAY = 8
/** One of these is when a process dies. */
const TIMES = ['09:49', '10:00', '10:05']
/** Without a process until seven on one evening, until the morning on another. */
const LATE_EVENING = '2026-03-25'
const LOST_EVENING = '2026-03-27'

const app = useTestApp({ clock: ['2026-03-22', '10:00'] })
/** By Message-ID, the times on the service's clock at which the mail arrived. */
const arrived = new Map<string, number[]>()
const workers: ChildProcess[] = []
let postOffice: Awaited<ReturnType<typeof startPostOffice>>
let kills = 0
let seed = 20_260_322

beforeAll(async () => {
  postOffice = await startPostOffice((_to, raw) => {
    const id = raw && messageIdOf(raw)
    if (id) arrived.set(id, [...(arrived.get(id) ?? []), app.now()])
    return null
  })
})
afterAll(async () => {
  for (const worker of workers) worker.kill('SIGKILL')
  await postOffice.close()
})

/** Pseudo-random, the same in each run. */
function random() {
  seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
  return seed / 2 ** 31
}

async function begin() {
  const { connectionString } = app
  const worker = spawn(RUNTIME, [WORKER], {
    env: {
      ...process.env,
      DATABASE_URL: connectionString,
      SMTP_URL: postOffice.url,
      PUBLIC_URL,
      NOW: `${app.now()}`,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(worker, 'message')
  worker.send(app.now())
  workers.push(worker)
}

async function kill(worker: ChildProcess) {
  kills += 1
  workers.splice(workers.indexOf(worker), 1)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
}

async function changeClock(change: () => void) {
  for (const worker of workers) {
    worker.send('rest')
    await once(worker, 'message')
  }
  change()
  for (const worker of workers) worker.send(app.now())
}

const setClock = (date: string, time: string) => changeClock(() => app.setClock(date, time))

/** Nothing is due any more, and every mail has left. */
const isQuiet = async () => {
  const { rows } = await app.pool.query(
    `select from reminders where ended_at is null and due_at <= $1
    union all select from mails where status = 'queued' and kind like 'reminder%'`,
    [new Date(app.now())],
  )
  return rows.length === 0
}
async function untilQuiet() {
  await expect.poll(isQuiet, { interval: 10, timeout: 30_000 }).toBe(true)
}

/** Sometimes a process is killed in the middle of its work and another one starts. */
async function live(date: string, time: string, isDeadly: boolean) {
  await setClock(date, time)
  if (isDeadly) {
    await sleep(random() * 900)
    await kill(workers[Math.floor(random() * workers.length)]!)
    await begin()
    // The lease of the killed process runs out.
    await changeClock(() => app.passMinutes(16 / 60))
  }
  await untilQuiet()
}

async function liveEvening(date: string) {
  const isLate = date === LATE_EVENING
  if (!isLate && date !== LOST_EVENING) return live(date, '18:00', false)
  await setClock(date, '17:59')
  while (workers.length > 0) await kill(workers[0]!)
  if (isLate) app.setClock(date, '19:00')
  else app.setClock(addDays(date, 1), '08:00')
  await begin()
  await begin()
  await untilQuiet()
}

type Reminded = { id: number; date: string; starts_at: number }

/** Tours of each day, three minutes apart from ten on. */
async function makeWeek(): Promise<Reminded[]> {
  const docent = { ...(await makeDocent(app.db)), language: '한국어', start_point: '로비' }
  const member = await makeMember(app.db)
  const made: Reminded[] = []
  for (let n = 0; n < DAYS; n += 1) {
    const day = await makeEventDate(app.db, addDays(FIRST_DAY, n))
    app.setClock(day.date, '10:00')
    const ids = await makeManyTours(app, { docent, member, day, count: A_DAY, status: 'APPROVED' })
    ids.forEach((id, i) => made.push({ id, date: day.date, starts_at: app.now() + (i + 1) * 180_000 }))
  }
  app.setClock('2026-03-22', '10:00')
  await catchUpWithReminders(app.db, app.now())
  app.setClock('2026-03-23', '10:00')
  return made
}

test('in a week in which eleven processes are killed, each reminder is sent once and on time', async () => {
  const tours = await makeWeek()
  const [cancelled] = tours.filter(({ date }) => date === '2026-03-26')
  await begin()
  await begin()
  for (let n = 0; n < DAYS; n += 1) {
    const date = addDays(FIRST_DAY, n)
    await liveEvening(addDays(date, -1))
    for (const [i, time] of TIMES.entries()) await live(date, time, i === n % TIMES.length)
    if (date === '2026-03-24') {
      const { browser } = await makeAdmin(app)
      await browser.ok(actOnReservation, decision({ id: cancelled!.id, type: 'VIP_TOUR' }, 'cancel'))
    }
  }
  expect(kills).toBe(DAYS + 4)

  const isGone = ({ id }: Reminded) => id === cancelled!.id
  const expected = tours.flatMap((tour) => {
    const { id, date, starts_at } = tour
    const eve = addDays(date, -1)
    const of = (kind: string) => `${id} ${kind} ${starts_at}`
    const evening = {
      of: of('reminder_evening'),
      from: at(eve, eve === LATE_EVENING ? '19:00' : '18:00'),
      until: at(eve, '22:00'),
    }
    const before = { of: of('reminder_before'), from: starts_at - 20 * 60_000, until: starts_at }
    // Cancelled before its own evening.
    return isGone(tour) ? [] : eve === LOST_EVENING ? [before] : [evening, before]
  })
  const came = new Map(
    [...arrived].map(([id, moments]) => {
      const [, number, starts, kind] = /^<reservation-(\d+)-\w+\.(\w+)\.(\w+)@/.exec(id)!
      return [`${number} ${kind} ${parseInt(starts!, 36) * 60_000}`, moments]
    }),
  )
  came.delete([...came.keys()].find((of) => of.includes(' cancelled '))!)
  expect([...came.keys()].sort()).toEqual(expected.map((each) => each.of).sort())
  let twice = 0
  for (const { of, from, until } of expected) {
    const moments = came.get(of)!
    twice += moments.length - 1
    expect([of, moments.length <= 2]).toEqual([of, true])
    for (const moment of moments) expect([of, moment >= from && moment < until]).toEqual([of, true])
  }
  // One process a day is killed while reminders leave, at most three of them at once.
  expect(twice).toBeLessThanOrEqual(3 * DAYS)
  console.log(
    `${expected.length} reminders, ${kills} killed processes, ${twice} came twice under one Message-ID`,
  )
}, 300_000)
