import { spawn } from 'node:child_process'
import { Agent, request } from 'node:http'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_LOGIN } from '../../server/sample-event/sample-event.ts'
import {
  ADMIN_PASSWORD,
  launch,
  makeDataDir,
  postmaster,
  query,
  signIn,
  startServer,
  type RunningServer,
} from '../server-process.ts'

const root = join(import.meta.dirname, '../..')
const dataDir = makeDataDir()
afterAll(() => rmSync(dataDir, { recursive: true }))

/** Whether a process runs; one that has ended and that nobody has asked about yet does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    const state = existsSync('/proc') ? readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]![0] : 'S'
    return state !== 'Z'
  } catch {
    return false
  }
}

describe('a server on the embedded database', () => {
  let server: RunningServer | undefined
  afterEach(async () => {
    if (server?.child.exitCode === null) await server.kill()
  })

  test('prints where to go, and keeps what was booked over SIGTERM and SIGINT, which end it and its database', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      server = await startServer({ DATA_DIR: dataDir })
      expect(server.output()).toContain(`${server.url}/admin`)
      const visitor = await signIn(server.url, SAMPLE_LOGIN)
      const { meetings } = (await visitor.get('/api/user/my-reservations/')) as { meetings: unknown[] }
      expect(meetings.length).toBeGreaterThan(0)
      const { pid } = postmaster(dataDir)
      expect(await server.stop(signal)).toBe(0)
      expect(isAlive(pid)).toBe(false)
      expect(server.output()).not.toContain('"level":50')
      expect(server.output()).toContain(`phone ${SAMPLE_LOGIN.phone}, name ${SAMPLE_LOGIN.name}`)
    }
  })

  test('that was killed starts again at once, with all that was there', async () => {
    server = await startServer({ DATA_DIR: dataDir })
    const { pid } = postmaster(dataDir)
    await server.kill()
    // The database outlives a killed server; the next one takes it over at once.
    expect(isAlive(pid)).toBe(true)
    server = await startServer({ DATA_DIR: dataDir })
    expect(await query<{ n: number }>(dataDir, 'select count(*)::int as n from members')).toEqual([{ n: 12 }])
    expect(await server.stop()).toBe(0)
  })

  test('refuses a second server on its DATA_DIR in one line and goes on', async () => {
    server = await startServer({ DATA_DIR: dataDir })
    const second = launch({ DATA_DIR: dataDir })
    expect((await second.exit)[0]).toBe(1)
    expect(second.output()).toMatch(/Fairslot cannot start: .*DATA_DIR.*\n$/)
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
    await server.stop()
  })

  test('ends its database too when the port is taken, and says so in one line', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const refused = launch({ DATA_DIR: dataDir, PORT: String(port) })
    expect((await refused.exit)[0]).toBe(1)
    expect(refused.output()).toMatch(/Fairslot cannot start: PORT: .*\n$/)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
    other.close()
  })
})

/** Runs the command about administrators to its end, as `npm run admin -- ...` does. */
async function runAdmin(args: string[], { input = '', ...env }: Record<string, string> = {}) {
  const command = spawn(join(root, 'scripts/node'), [join(root, 'server/cli/admin.ts'), ...args], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, ...env },
  })
  command.stdin.end(input)
  const [output, problem] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    once(command, 'close'),
  ])
  return { output, problem, exitCode: command.exitCode }
}

test('an administrator who has lost the password is let in again by a command, whether or not the server runs', async () => {
  const nowhere = await runAdmin(['list'], { DATA_DIR: '/nowhere' })
  expect(nowhere).toMatchObject({ exitCode: 1, problem: expect.stringContaining('no database in /nowhere') })
  const given = 'a password from standard input'
  const set = await runAdmin(['reset', 'ADMIN', '--password-stdin'], { input: `${given}\n` })
  expect(set).toMatchObject({ exitCode: 0, problem: '', output: expect.stringContaining('admin: ') })
  const server = await startServer({ DATA_DIR: dataDir })
  try {
    const login = (password: string) =>
      fetch(`${server.url}/api/admin/login/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'admin', password }),
      })
    const signedIn = await login(given)
    expect(signedIn.status).toBe(200)
    const cookie = signedIn.headers.getSetCookie()[0]!.split(';')[0]!
    const reset = await runAdmin(['reset', 'admin'])
    const password = /the password is now (\S+) /.exec(reset.output)![1]!
    const check = await fetch(`${server.url}/api/admin/tours/`, { headers: { cookie } })
    expect(check.status, 'the session has ended').toBe(401)
    expect((await login(given)).status).toBe(401)
    expect((await login(password)).status).toBe(200)
    const { socketFolder, port } = postmaster(dataDir)
    const url = `postgres:///fairslot?host=${encodeURIComponent(socketFolder)}&port=${port}&user=fairslot`
    const nobody = await runAdmin(['reset', 'nobody'], { DATABASE_URL: url, DATA_DIR: '/nowhere' })
    expect(nobody).toEqual({
      exitCode: 1,
      output: '',
      problem: 'There is no administrator "nobody". There are: admin.\n',
    })
  } finally {
    await runAdmin(['reset', 'admin', '--password-stdin'], { input: `${ADMIN_PASSWORD}\n` })
    await server.stop()
  }
})

describe('a signal', () => {
  test('while a request is under way lets it be answered and ends at once, kept-alive connection or not', async () => {
    const server = await startServer({ DATA_DIR: dataDir })
    const agent = new Agent({ keepAlive: true })
    const body = JSON.stringify({ name: 'admin', password: ADMIN_PASSWORD })
    // The server says when it has the head; the signal comes then, and the body after it.
    const headers = {
      'content-type': 'application/json',
      'content-length': body.length,
      expect: '100-continue',
    }
    const answered = new Promise<number | undefined>((resolve, reject) => {
      const sent = request(
        `${server.url}/api/admin/login/`,
        { agent, method: 'POST', headers },
        (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode))
        },
      )
      sent.on('error', reject)
      sent.on('continue', () => {
        server.child.kill('SIGTERM')
        sent.end(body)
      })
      sent.flushHeaders()
    })
    const { pid } = postmaster(dataDir)
    const [status, [code]] = await Promise.all([answered, once(server.child, 'close')])
    expect({ status, code }).toEqual({ status: 200, code: 0 })
    expect(isAlive(pid)).toBe(false)
    agent.destroy()
  })

  test('in the middle of a start leaves no database behind', async () => {
    const freshDir = makeDataDir()
    const pidFile = join(freshDir, 'postgres/postmaster.pid')
    const { child, exit, output } = launch({ DATA_DIR: freshDir })
    while (!existsSync(pidFile) && child.exitCode === null) await new Promise(setImmediate)
    child.kill('SIGTERM')
    await exit
    expect(output()).not.toContain('cannot start')
    expect(existsSync(pidFile)).toBe(false)
    rmSync(freshDir, { recursive: true })
  })
})

