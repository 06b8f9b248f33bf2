import { rmSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Schedule } from '../../contract/schedule.ts'
import { SAMPLE_LOGIN } from '../../server/sample-event/sample-event.ts'
import { makeDataDir, postmaster, signIn, startServer, type RunningServer } from '../server-process.ts'

const TODAY = '2026-11-20'
const [firstDir, secondDir] = [makeDataDir(), makeDataDir()]
let first: RunningServer
let second: RunningServer
let url: string

async function query(text: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ place: string; tells: string }>(text)).rows
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  first = await startServer({ DATA_DIR: firstDir })
  const { socketFolder, port } = postmaster(firstDir)
  url = `postgres:///fairslot?host=${encodeURIComponent(socketFolder)}&port=${port}&user=fairslot`
  await query(`update docents set start_point = '옮긴 문'`)
  second = await startServer({ DATA_DIR: secondDir, DATABASE_URL: url })
})
afterAll(async () => {
  await second.stop()
  await first.stop()
  for (const dir of [firstDir, secondDir]) rmSync(dir, { recursive: true })
})

test('two servers on one database are one service: session, slots, repeated requests, signing out', async () => {
  const here = await signIn(first.url, SAMPLE_LOGIN)
  const headers = { cookie: here.cookie, 'content-type': 'application/json' }
  const slotsThere = async () => {
    const answer = await fetch(`${second.url}/api/user/schedule/?date=${TODAY}`, { headers })
    expect(answer.status).toBe(200)
    return ((await answer.json()) as Schedule).room_schedule.flatMap(({ room, time_slots }) =>
      time_slots.map((slot) => ({ room_id: room.id, ...slot })),
    )
  }
  const free = (await slotsThere()).find((slot) => slot.is_available)!
  const [event_date] = (await here.get('/api/user/event-dates/')) as { id: number }[]
  const body = JSON.stringify({
    room_id: free.room_id,
    event_date_id: event_date!.id,
    time_slots: [{ available_room_id: free.id, duration: 10 }],
    visitor: {
      title: '회의',
      company: '한빛전자',
      name: '박지민',
      manager_name: '김도윤',
      phone: '010-2345-6789',
      count: 1,
    },
  })
  const book = (server: RunningServer) =>
    fetch(`${server.url}/api/user/reserve-meeting/`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': 'one wish' },
      body,
    })
  const [booked, repeated] = await Promise.all([book(first), book(second)])
  expect([booked.status, repeated.status]).toEqual([201, 201])
  expect(await repeated.json()).toEqual(await booked.json())
  // The other server keeps its answers until it hears of the change, which is at once.
  await expect
    .poll(async () => (await slotsThere()).find((slot) => slot.id === free.id)!.is_available, {
      timeout: 5_000,
    })
    .toBe(false)

  expect((await fetch(`${second.url}/api/user/logout/`, { method: 'POST', headers })).status).toBe(200)
  expect((await fetch(`${first.url}/api/user/my-info/`, { headers })).status).toBe(401)
})

test('a server that starts catches up with docents that had moved without their reservations', async () => {
  const tours = await query(`
    select r.place ->> 'start_point' as place, count(m.id) as tells
    from reservations r left join mails m on m.reservation_id = r.id and m.kind = 'place_changed'
    where r.status = 'APPROVED' and r.docent_id is not null and r.date > '${TODAY}' group by r.id`)
  expect(tours.length).toBeGreaterThan(0)
  expect(new Set(tours.map(({ place, tells }) => `${place} ${tells}`))).toEqual(new Set(['옮긴 문 1']))
})
