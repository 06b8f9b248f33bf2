import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Schedule } from '../../contract/schedule.ts'
import { SAMPLE_LOGIN } from '../../server/sample-event/sample-event.ts'
import { startPostOffice } from '../post-office.ts'
import { makeDataDir, postmaster, signIn, startServer, type RunningServer } from '../server-process.ts'

const TODAY = '2026-11-20'
const SIGNING_UP = 'signing.up@example.com'
const [firstDir, secondDir] = [makeDataDir(), makeDataDir()]
/** A mail server that never says a word. */
const silence = createServer()
let postOffice: Awaited<ReturnType<typeof startPostOffice>>
let first: RunningServer
let second: RunningServer
let url: string
/** Of both. */
const SECRET = 'the secret that both servers are given'

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
  postOffice = await startPostOffice()
  silence.listen(0, '127.0.0.1')
  await once(silence, 'listening')
  const { port: silentPort } = silence.address() as AddressInfo
  first = await startServer({
    DATA_DIR: firstDir,
    SECRET,
    // Beyond the tests before that of its mail, on a slow machine too: one that was given up would be tried again later.
    SMTP_URL: `smtp://127.0.0.1:${silentPort}?greetingTimeout=120000&socketTimeout=120000`,
  })
  await beginToSendMail()
  const { socketFolder, port } = postmaster(firstDir)
  url = `postgres:///fairslot?host=${encodeURIComponent(socketFolder)}&port=${port}&user=fairslot`
  await query(`update docents set start_point = '옮긴 문', is_sample = false`)
  second = await startServer({
    DATA_DIR: secondDir,
    SECRET,
    DATABASE_URL: url,
    PUBLIC_URL: 'http://visit.fairslot.kr',
    ALLOWED_HOSTS: 'localhost, 127.0.0.1',
    SMTP_URL: postOffice.url,
  })
})
afterAll(async () => {
  for (const server of [second, first]) if (server.child.exitCode === null) await server.kill()
  // The database of a killed server goes on without it.
  process.kill(postmaster(firstDir).pid, 'SIGINT')
  await vi.waitUntil(() => !existsSync(join(firstDir, 'postgres/postmaster.pid')), { timeout: 10_000 })
  silence.close()
  await postOffice.close()
  for (const dir of [firstDir, secondDir]) rmSync(dir, { recursive: true })
})

