import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteMember } from '../../contract/admin/members.ts'
import { addApiToken } from '../../contract/admin/api-tokens.ts'
import type { Arrival } from '../../contract/admin/arrivals.ts'
import type { ApiScope } from '../../contract/endpoint.ts'
import { listReservations } from '../../contract/admin/reservations.ts'
import { SAMPLE_LOGIN } from '../../server/sample-event/sample-event.ts'
import {
  ADMIN_PASSWORD,
  makeDataDir,
  query,
  signIn,
  startServer,
  wishesFor,
  type RunningServer,
} from '../server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const dir = makeDataDir()
let server: RunningServer
let desk: Awaited<ReturnType<typeof signInAtDesk>>

/** An administrator's calls over HTTP. */
async function signInAtDesk(url: string) {
  const login = await fetch(`${url}/api/admin/login/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'admin', password: ADMIN_PASSWORD }),
  })
  const cookies = login.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!)
  const csrf = cookies.find((cookie) => cookie.startsWith('csrftoken='))!.slice('csrftoken='.length)
  const headers = {
    cookie: cookies.join('; '),
    'x-csrftoken': csrf,
    'content-type': 'application/json',
  }
  return async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(url + path, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Answer
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`)
    return answer
  }
}

const started: ChildProcess[] = []

/** An example of the documentation, as its reader runs it, and its lines. */
function startExample(name: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(ROOT, 'docs/examples', name)], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  started.push(child)
  const lines: string[] = []
  const listening = Promise.withResolvers<number>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const [, port] = /^Listening on (\d+)$/.exec(line) ?? []
    if (port) listening.resolve(Number(port))
    else lines.push(line)
  })
  return { child, lines, listening: listening.promise, ended: once(child, 'exit') }
}

async function startReceiver(secret: string) {
  const { listening, ...example } = startExample('receiver.mjs', { FAIRSLOT_SECRET: secret, PORT: '0' })
  return { ...example, port: await listening }
}

const makeToken = async (name: string, scopes: ApiScope[]) =>
  (await desk<{ secret: string }>('POST', addApiToken.path, { name, scopes })).secret

async function requestMeeting(more = 0) {
  const visitor = await signIn(server.url, SAMPLE_LOGIN)
  const wish = (await wishesFor(visitor))[more]!
  const booked = await visitor.post('/api/user/reserve-meeting/', wish.body)
  return { visitor, ...((await booked.json()) as { reservation: { id: number } }) }
}

const approve = (id: number) =>
  desk('POST', `/api/admin/reservations/${id}/action/`, { type: 'GROUP_MEETING', action: 'approve' })

/** An approval is told when it can no longer be undone: that time need not be waited for. */
const hurry = () =>
  query(dir, `update webhook_deliveries set not_before = '-infinity' where status = 'queued'`)

const MEETING = { starts_at: '2026-11-21T10:00:00+01:00', room: { name: '미팅룸 1' } }

