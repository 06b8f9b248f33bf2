import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorBody } from '../../contract/field.ts'
import { listTours } from '../../contract/reservation.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { makeAdmin } from '../../test/make.ts'
import { ADMISSION, MAX_BODY } from './admission.ts'
import { maxConnections } from '../open-files.ts'
import { countWaiting } from '../../test/waiting.ts'

let app: TestApp
let port: number
let late = 0
const CONNECTIONS = 12
const KEPT = 2

beforeAll(async () => {
  app = await startTestApp({
    lateBy: () => late,
    streamLimits: { streams: 100, anonymous: 100, streamsOfNetwork: 100, anonymousOfNetwork: 100 },
    httpLimits: {
      connections: CONNECTIONS,
      connectionsOfNetwork: CONNECTIONS - 2,
      kept: KEPT,
      headMs: 200,
      requestMs: 400,
      checkMs: 20,
      admission: {
        ...ADMISSION,
        visitor: { ...ADMISSION.visitor, atOnce: 2 },
        poll: { ...ADMISSION.poll, atOnce: 2 },
      },
    },
  })
  port = Number(new URL(await app.listen()).port)
})
afterAll(() => app.stop())

let sockets: Socket[]
beforeEach(() => {
  late = 0
  sockets = []
  return async () => {
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => app.server.connections.open).toBe(0)
  }
})

/** Opens a connection from one of this machine's own addresses, and sends something. */
async function open(sent = '', localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  socket.on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  if (sent) socket.write(sent)
  return socket
}

const WHOLE = 'GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n'
const STREAM = 'GET /api/public/changes/?watch=rooms HTTP/1.1\r\nhost: a\r\n\r\n'
const HALF = 'GET /healthz HTTP/1.1\r\nhost: a\r\nx: '
const posted = (head: string, sent: string, path = '/api/user/login/', cookie = 'a=b') =>
  `POST ${path} HTTP/1.1\r\nhost: a\r\ncookie: ${cookie}\r\ncontent-type: application/json\r\n${head}\r\n\r\n${sent}`
const bodyOf = (declared: number, sent: string, path?: string, cookie?: string) =>
  posted(`content-length: ${declared}`, sent, path, cookie)
const chunkOf = (sent: string) =>
  posted('transfer-encoding: chunked', `${sent.length.toString(16)}\r\n${sent}\r\n`)

describe('a request that does not arrive whole', () => {
  test.each([
    ['nothing of its head', ''],
    ['half of its head', HALF],
    ['half of its body', bodyOf(20, '{"phone":')],
  ])('%s: is answered 408 in the shape of every failure, and its connection ends', async (_what, sent) => {
    const [head, body] = (await text(await open(sent))).split('\r\n\r\n')
    expect(head).toMatch(/^HTTP\/1\.1 408 /)
    expect(errorBody.parse(JSON.parse(body!)).code).toBe('request_timeout')
  })

  test('on a connection that has served one before is no different', async () => {
    const answers = await text(await open(WHOLE + HALF))
    expect(answers).toMatch(/^HTTP\/1\.1 200 /)
    expect(answers).toMatch(/HTTP\/1\.1 408 /)
  })
})