/** Lets the first server begin to send a mail, which it will never have sent. */
async function beginToSendMail() {
  const reached = once(silence, 'connection')
  const asked = await fetch(`${first.url}/api/user/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: SIGNING_UP }),
  })
  expect(asked.status).toBe(200)
  await reached
}

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

  const statusHere = async () => (await fetch(`${first.url}/api/user/my-info/`, { headers })).status
  expect(await statusHere()).toBe(200)
  expect((await fetch(`${second.url}/api/user/logout/`, { method: 'POST', headers })).status).toBe(200)
  // The other server remembers its readers until it hears of that, which is at once; no write believes that.
  expect((await fetch(`${first.url}/api/user/logout/`, { method: 'POST', headers })).status).toBe(401)
  await expect.poll(statusHere, { timeout: 5_000 }).toBe(401)
})

test('a server that starts catches up with docents that had moved without their reservations', async () => {
  const tours = await query(`
    select r.place ->> 'start_point' as place, count(m.id) as tells
    from reservations r left join mails m on m.reservation_id = r.id and m.kind = 'place_changed'
    where r.status = 'APPROVED' and r.docent_id is not null and r.date > '${TODAY}' group by r.id`)
  expect(tours.length).toBeGreaterThan(0)
  expect(new Set(tours.map(({ place, tells }) => `${place} ${tells}`))).toEqual(new Set(['옮긴 문 1']))
})

test('only the start of a server that others reach warns of a sample visitor who can sign in', async () => {
  const warnings = (server: RunningServer) => server.output().match(/fairslot new-event|Set SMTP_URL/g) ?? []
  await expect.poll(() => warnings(second)).toEqual(['fairslot new-event'])
  expect(warnings(first)).toEqual([])
})

/** Runs the command for a new event beside the first server, with these lines typed. */
async function newEvent(...typed: string[]) {
  const root = join(import.meta.dirname, '../..')
  const command = spawn(join(root, 'scripts/node'), [join(root, 'server/cli/new-event.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: firstDir, CLOCK_START: `${TODAY}T06:00:00+01:00` },
  })
  command.stdin.end(typed.map((line) => `${line}\n`).join(''))
  const [output, problem] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, 'close'),
  ])
  return { output, problem, exitCode: command.exitCode }
}

test('the sample event is ended by a command beside servers that run, which show it no more', async () => {
  const read = async (server: RunningServer, path: string) =>
    (await fetch(`${server.url}/api/${path}/`)).json()
  const servers = [first, second]
  for (const server of servers) expect(await read(server, 'display/rooms')).toHaveLength(6)

  expect(await newEvent('no')).toMatchObject({ exitCode: 1, problem: 'Nothing was deleted.\n' })
  for (const server of servers) expect(await read(server, 'display/rooms')).toHaveLength(6)

  const typed = `\u200b${'우리 행사'.normalize('NFD')}`
  const done = await newEvent('delete', typed, 'no address', 'Desk@Fairslot.kr', '')
  expect(done).toMatchObject({ exitCode: 0, problem: '' })
  // Somebody has moved all docents: they are the event's own, and keep their days.
  expect(done.output).toContain('12 members, 0 docents, 6 rooms, 0 dates')
  expect(done.output).toContain(`date ${TODAY}: 0 reservations, 68 times of docents and rooms of your own`)
  for (const server of servers) {
    await expect.poll(() => read(server, 'display/rooms'), { timeout: 5_000 }).toEqual([])
    expect(await read(server, 'public/info')).toMatchObject({
      event_name: '우리 행사',
      contact_email: 'desk@fairslot.kr',
    })
    await expect(signIn(server.url, SAMPLE_LOGIN)).rejects.toThrow('login answered 401')
  }
  expect((await newEvent()).output).toContain('Nothing of the sample event is left to delete.')
})

test('the mail that a killed server was sending leaves another one by itself', async () => {
  const arrived = () => postOffice.arrived.filter(({ to }) => to === SIGNING_UP)
  expect(arrived()).toEqual([])
  await first.kill()
  // Its lease runs out after 15 seconds; the clock of the server that began later is behind by the time in between.
  await expect.poll(arrived, { timeout: 90_000, interval: 50 }).toHaveLength(1)
  await expect
    .poll(() => query(`select from mails where to_address = '${SIGNING_UP}' and status = 'sent'`))
    .toHaveLength(1)
})

/** One try to get something, over a connection that is kept alive: the status, or how it failed. */
const ask = (path: string, agent: Agent) =>
  new Promise<number | string>((resolve) => {
    const request = get(`${second.url}${path}`, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode!))
      response.on('error', (error) => resolve(error.message))
    })
    request.on('error', (error) => resolve(error.message))
  })

test('a server that a supervisor stops says so, ends its streams, and answers all that is asked within a second', async () => {
  const stream = await fetch(`${second.url}/api/public/changes/?watch=schedule:${TODAY}`)
  expect(stream.status).toBe(200)
  const agents = Array.from({ length: 8 }, () => new Agent({ keepAlive: true, maxSockets: 1 }))
  const answers = new Map<number | string, number>()
  const count = (answer: number | string) => answers.set(answer, (answers.get(answer) ?? 0) + 1)
  let end = Infinity
  const asking = agents.map(async (agent) => {
    while (performance.now() < end) count(await ask('/api/public/info/', agent))
  })
  await expect.poll(() => answers.get(200) ?? 0).toBeGreaterThan(50)
  const before = answers.get(200)!

  second.child.kill('SIGTERM')
  end = performance.now() + 900
  await expect.poll(() => ask('/readyz', agents[0]!), { interval: 10 }).toBe(503)
  expect(await stream.text()).toMatch(/^retry: \d+/)
  await Promise.all(asking)
  expect([...answers.keys()]).toEqual([200])
  expect(answers.get(200)! - before).toBeGreaterThan(50)

  const [code] = (await once(second.child, 'close')) as [number]
  expect(code).toBe(0)
  expect(await ask('/healthz', agents[0]!)).toContain('ECONNREFUSED')
  const alarming = second
    .output()
    .split('\n')
    .filter(
      (line) =>
        /"level":(40|50|60)/.test(line) && !/Rehearsal|mail of a process|fairslot new-event/.test(line),
    )
  expect(alarming).toEqual([])
})
