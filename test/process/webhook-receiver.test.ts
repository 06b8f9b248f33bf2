import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addApiToken } from '../../contract/admin/api-tokens.ts'
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
let receiver: ChildProcess | undefined
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

/** The example of the documentation, as its reader runs it. */
async function startReceiver(secret: string, port: number) {
  const child = spawn(process.execPath, [join(ROOT, 'docs/examples/receiver.mjs')], {
    env: { PATH: process.env['PATH'], FAIRSLOT_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const listening = Promise.withResolvers<number>()
  child.stdout.on('data', (chunk: Buffer) => {
    for (const line of String(chunk).split('\n').filter(Boolean)) {
      const [, port_] = /^Listening on (\d+)$/.exec(line) ?? []
      if (port_) listening.resolve(Number(port_))
      else lines.push(line)
    }
  })
  return { child, lines, port: await listening.promise }
}

beforeAll(async () => {
  server = await startServer({ DATA_DIR: dir, WEBHOOK_ALLOW: '127.0.0.0/8' })
  desk = await signInAtDesk(server.url)
})
afterAll(async () => {
  receiver?.kill()
  await server.stop()
  rmSync(dir, { recursive: true, force: true })
})

test('the example receiver believes what a real server tells it of a decision, once, and nothing else', async () => {
  // The secret is known before the receiver runs: what is sent until then is sent again.
  const first = await startReceiver('whsec_of_nobody', 0)
  first.child.kill()
  await once(first.child, 'exit')
  const { webhook, secret } = await desk<{ webhook: { id: number }; secret: string }>(
    'POST',
    '/api/admin/webhooks/',
    {
      name: '문자',
      url: `http://127.0.0.1:${first.port}/`,
      events: ['reservation.decided'],
      is_on: true,
    },
  )
  const started = await startReceiver(secret, first.port)
  receiver = started.child
  const { lines, port } = started

  await desk('POST', `/api/admin/webhooks/${webhook.id}/test/`)
  await expect.poll(() => lines.length).toBe(1)
  expect(JSON.parse(lines[0]!)).toMatchObject({ type: 'ping' })

  const visitor = await signIn(server.url, SAMPLE_LOGIN)
  const [wish] = await wishesFor(visitor)
  const booked = await visitor.post('/api/user/reserve-meeting/', wish!.body)
  const { reservation } = (await booked.json()) as { reservation: { id: number } }
  const approve = { type: 'GROUP_MEETING', action: 'approve' }
  await desk('POST', `/api/admin/reservations/${reservation.id}/action/`, approve)
  // An approval is told when it can no longer be undone: that time need not be waited for.
  await query(dir, `update webhook_deliveries set not_before = '-infinity' where status = 'queued'`)
  await expect.poll(() => lines.length, { timeout: 20_000 }).toBe(2)
  expect(JSON.parse(lines[1]!)).toMatchObject({
    type: 'reservation.decided',
    phone: SAMPLE_LOGIN.phone,
    message: expect.stringMatching(/^2026-11-2\d \d\d:\d\d 예약이 확정되었습니다\.$/),
  })

  const approved = { starts_at: '2026-11-21T10:00:00+01:00', status: 'APPROVED' }
  const event = (id: string, type: string, status: string) => ({
    ...{ id, type, change: { to_status: 'APPROVED' } },
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
