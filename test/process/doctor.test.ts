import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ANY_ADDRESS } from '../certificate.ts'
import { findFreePorts, nginxProgram, startNginx } from '../nginx.ts'
import { startPostOffice } from '../post-office.ts'
import { makeDataDir, startServer, type RunningServer } from '../server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const dataDir = makeDataDir()
const backups = join(dataDir, 'backups')
const certificate = join(dataDir, 'ca.pem')
afterAll(() => rmSync(dataDir, { recursive: true }))

/** As an owner sees it: what it prints, and its exit code. */
function run(command: 'doctor' | 'status', env: Record<string, string>, ...args: string[]) {
  const file = join(ROOT, `server/cli/${command}.ts`)
  return new Promise<{ code: number; output: string }>((resolve) => {
    const { PATH } = process.env
    execFile(
      join(ROOT, 'scripts/node'),
      [file, ...args],
      { env: { PATH, ...env } },
      (error, output, errors) => resolve({ code: Number(error?.code ?? 0), output: output + errors }),
    )
  })
}

const problemsOf = (output: string) => output.split('\n').filter((line) => line.startsWith('problem'))

// Where there is no nginx, `npm test` says so.
describe.skipIf(!nginxProgram)('an event that is ready for its visitors', () => {
  let settings: Record<string, string>
  let server: RunningServer | undefined
  let office: Awaited<ReturnType<typeof startPostOffice>>
  let nginx: Awaited<ReturnType<typeof startNginx>>

  beforeAll(async () => {
    const [port, http, https] = (await findFreePorts(3)) as [number, number, number]
    nginx = await startNginx({ http, https, upstream: [port, port] }, { days: 60 })
    office = await startPostOffice()
    mkdirSync(backups)
    writeFileSync(certificate, nginx.ca)
    settings = {
      DATA_DIR: dataDir,
      DEMO: '0',
      PORT: String(port),
      PUBLIC_URL: `https://${ANY_ADDRESS}:${https}`,
      TRUST_PROXY: '127.0.0.1',
      SMTP_URL: office.url,
      BACKUP_DIR: backups,
      NODE_EXTRA_CA_CERTS: certificate,
    }
    // The real clock, so that backups are made.
    server = await startServer({ ...settings, CLOCK_START: '' })
    await vi.waitUntil(() => server!.output().includes('nightly backup written'), { timeout: 20_000 })
  })
  afterAll(async () => {
    if (server?.child.exitCode === null) await server.kill()
    await nginx?.stop()
    await office?.close()
  })

  test('has no problem, and one screen says what runs and waits', async () => {
    const { code, output } = await run('doctor', settings, '--mail', 'owner@example.com')
    expect({ code, problems: problemsOf(output), output }).toMatchObject({ code: 0, problems: [] })
    expect(output).not.toContain('not checked')
    expect(output).toMatch(/^ok +last backup +That of .* was restored for a trial and counted\.$/m)
    expect(output).toMatch(/\nNo problem was found\.\n$/)
    expect(office.arrived.map(({ to }) => to)).toEqual(['owner@example.com'])

    const status = await run('status', settings)
    expect(status.code).toBe(0)
    expect(status.output).toMatch(/^service +http:\/\/127\.0\.0\.1:\d+, version \S+, since \S+$/m)
    expect(status.output).toMatch(/^database +PostgreSQL \S+, \d+ [kM]B$/m)
    expect(status.output).toMatch(/^reservations +0 live, of which 0 wait for a decision$/m)
    expect(status.output).toMatch(/^mail +none waits$/m)
    expect(status.output).toMatch(/^backup +\S+, restored for a trial$/m)
  })

  test('is found on whatever port its unit gave it', async () => {
    const { output } = await run('status', { ...settings, PORT: '3000' })
    expect(output).toContain(`http://127.0.0.1:${settings['PORT']}, version`)
  })

  test('does not run: both say so, and look at the database all the same', async () => {
    expect(await server!.stop()).toBe(0)
    const doctor = await run('doctor', settings)
    expect(doctor.code).toBe(1)
    expect(problemsOf(doctor.output).map((line) => line.replace(/ +/g, ' '))).toEqual([
      'problem service It does not run.',
      'problem public address The proxy answers 502.',
    ])
    const status = await run('status', settings)
    expect([status.code, status.output]).toEqual([
      1,
      expect.stringMatching(/^service +does not run\n.*^members +0$/ms),
    ])
  })
})

test('a wrong setting is named, and the exit code tells scripts', async () => {
  const { code, output } = await run('doctor', { DATA_DIR: dataDir, PORT: 'http' })
  expect([code, output]).toEqual([1, expect.stringMatching(/^problem +settings +PORT must be a port number/)])
})

test('a folder without a database gets none', async () => {
  const empty = join(dataDir, 'empty')
  mkdirSync(empty)
  const { output } = await run('doctor', { DATA_DIR: empty })
  expect(output).toMatch(/^problem +database +There is no database in/m)
  expect((await run('status', { DATA_DIR: empty })).output).toMatch(/^problem +There is no database in/m)
})

describe('a limit of 256 open files', () => {
  test('ends the start with one line, instead of serving one visitor', async () => {
    const limited = spawnSync(
      '/bin/sh',
      ['-c', `ulimit -n 256 && exec "${join(ROOT, 'scripts/node')}" "${join(ROOT, 'server/main.ts')}"`],
      { env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', DEMO: '0' }, encoding: 'utf8' },
    )
    expect([limited.status, limited.stderr]).toEqual([
      1,
      expect.stringMatching(
        /^Fairslot cannot start: The limit of 256 open files is too low\. Raise it: LimitNOFILE=65536.*\n$/,
      ),
    ])
  })
})
