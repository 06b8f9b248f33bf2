import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Schedule } from '../../contract/schedule.ts'
import { SAMPLE_LOGIN } from '../../server/sample-event/sample-event.ts'
import { makeDataDir, query, signIn, startServer, type RunningServer } from '../server-process.ts'

/** So many different moments there are below. */
const CRASHES = 7
const AT_ONCE = 6
/** Than the clock of the other servers. */
const A_MINUTE_LATER = '2026-11-20T06:01:00+01:00'

const dataDir = makeDataDir()
let server: RunningServer

beforeAll(async () => {
  server = await startServer({ DATA_DIR: dataDir })
  // One member books all the time.
  await query(dataDir, 'update settings set max_reservations = 999, max_minutes_per_day = 1440')
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true })
})

/** The request bodies that would book the free meeting slots of all four days, one for each slot. */
async function freeSlots(visitor: Awaited<ReturnType<typeof signIn>>) {
  const dates = (await visitor.get('/api/user/event-dates/')) as { id: number; date: string }[]
  const bodies = []
  for (const { id: event_date_id, date } of dates) {
    const schedule = (await visitor.get(`/api/user/schedule/?date=${date}`)) as Schedule
    for (const { room, time_slots } of schedule.room_schedule)
      for (const slot of time_slots.filter((one) => one.is_available))
        bodies.push({
          room_id: room.id,
          event_date_id,
          time_slots: [{ available_room_id: slot.id, duration: 10 }],
          visitor: {
            title: '긴급 회의',
            company: '한빛전자',
            name: '박지민',
            manager_name: '김도윤',
            phone: '010-2345-6789',
            count: 1,
          },
        })
  }
  return bodies
}

/** Books as fast as it can until the server is killed in the middle of it. Answers the bookings that got a 201. */
async function bookUntilKilled(round: number): Promise<number[]> {
  const visitor = await signIn(server.url, SAMPLE_LOGIN)
  const wanted = await freeSlots(visitor)
  const booked: number[] = []
  const killAfter = 3 + ((round * 5) % CRASHES)
  let killing: Promise<void> | undefined
  const book = async () => {
    for (let body = wanted.shift(); body && !killing; body = wanted.shift()) {
      // The killed server answers nobody; only the answers from before count.
      const answer = await visitor.post('/api/user/reserve-meeting/', body).catch(() => undefined)
      const text = await answer?.text().catch(() => undefined)
      if (answer?.status === 201 && text)
        booked.push((JSON.parse(text) as { reservation: { id: number } }).reservation.id)
      if (booked.length >= killAfter) killing ??= server.kill()
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, book))
  await killing
  return booked
}

test('a server killed again and again in the middle of bookings loses none that it has confirmed, nor their mails', async () => {
  const confirmed: number[] = []
  for (let round = 0; round < CRASHES; round += 1) {
    confirmed.push(...(await bookUntilKilled(round)))
    // Start after the leases of the killed servers have expired.
    const isLast = round === CRASHES - 1
    server = await startServer({ DATA_DIR: dataDir, ...(isLast && { CLOCK_START: A_MINUTE_LATER }) })
  }
  expect(confirmed.length).toBeGreaterThan(CRASHES * 3)

  const kept = await query<{ id: number; slots: number; times: number; mails: number }>(
    dataDir,
    `select r.id,
       (select count(*)::int from slots s where s.reservation_id = r.id) as slots,
       (select count(*)::int from reservation_slots t where t.reservation_id = r.id) as times,
       (select count(*)::int from mails m where m.reservation_id = r.id) as mails
     from reservations r where r.visitor ->> 'title' = '긴급 회의'`,
  )
  const whole = { slots: 1, times: 1, mails: 1 }
  // A booking whose answer was lost is whole too: written with slot, times and mail, or not at all.
  expect(
    kept.filter((row) => JSON.stringify({ ...row, id: 0 }) !== JSON.stringify({ id: 0, ...whole })),
  ).toEqual([])
  const ids = new Set(kept.map((row) => row.id))
  expect(confirmed.filter((id) => !ids.has(id))).toEqual([])
  // Those too that no process had given a job when it was killed, or was sending.
  const waiting = () => query(dataDir, `select from mails where status = 'queued'`)
  await expect.poll(waiting, { timeout: 30_000 }).toEqual([])
})