test('a first start that fails on a taken port keeps the password for the one that works', async () => {
  const freshDir = makeDataDir()
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as { port: number }
  const refused = launch({ DATA_DIR: freshDir, PORT: String(port), ADMIN_PASSWORD: '' })
  expect((await refused.exit)[0]).toBe(1)
  other.close()
  const server = await startServer({ DATA_DIR: freshDir, ADMIN_PASSWORD: '' })
  expect(server.output()).toMatch(/name admin, password \S{16}/)
  await server.stop()
  rmSync(freshDir, { recursive: true })
})

describe('a start that cannot work stops with one clear line', () => {
  test.each([
    [{ PORT: 'eighty' }, /PORT must be a port number/, 78],
    [{ CLOCK_START: 'tomorrow' }, /CLOCK_START must be an instant/, 78],
    [{ ADMIN_PASSWORD: 'short' }, /ADMIN_PASSWORD must have at least 12 characters/, 78],
    [{ DATABASE_URL: 'mysql://localhost' }, /DATABASE_URL must be a URL/, 78],
    [{ DATABASE_URL: 'postgres://127.0.0.1:1/nowhere' }, /DATABASE_URL: nothing answers at that address/, 1],
    [{ DATABASE_URL: 'postgres:///x?host=/nowhere' }, /DATABASE_URL: nothing answers at that address/, 1],
    [{ BACKUP_DIR: '/nowhere' }, /BACKUP_DIR: \/nowhere must be a folder .*\(ENOENT\)/, 1],
    [{ BACKUP_DIR: import.meta.filename }, /BACKUP_DIR: .* must be a folder .*\(ENOTDIR\)/, 1],
  ])('%o', async (env, line, code) => {
    const refused = launch({ DATA_DIR: dataDir, CLOCK_START: '', ...env })
    expect((await refused.exit)[0], 'only a wrong setting keeps systemd from trying again').toBe(code)
    expect(refused.output()).toMatch(line)
    expect(refused.output().trim().split('\n')).toHaveLength(1)
  })
})

describe('a database of its owner', () => {
  let server: RunningServer
  const ownDir = makeDataDir()
  beforeAll(async () => {
    server = await startServer({ DATA_DIR: ownDir })
  })
  afterAll(async () => {
    await server.stop()
    rmSync(ownDir, { recursive: true })
  })

  const urlOf = (user: string, database: string) => {
    const { socketFolder, port } = postmaster(ownDir)
    return `postgres:///${database}?host=${encodeURIComponent(socketFolder)}&port=${port}&user=${user}`
  }
  const refusal = async (url: string) => {
    const mailDir = join(ownDir, 'other')
    mkdirSync(mailDir, { recursive: true })
    const refused = launch({ DATA_DIR: mailDir, DATABASE_URL: url, CLOCK_START: '' })
    expect((await refused.exit)[0]).toBe(1)
    expect(refused.output().trim().split('\n')).toHaveLength(1)
    return refused.output()
  }

  test('that does not exist, gives no rights, or is of another version is named', async () => {
    expect(await refusal(urlOf('fairslot', 'nowhere'))).toContain(
      'DATABASE_URL: that database does not exist',
    )
    expect(await refusal(urlOf('nobody_known', 'fairslot'))).toContain(
      'DATABASE_URL: the database refuses that user',
    )
    await query(ownDir, 'create role reader login')
    await query(ownDir, 'create database empty_one')
    expect(await refusal(urlOf('reader', 'empty_one'))).toContain('must own the database')
    await query(ownDir, `insert into schema_migrations values (9999, 'from the future', '')`)
    expect(await refusal(urlOf('fairslot', 'fairslot'))).toContain(
      'Another version of Fairslot made this database',
    )
  })
})