/** A program of somebody else that takes requests with a body. */
async function startOther() {
  const other = { answer: 204, deletion: 204, asked: [] as { method: string; path: string; body: unknown }[] }
  const take = async (request: IncomingMessage) => {
    const { method = '', url = '' } = request
    const body = await text(request)
    other.asked.push({ method, path: url, body: body && JSON.parse(body) })
  }
  const listener = createServer((request, response) => {
    const status = request.method === 'DELETE' ? other.deletion : other.answer
    void take(request).then(() => response.writeHead(status).end())
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  const stop = async () => {
    listener.closeAllConnections()
    listener.close()
    await once(listener, 'close')
  }
  return Object.assign(other, { url: `http://127.0.0.1:${port}`, stop })
}

beforeAll(async () => {
  server = await startServer({ DATA_DIR: dir, WEBHOOK_ALLOW: '127.0.0.0/8' })
  desk = await signInAtDesk(server.url)
})
afterAll(async () => {
  for (const child of started) child.kill()
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})

test('the example receiver believes what a real server tells it of a decision, once, and nothing else', async () => {
  // The receiver needs the webhook's secret. The webhook needs the receiver's port, so it gets its address last.
  const named = { name: '문자', url: 'http://127.0.0.1:1/', events: ['reservation.decided'], is_on: true }
  const { webhook, secret } = await desk<{ webhook: { id: number }; secret: string }>(
    'POST',
    '/api/admin/webhooks/',
    named,
  )
  const { lines, port } = await startReceiver(secret)
  await desk('PUT', `/api/admin/webhooks/${webhook.id}/`, { ...named, url: `http://127.0.0.1:${port}/` })

  await desk('POST', `/api/admin/webhooks/${webhook.id}/test/`)
  await expect.poll(() => lines.length).toBe(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ type: 'ping' })

  const { reservation } = await requestMeeting()
  await approve(reservation.id)
  await hurry()
  await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(2)
  expect(JSON.parse(lines[1]!)).toMatchObject({
    type: 'reservation.decided',
    phone: SAMPLE_LOGIN.phone,
    message: expect.stringMatching(/^2026-11-2\d \d\d:\d\d 예약이 확정되었습니다\.$/),
  })

  const approved = { starts_at: '2026-11-21T10:00:00+01:00', status: 'APPROVED' }
  const event = (id: string, type: string, status: string) => ({
    id,
    type,
    change: { to_status: 'APPROVED' },
    reservation: { ...approved, status },
  })
  const deliver = async (at: number, told: { id: string }, key = secret, sent = JSON.stringify(told)) => {
    const headers = {
      'webhook-id': told.id,
      'webhook-timestamp': String(at),
      'webhook-signature': Number.isNaN(at)
        ? ''
        : new Webhook(key).sign(told.id, new Date(at * 1000), JSON.stringify(told)),
    }
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status
  }
  const body = JSON.stringify({ id: 'twice', type: 'ping', change: null, reservation: null })
  const send = (at: number, key = secret, text = body) =>
    deliver(at, JSON.parse(body) as { id: string }, key, text)
  const seconds = Math.floor(Date.now() / 1000)
  expect(await send(seconds, `whsec_${'A'.repeat(43)}=`), 'signed by somebody else').toBe(401)
  expect(await send(seconds - 600), 'recorded, and played again later').toBe(401)
  expect(await send(seconds, secret, body.replace('twice', 'other')), 'changed on its way').toBe(401)
  expect(await send(Number.NaN), 'without a time').toBe(401)
  expect(lines).toHaveLength(2)
  expect(await send(seconds)).toBe(204)
  expect(await send(seconds)).toBe(204)
  await expect.poll(() => lines.length).toBe(3)

  // An event that comes late is checked against the reservation as it is now.
  for (const [id, type, status, message] of [
    ['still so', 'reservation.decided', 'APPROVED', '2026-11-21 10:00 예약이 확정되었습니다.'],
    ['cancelled since', 'reservation.decided', 'CANCELLED', undefined],
    ['moved, then refused', 'reservation.moved', 'REJECTED', undefined],
    ['reminded, then cancelled', 'reminder.due', 'CANCELLED', undefined],
    ['over', 'reservation.decided', 'COMPLETED', undefined],
  ] as const) {
    expect(await deliver(seconds, event(id, type, status))).toBe(204)
    await expect.poll(() => JSON.parse(lines.at(-1)!) as object).toMatchObject({ id })
    expect((JSON.parse(lines.at(-1)!) as { message?: string }).message, id).toBe(message)
  }
})

test('the Slack example tells a channel what waits, and nothing that a colleague has done since', async () => {
  const slack = await startOther()
  const example = startExample('slack.mjs', {
    FAIRSLOT_SECRET: `whsec_${'A'.repeat(43)}=`,
    FAIRSLOT_URL: 'https://stand.example.com',
    SLACK_URL: slack.url,
    PORT: '0',
  })
  const port = await example.listening
  const told = async (id: string, type: string, status: string, company = '한빛전자') => {
    const body = JSON.stringify({
      id,
      type,
      reservation: { ...MEETING, status, visitor: { company, count: 3 } },
    })
    const now = new Date()
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(`whsec_${'A'.repeat(43)}=`).sign(id, now, body),
    }
    return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })).status
  }
  expect(await told('1', 'reservation.created', 'PENDING', '<한빛> & co')).toBe(204)
  expect(await told('2', 'reservation.created', 'APPROVED')).toBe(204)
  expect(await told('3', 'reservation.cancel_requested', 'CANCEL_REQUESTED')).toBe(204)
  expect(await told('4', 'reservation.cancel_requested', 'CANCELLED')).toBe(204)
  const link = 'https://stand.example.com/admin/dashboard'
  expect(slack.asked.map(({ body }) => body)).toEqual([
    { text: `승인을 기다리는 예약: 2026-11-21 10:00 미팅룸 1 · &lt;한빛&gt; &amp; co 3명\n${link}` },
    { text: `취소 요청: 2026-11-21 10:00 미팅룸 1 · 한빛전자 3명\n${link}` },
  ])
  slack.answer = 503
  expect(await told('5', 'reservation.created', 'PENDING'), 'is sent again').toBe(500)
  await slack.stop()
})

