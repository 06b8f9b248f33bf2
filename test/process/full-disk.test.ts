import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, closeSync, mkdtempSync, openSync, rmSync, rmdirSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SAMPLE_LOGIN } from '../../server/sample-event/sample-event.ts'
import { query, signIn, startServer, wishesFor, type RunningServer } from '../server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const disk = mkdtempSync(join(tmpdir(), 'fairslot-disk-'))
/** Mounts a disk that is soon full, where this user may. */
const mountDisk = () => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', disk]).status === 0
const unmountDisk = () => execFileSync('umount', [disk])

const canMount = mountDisk()
if (canMount) unmountDisk()
afterAll(() => rmdirSync(disk))

describe.skipIf(!canMount)('a disk that is full (needs the right to mount one)', () => {
  const dataDir = join(disk, 'data')
  const filler = join(disk, 'filler')
  let server: RunningServer
  let visitor: Awaited<ReturnType<typeof signIn>>
  let wishes: Awaited<ReturnType<typeof wishesFor>>

  beforeAll(async () => {
    mountDisk()
    chmodSync(disk, 0o711)
    server = await startServer({ DATA_DIR: dataDir })
    visitor = await signIn(server.url, SAMPLE_LOGIN)
    wishes = await wishesFor(visitor)
  })
  afterAll(async () => {
    rmSync(filler, { force: true })
    await server.stop()
    unmountDisk()
  })

  function fillDisk() {
    const file = openSync(filler, 'w')
    const block = Buffer.alloc(64 * 1024)
    try {
      for (;;) writeSync(file, block)
    } catch {
      // Not one block more has room.
    }
    closeSync(file)
  }

  const statusOf = async (path: string) => (await fetch(server.url + path)).status
  async function becomesReady() {
    await expect.poll(() => statusOf('/readyz'), { interval: 50, timeout: 10_000 }).toBe(200)
  }

  async function book() {
    const answer = await visitor.post('/api/user/reserve-meeting/', wishes.shift()!.body)
    return { status: answer.status, text: await answer.text() }
  }

  test('is small, says the doctor before it is full', async () => {
    const [node, doctor] = ['scripts/node', 'server/cli/doctor.ts'].map((path) => join(ROOT, path))
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir }
    // It finds other problems too, and so ends with 1.
    const { stdout } = await promisify(execFile)(node!, [doctor!], { env }).catch(
      (error: { stdout: string }) => error,
    )
    expect(stdout).toMatch(
      /^problem +database disk +\d+ MB are free; 1,000 MB are needed\.\n +→ Make room on the disk of /m,
    )
  })

  test('takes no booking and says so, loses none, and all goes on when there is room again', async () => {
    fillDisk()
    let booked = 0
    let last = await book()
    // Pages that are begun take some more.
    for (; last.status === 201 && wishes.length > 10; last = await book()) booked += 1
    expect(last).toEqual({ status: 503, text: expect.stringContaining('지금은 저장할 수 없습니다.') })
    expect(await statusOf('/readyz')).toBe(503)
    expect(await statusOf('/healthz')).toBe(200)
    const mine = (await visitor.get('/api/user/my-reservations/')) as { meetings: { visitor: object }[] }
    expect(mine.meetings.filter((each) => JSON.stringify(each.visitor).includes('"회의"'))).toHaveLength(
      booked,
    )

    rmSync(filler)
    await becomesReady()
    expect((await book()).status).toBe(201)
  })

  test('makes a backup to standard output fail, also when only the last bytes have no room', () => {
    const backUp = (target: 'pipe' | number) =>
      spawnSync(join(ROOT, 'scripts/node'), [join(ROOT, 'server/cli/backup.ts'), '-'], {
        env: { DATA_DIR: dataDir },
        stdio: ['ignore', target, 'pipe'],
      })
    const { length } = backUp('pipe').stdout
    const small = mkdtempSync(join(tmpdir(), 'fairslot-small-'))
    const size = length - (length % 4096)
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', small])
    const file = openSync(join(small, 'event.tar.gz'), 'w')
    const { status, stderr } = backUp(file)
    closeSync(file)
    execFileSync('umount', [small])
    rmdirSync(small)
    expect({ status, said: String(stderr) }).toEqual({
      status: 1,
      said: expect.stringContaining('No backup: The disk of the backup is full.'),
    })
  })

  test('so that PostgreSQL itself cannot go on brings it back when there is room again', async () => {
    fillDisk()
    // Until PostgreSQL itself has gone: a server that is not ready may have other reasons.
    const takesMore = () =>
      query(dataDir, `select pg_logical_emit_message(true, 'log', 'x'), pg_switch_wal()`).then(
        () => true,
        () => false,
      )
    for (let n = 0; n < 20 && (await takesMore()); n += 1);
    await expect.poll(() => server.output()).toContain('PostgreSQL has stopped unexpectedly')
    expect(await statusOf('/readyz')).toBe(503)
    rmSync(filler)
    await becomesReady()
    expect((await book()).status).toBe(201)
  })
})
