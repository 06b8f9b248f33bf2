import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { ERRORS } from '../../contract/errors.ts'
import type { Schedule } from '../../contract/schedule.ts'
import { startEmbedded } from '../../server/embedded/embedded.ts'
import { SAMPLE_LOGIN } from '../../server/sample-event/sample-event.ts'
import { findFreePorts, nginxProgram, openHttp2, startNginx, type Browser } from '../nginx.ts'
import { makeDataDir, startServer, type RunningServer } from '../server-process.ts'

const TODAY = '2026-11-20'
const WAIT = join(import.meta.dirname, '../../deploy/wait-until-ready.mjs')

// Where there is no nginx, `npm test` says so.
describe.skipIf(!nginxProgram)('two processes behind nginx, as deploy/nginx.conf sets it up', () => {
  const dataDir = makeDataDir()
  let database: Awaited<ReturnType<typeof startEmbedded>>
  let pool: pg.Pool
  let ports: number[]
  let nginx: Awaited<ReturnType<typeof startNginx>>
  let servers: RunningServer[]
  let origin: string
  let browser: Browser
  let cookie: string
  let free: { event_date_id: number; room_id: number; slot: number }[]

  const start = (index: number) => {
    const { host, port, user, database: name } = database.connection
    return startServer({
      PORT: String(ports[index]),
      DATABASE_URL: `postgres:///${name}?${String(new URLSearchParams({ host, port: String(port), user }))}`,
      DATA_DIR: dataDir,
      DEMO: '1',
      PUBLIC_URL: origin,
      TRUST_PROXY: '127.0.0.1',
    })
  }

  beforeAll(async () => {
    ports = await findFreePorts(4)
    const [, , http, https] = ports
    origin = `https://localhost:${https}`
    database = await startEmbedded({ dataDir, log: () => {}, settings: { fsync: 'off' } })
    pool = new pg.Pool({ ...database.connection, max: 2 })
    pool.on('error', () => {})
    const upstream: [number, number] = [ports[0]!, ports[1]!]
    const proxy = startNginx({ http: http!, https: https!, upstream })
    servers = await Promise.all([start(0), start(1)])
    nginx = await proxy
    expect(nginx.said()).not.toContain('deprecated')
    browser = await openHttp2(origin, nginx.ca)
    const login = await browser.ask('POST', '/api/user/login/', { body: JSON.stringify(SAMPLE_LOGIN) })
    expect(login.status).toBe(200)
    await pool.query('update settings set max_reservations = 999, max_minutes_per_day = 1440')
    cookie = String(login.headers['set-cookie']).split(';')[0]!
    free = await findFreeTimes()
  })
  afterAll(async () => {
    browser?.close()
    await nginx?.stop()
    for (const server of servers ?? []) await server.kill()
    await pool?.end()
    await database?.stop()
    rmSync(dataDir, { recursive: true })
  })

  const read = async <Value>(path: string) => {
    const { status, text } = await browser.ask('GET', path, { headers: { cookie } })
    expect([path, status]).toEqual([path, 200])
    return JSON.parse(text) as Value
  }

  async function findFreeTimes() {
    const dates = await read<{ id: number; date: string }[]>('/api/user/event-dates/')
    const days = await Promise.all(
      dates.map(async ({ id, date }) => {
        const { room_schedule } = await read<Schedule>(`/api/user/schedule/?date=${date}`)
        return room_schedule.flatMap(({ room, time_slots }) =>
          time_slots
            .filter(({ is_available }) => is_available)
            .map((slot) => ({ event_date_id: id, room_id: room.id, slot: slot.id })),
        )
      }),
    )
    return days.flat()
  }

  function book(by = browser) {
    const { event_date_id, room_id, slot } = free.shift()!
    const visitor = {
      title: '회의',
      company: '한빛전자',
      name: '박지민',
      manager_name: '김도윤',
      phone: '010-2345-6789',
      count: 1,
    }
    const time_slots = [{ available_room_id: slot, duration: 10 }]
    return by.ask('POST', '/api/user/reserve-meeting/', {
      headers: { cookie, origin, 'idempotency-key': `slot ${slot}` },
      body: JSON.stringify({ event_date_id, room_id, time_slots, visitor }),
    })
  }

  const reservationIn = (text: string) => (JSON.parse(text) as { reservation: { id: number } }).reservation.id

  test('HTTP leads to HTTPS, and HTTPS speaks HTTP/2', async () => {
    const asked = get({
      host: '127.0.0.1',
      port: ports[2],
      path: '/reserve?a=1',
      headers: { host: 'localhost' },
    })
    const [redirect] = (await once(asked, 'response')) as [IncomingMessage]
    redirect.resume()
    expect([redirect.statusCode, redirect.headers.location]).toEqual([301, 'https://localhost/reserve?a=1'])
    expect(browser.protocol()).toBe('h2')
  })

  test('nginx logs no request, because paths contain the tokens of links', async () => {
    const path = '/day-sheet/secret'
    const asked = get({ host: '127.0.0.1', port: ports[2], path, headers: { host: 'localhost' } })
    const [redirect] = (await once(asked, 'response')) as [IncomingMessage]
    await once(redirect.resume(), 'end')
    await browser.ask('GET', path)
    await browser.ask('GET', path)
    expect(nginx.logged()).toBe('')
  })

  test('pages and the service worker are asked for anew, files of a build are kept, HTTPS is insisted on', async () => {
    const page = await browser.ask('GET', '/')
    const script = /src="(\/assets\/[^"]+)"/.exec(page.text)![1]!
    const kept = async (path: string) => (await browser.ask('GET', path)).headers['cache-control']
    expect(page.headers['cache-control']).toBe('no-cache')
    expect(await kept('/service-worker.js')).toBe('no-cache')
    expect(await kept(script)).toBe('public, max-age=31536000, immutable')
    expect(page.headers['strict-transport-security']).toMatch(/^max-age=31536000/)
  })

  test('sessions are Secure cookies', async () => {
    const login = await browser.ask('POST', '/api/user/login/', { body: JSON.stringify(SAMPLE_LOGIN) })
    expect(login.headers['set-cookie']![0]).toMatch(/; HttpOnly; Secure; SameSite=Lax$/)
  })

  test('failed logins are counted for the address that they come from, whatever they say of themselves', async () => {
    const stranger = await openHttp2(origin, nginx.ca, '127.0.0.77')
    const headers = {
      'x-forwarded-for': '203.0.113.9',
      forwarded: 'for=203.0.113.9',
      'x-real-ip': '203.0.113.9',
    }
    const body = JSON.stringify({ phone: '010-9999-0000', name: '아무개' })
    expect((await stranger.ask('POST', '/api/user/login/', { headers, body })).status).toBe(401)
    stranger.close()
    const { rows } = await pool.query(`select distinct origin from attempts where kind = 'login'`)
    expect(rows).toEqual([{ origin: '127.0.0.77' }])
  })

  test('a body that is too large is refused in the one shape, by the service or by nginx', async () => {
    const refused = async (path: string, bytes: number, method = 'POST') => {
      const { status, text } = await browser.ask(method, path, { body: ' '.repeat(bytes) })
      return [status, status === 413 ? (JSON.parse(text) as unknown) : text]
    }
    const { text } = ERRORS.payload_too_large
    const tooLarge = [413, { code: 'payload_too_large', error: text, message: text }]
    expect(await refused('/api/user/login/', 1024 * 1024 + 1)).toEqual(tooLarge)
    expect(await refused('/api/user/login/', 1200 * 1024)).toEqual(tooLarge)
    // Imports and images may be larger; without a login the service answers 401.
    expect((await refused('/api/admin/users/import/', 5 * 1024 * 1024))[0]).toBe(401)
    expect((await refused('/api/admin/settings/face/', 4_000_000, 'PUT'))[0]).toBe(401)
    expect(await refused('/api/admin/users/import/', 5300 * 1024)).toEqual(tooLarge)
  })

  test('figures are not for the world', async () => {
    expect((await browser.ask('GET', '/metrics')).status).toBe(404)
    expect((await browser.ask('GET', '/metrics/')).status).toBe(404)
  })

  test('a change reaches a stream within a second', async () => {
    const stream = browser.begin({ ':path': `/api/public/changes/?watch=schedule:${TODAY}` })
    let heard = ''
    stream.on('data', (chunk) => (heard += String(chunk)))
    await expect.poll(() => heard, { interval: 10 }).toMatch(/^retry: /)
    expect((await book()).status).toBe(201)
    await expect.poll(() => heard, { interval: 10, timeout: 1_000 }).toContain(`data: schedule:${TODAY}`)
    stream.close()
  })

  /**
   * Two browsers that ask at a steady pace until told to stop, or until something fails, and book as often as they are let.
   * A process takes sixty bookings of a member in a minute, however long a computer needs to replace one.
   */
  async function beginLoad() {
    const over = new AbortController()
    let bookingsLeft = 0
    const answers = { reads: 0, booked: [] as number[], failed: [] as string[] }
    const browsers = await Promise.all([openHttp2(origin, nginx.ca), openHttp2(origin, nginx.ca)])
    const reading = async (by: Browser) => {
      const { status, text } = await by.ask('GET', `/api/user/schedule/?date=${TODAY}`, {
        headers: { cookie },
      })
      if (status === 200) answers.reads += 1
      else answers.failed.push(`read: ${status} ${text}`)
    }
    const booking = async (by: Browser) => {
      const { status, text } = await book(by)
      if (status === 201) answers.booked.push(reservationIn(text))
      else answers.failed.push(`booking: ${status} ${text}`)
    }
    const working = browsers.map(async (by) => {
      for (let turn = 0; !over.signal.aborted && answers.failed.length === 0; turn += 1) {
        const books = turn % 15 === 0 && bookingsLeft > 0
        if (books) bookingsLeft -= 1
        const work = books ? booking : reading
        await work(by).catch((error: Error) => answers.failed.push(error.message))
        // As fast as it could, it would take the processor from those that start.
        await sleep(10)
      }
    })
    return {
      answers,
      letBook: (times: number) => void (bookingsLeft = times),
      async end() {
        over.abort()
        await Promise.all(working)
        for (const by of browsers) by.close()
      },
    }
  }

  const areThere = async (ids: number[]) => {
    const { rowCount } = await pool.query('select from reservations where id = any($1)', [ids])
    return rowCount
  }

  test('processes that are replaced one after the other lose no request and no booking', async () => {
    const load = await beginLoad()
    try {
      for (const index of [0, 1]) {
        load.letBook(24)
        expect(await servers[index]!.stop('SIGTERM')).toBe(0)
        servers[index] = await start(index)
        await promisify(execFile)(process.execPath, [WAIT, `http://127.0.0.1:${ports[index]}/readyz`, '10'])
      }
    } finally {
      await load.end()
    }
    const { reads, booked, failed } = load.answers
    console.log(`replaced both: ${reads} reads, ${booked.length} bookings, ${failed.length} failed`)
    expect(failed, nginx.said().slice(-3_000)).toEqual([])
    expect(reads).toBeGreaterThan(100)
    expect(booked.length).toBeGreaterThan(20)
    expect(await areThere(booked)).toBe(booked.length)
  })

  test('a process that is killed is not missed', async () => {
    await servers[1]!.kill()
    const asked = await Promise.all(Array.from({ length: 30 }, () => browser.ask('GET', '/api/public/info/')))
    expect(new Set(asked.map(({ status }) => status)), nginx.said().slice(-3_000)).toEqual(new Set([200]))
    expect((await book()).status).toBe(201)
  })

  test('without any process the API says in its own shape that it is not ready', async () => {
    await servers[0]!.kill()
    const { status, headers, text } = await browser.ask('GET', '/api/public/info/')
    const { text: said } = ERRORS.not_ready
    expect([status, headers['retry-after']]).toEqual([503, '1'])
    expect(JSON.parse(text)).toEqual({ code: 'not_ready', error: said, message: said })
  })

  describe('in the place of the processes, two that', () => {
    let asked: string[]
    let inPlace: Server[]

    const startInPlace = async (answer: (index: number, response: ServerResponse) => void) => {
      const found = new Set<number>()
      asked = []
      const hear = (index: number, request: IncomingMessage, response: ServerResponse) => {
        asked.push(`${request.method} ${request.url}`)
        request.resume().on('end', () => answer(index, response))
      }
      inPlace = [0, 1].map((index) =>
        createServer((request, response) => {
          if (request.url === '/warm') response.end(() => found.add(index))
          else hear(index, request, response)
        }).listen(ports[index], '127.0.0.1'),
      )
      // nginx has given up on those before them, and asks again within a second or two.
      await expect
        .poll(async () => (await browser.ask('GET', '/warm'), found.size), { interval: 20, timeout: 10_000 })
        .toBe(2)
    }
    afterEach(() => {
      for (const server of inPlace) server.close().closeAllConnections()
    })

    test('have the files of two builds serve both of them', async () => {
      await startInPlace((index, response) => {
        response.statusCode = response.req.url === `/assets/${index}.js` ? 200 : 404
        response.end()
      })
      const files = ['/assets/0.js', '/assets/0.js', '/assets/1.js', '/assets/1.js']
      for (const file of files) expect([file, (await browser.ask('GET', file)).status]).toEqual([file, 200])
      expect((await browser.ask('GET', '/assets/2.js')).status).toBe(404)
    })

    test('break off are never asked both to write the same', async () => {
      await startInPlace((_index, response) => void response.destroy())
      expect((await browser.ask('POST', '/api/user/reserve-meeting/', { body: '{}' })).status).toBe(503)
      expect(asked).toEqual(['POST /api/user/reserve-meeting/'])
    })
  })
})