test('the badge scanner marks arrivals, says what it cannot mark, and goes on', async () => {
  const secret = await makeToken('입구 스캐너', ['arrivals'])
  const { arrivals } = await desk<{ arrivals: Arrival[] }>('GET', '/api/admin/arrivals/')
  const [first, second] = arrivals.filter((each) => each.arrival_code && !each.arrived_at)
  const scanner = startExample('badge-scanner.mjs', { FAIRSLOT_URL: server.url, FAIRSLOT_TOKEN: secret })
  const address = `${server.url}/admin/arrivals?code=${second!.arrival_code}`
  scanner.child.stdin.end([first!.arrival_code, first!.arrival_code, 'NOPE22', address, ''].join('\n'))
  await scanner.ended
  expect(scanner.lines).toEqual([
    expect.stringContaining(`도착을 확인했습니다. ${first!.start_time}`),
    expect.stringMatching(/이미 도착을 확인했습니다. \(API 입구 스캐너\)$/),
    '알 수 없는 코드입니다.',
    expect.stringContaining(second!.name),
  ])
})

test('the nightly sync copies everything once, then what has changed, and repeats a night that failed', async () => {
  const secret = await makeToken('CRM', ['reservations:read'])
  const crm = await startOther()
  const env = {
    FAIRSLOT_URL: server.url,
    FAIRSLOT_TOKEN: secret,
    CRM_URL: crm.url,
    STATE_FILE: join(dir, 'crm-sync.json'),
  }
  const copied = async () => {
    crm.asked.length = 0
    const run = startExample('crm-sync.mjs', env)
    const [code] = (await run.ended) as [number]
    return { code, ids: crm.asked.map(({ path }) => Number(path.slice(1))) }
  }
  const stored = (await query(dir, 'select id from reservations order by id')).map(({ id }) => Number(id))
  const all = await copied()
  expect({ ...all, ids: all.ids.toSorted((one, other) => one - other) }).toEqual({ code: 0, ids: stored })
  const { reservation } = await requestMeeting(1)
  const before = readFileSync(env.STATE_FILE, 'utf8')
  crm.answer = 500
  expect(await copied()).toMatchObject({ code: 1 })
  expect(readFileSync(env.STATE_FILE, 'utf8')).toBe(before)
  crm.answer = 204
  const again = await copied()
  expect(again.code).toBe(0)
  expect(again.ids).toContain(reservation.id)
  expect(again.ids.length).toBeLessThan(stored.length)
  const sent = crm.asked.find(({ path }) => path === `/${reservation.id}`)
  expect(sent).toMatchObject({ method: 'PUT', body: { type: 'GROUP_MEETING', status: 'PENDING' } })
  // The CRM no longer has an erased reservation, which comes a second time.
  const [erased] = await query(dir, 'select min(member_id) as id from reservations')
  await desk('DELETE', deleteMember.path.replace('{id}', String(erased!['id'])))
  crm.deletion = 404
  expect(await copied()).toMatchObject({ code: 0 })
  expect(crm.asked.map(({ method }) => method)).toContain('DELETE')
  await crm.stop()
})

test('the example of the documentation calls with a token', async () => {
  const { secret } = await desk<{ secret: string }>('POST', addApiToken.path, {
    name: '안내 시스템',
    scopes: ['reservations:read'],
  })
  const guide = readFileSync(join(ROOT, 'docs/integrations.md'), 'utf8')
  const [, header, url] = /```sh\ncurl [^']*'(.+?)'[^']*'https:\/\/stand\.example\.com(.+?)'\n```/.exec(
    guide,
  )!
  const [name, value] = header!.split(': ')
  const headers = { [name!]: value!.replace(/fsl_[\w…-]+/, secret) }
  const response = await fetch(`${server.url}${url!}`, { headers })
  const answer = listReservations.response.parse(await response.json())
  expect(answer.tours.length + answer.meetings.length).toBeGreaterThan(0)
})