describe('connections', () => {
  const endsOf = (those: Socket[]) => {
    const ended = those.map(() => false)
    those.forEach((socket, i) => socket.on('close', () => (ended[i] = true)).resume())
    return ended
  }
  const answered = async (socket: Socket) => String((await once(socket, 'data'))[0])

  test('beyond the limit of one address close the one that has been silent longest', async () => {
    const silent = []
    for (let i = 0; i < CONNECTIONS - 2; i += 1) silent.push(await open())
    const cut: number[] = []
    // Those who are late are answered 408 first; one that gives way is not answered at all.
    silent.forEach((socket, i) => socket.on('close', () => socket.bytesRead > 0 || cut.push(i)).resume())
    expect(await answered(await open(WHOLE))).toMatch(/^HTTP\/1\.1 200 /)
    await expect.poll(() => cut).toEqual([0])
  })

  test('of one address leave places for others', async () => {
    for (let i = 0; i < CONNECTIONS; i += 1) await open()
    expect(app.server.connections.open).toBe(CONNECTIONS - 2)
    expect(await answered(await open(WHOLE, '127.0.0.2'))).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('that are streams give way to nobody, and a new one then finds no place', async () => {
    const streams = []
    for (let i = 0; i < CONNECTIONS - 2; i += 1) {
      const stream = await open(STREAM)
      await answered(stream)
      streams.push(stream)
    }
    const ended = endsOf(streams)
    expect(await text(await open(WHOLE))).toBe('')
    expect(ended.some(Boolean)).toBe(false)
    expect(await answered(await open(WHOLE, '127.0.0.2'))).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('that are kept for a next request are half as many as there are streams, and the one kept longest ends', async () => {
    for (let i = 0; i < 6; i += 1) await answered(await open(STREAM, '127.0.0.2'))
    const kept: Socket[] = []
    const keepOne = async () => {
      const socket = await open(WHOLE)
      await answered(socket)
      kept.push(socket)
    }
    for (let i = 0; i < 3; i += 1) await keepOne()
    const ended = endsOf(kept)
    // Asked again, the first one is no longer that which has been kept for longest.
    kept[0]!.write(WHOLE)
    await answered(kept[0]!)
    await keepOne()
    await expect.poll(() => ended).toEqual([false, true, false])
  })

  test('on which a body is arriving do not end for those that are kept after them', async () => {
    const sending = await open(WHOLE)
    await answered(sending)
    const had = sending.bytesRead
    sending.write(bodyOf(20, '{"phone":'))
    const ofSending = endsOf([sending])
    const kept: boolean[][] = []
    for (let i = 0; i < KEPT + 1; i += 1) {
      const socket = await open(WHOLE)
      kept.push(endsOf([socket]))
      await answered(socket)
    }
    await expect.poll(() => kept.flat()).toEqual([true, false, false])
    // One whose body is late is answered 408 first.
    expect(ofSending[0] && sending.bytesRead === had).toBe(false)
  })

  test('that have asked nothing yet are not counted among those that are kept', async () => {
    const fresh = []
    for (let i = 0; i < KEPT + 2; i += 1) fresh.push(await open())
    const ended = endsOf(fresh)
    expect(await answered(await open(WHOLE))).toMatch(/^HTTP\/1\.1 200 /)
    // One that is late is answered 408 first.
    expect(fresh.some(({ bytesRead }, i) => ended[i] && bytesRead === 0)).toBe(false)
  })

  test('are never more than the files that the process may open', () => {
    expect(maxConnections(undefined, 1_048_576)).toBe(16_384)
    expect(maxConnections(undefined, 4_096)).toBe(3_584)
    expect(maxConnections(20_000, 1_048_576)).toBe(20_000)
    expect(() => maxConnections(4_000, 4_096)).toThrow(/^MAX_CONNECTIONS: .*4096 open files/)
  })

  test('are at least a hundred, or the process does not start', () => {
    expect(maxConnections(undefined, 612)).toBe(100)
    for (const limit of [256, 611])
      expect(() => maxConnections(undefined, limit)).toThrow(/open files is too low\. Raise it: LimitNOFILE=/)
  })
})

describe('a service that cannot keep up', () => {
  type Asked = { path: string; method?: string; headers?: Record<string, string> }

  async function ask({ path, method = 'GET', headers = {} }: Asked) {
    const sent = request({ port, host: '127.0.0.1', path, method, headers, agent: false })
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: response.statusCode, headers: response.headers, body: await text(response) }
  }
  const POLL = { path: '/api/public/info/' }
  const BOOKING = { path: '/api/user/reserve-tour/', method: 'POST' }
  const DECISION = { path: '/api/admin/reservations/1/action/', method: 'POST' }
  const signedIn = async () => {
    const { browser } = await makeAdmin(app)
    await browser.ok(listTours, { query: {} })
    return { cookie: `admin_session=${browser.jar.get('admin_session')!}` }
  }
  const statuses = async (headers: Record<string, string>) => {
    const decision = { ...DECISION, headers }
    const answers = await Promise.all([POLL, BOOKING, decision, { path: '/healthz' }].map(ask))
    return answers.map(({ status }) => status)
  }

  test.each([
    ['in time', 0, [200, 401, 403, 200]],
    ['a little late', 100, [503, 401, 403, 200]],
    ['late', 200, [503, 503, 403, 200]],
    ['very late', 1_000, [503, 503, 503, 200]],
  ])(
    'being %s refuses polls first, then bookings, then decisions, and is healthy',
    async (_how, ms, answers) => {
      const headers = await signedIn()
      late = ms
      expect(await statuses(headers)).toEqual(answers)
    },
  )

  test('a cookie with the name of administrators, or a name like it, changes nothing', async () => {
    late = 200
    for (const cookie of [
      'admin_session=x',
      'x_admin_session=x',
      'a=1; not-admin_session=x',
      'a=admin_session=x',
    ])
      expect((await ask({ ...DECISION, headers: { cookie } })).status).toBe(503)
  })

  test('asks to come again in the shape of every failure, not all at the same time', async () => {
    late = 100
    const waits = new Set<number>()
    for (let i = 0; i < 40; i += 1) {
      const { headers, body } = await ask(POLL)
      expect(errorBody.parse(JSON.parse(body)).code).toBe('overloaded')
      waits.add(Number(headers['retry-after']))
    }
    expect([...waits].toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5])
  })

  test('says the time, as every answer does', async () => {
    late = 100
    const { status, headers } = await ask(POLL)
    expect([status, headers['x-service-time']]).toEqual([503, new Date(app.now()).toISOString()])
  })

  test('shows that to a person who opens a page, and reloads it later', async () => {
    late = 200
    const { headers, body } = await ask({ path: '/', headers: { accept: 'text/html,*/*' } })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(body).toContain('접속이 많아')
    expect(body).toContain(`http-equiv="refresh" content="${headers['retry-after']}"`)
  })

  test('takes on no more at once than it can answer soon, and goes on after that', async () => {
    const held = await app.pool.connect()
    await held.query('begin; lock table settings in access exclusive mode')
    const waiting = [ask(POLL), ask(POLL)]
    await expect.poll(() => countWaiting(app.pool)).toBeGreaterThan(0)
    expect((await ask(POLL)).status).toBe(503)
    expect((await ask({ path: '/healthz' })).status).toBe(200)
    await held.query('commit')
    held.release()
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200])
    expect((await ask(POLL)).status).toBe(200)
  })

  test.each([
    ['a few bytes', 20, '{"phone":'],
    ['all but the last byte of the longest', MAX_BODY, ' '.repeat(MAX_BODY - 1)],
  ])('does not count requests of whose bodies %s have arrived', async (_what, declared, sent) => {
    for (let i = 0; i < 3; i += 1) await open(bodyOf(declared, sent))
    expect((await ask(BOOKING)).status).toBe(401)
  })

  const LONG = ' '.repeat(100_000)
  test.each([
    ['that says so', bodyOf(500_000, LONG)],
    ['of unknown length', chunkOf(LONG)],
    ['to an administrator’s address', bodyOf(500_000, LONG, '/api/admin/login/', 'admin_session=x')],
  ])(
    'refuses a long body %s as soon as its beginning is there, and it holds no place',
    async (_how, sent) => {
      const dripping = await Promise.all([1, 2, 3].map(() => open(sent)))
      const answers = await Promise.all(
        dripping.map(async (socket) => String((await once(socket, 'data'))[0]).slice(9, 12)),
      )
      expect(answers).toEqual(['413', '413', '413'])
      expect((await ask(BOOKING)).status).toBe(401)
    },
  )

  test('asks who an administrator is before it waits for the rest of a long body', async () => {
    const path = '/api/admin/users/import/'
    const socket = await open(bodyOf(500_000, LONG, path, 'admin_session=x'))
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 401 /)
  })

  test.each([
    ['is answered', 0, '401'],
    ['is refused', 200, '503'],
  ])(
    'reads a body in pieces to its end when it %s, and the next request after it',
    async (_how, ms, status) => {
      const socket = await open(
        `POST /api/user/login/ HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\n`,
      )
      const body = JSON.stringify({ phone: '010-9999-9999', name: '없는사람' })
      socket.write(`content-length: ${Buffer.byteLength(body)}\r\n\r\n${body.slice(0, 9)}`)
      await new Promise<void>((resolve) => socket.write('', () => resolve()))
      late = ms
      socket.write(body.slice(9))
      expect(String((await once(socket, 'data'))[0])).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      late = 0
      socket.write(WHOLE)
      expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
    },
  )

  test('does not count the streams that it holds', async () => {
    for (let i = 0; i < 3; i += 1) {
      const stream = await open(STREAM)
      expect(String((await once(stream, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
    }
    expect((await ask(POLL)).status).toBe(200)
  })
})
