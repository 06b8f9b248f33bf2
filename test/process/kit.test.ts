import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findFreePorts } from '../nginx.ts'
import { launch, makeDataDir } from '../server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const unit = readFileSync(join(ROOT, 'deploy/fairslot@.service'), 'utf8')

/** Runs the command with which systemd waits for a start. */
function waitAsUnit(host: string, port: number, pid: number | undefined) {
  const [, command] = /^ExecStartPost=\S+ (.*)$/m.exec(unit)!
  const given: [string, string][] = [
    ['${HOST}', host],
    ['%i', String(port)],
    ['$MAINPID', String(pid)],
  ]
  const args = given.reduce((text, [name, value]) => text.replace(name, value), command!).split(' ')
  return promisify(execFile)(join(ROOT, 'scripts/node'), args, { cwd: ROOT })
}

const hasIpv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === '::1'),
)

test.each(['127.0.0.2', '0.0.0.0', ...(hasIpv6 ? ['::1', '::'] : [])])(
  'a start is noticed where HOST=%s lets it listen',
  async (host) => {
    const server = createServer((_, answer) => answer.end()).listen(0, host)
    await once(server, 'listening')
    await waitAsUnit(host, (server.address() as AddressInfo).port, process.pid)
    server.close()
    // Fastify lists the addresses of the machine, which the kernel gives through a netlink socket.
    expect(unit).toMatch(/^RestrictAddressFamilies=.* AF_NETLINK$/m)
  },
)

test('a start that fails is reported within ten seconds, and one that only a new setting cures is not repeated', async () => {
  const dataDir = makeDataDir()
  const [port] = await findFreePorts(1)
  const begin = performance.now()
  const failing = launch({ DATA_DIR: dataDir, DATABASE_URL: 'mysql://localhost', PORT: String(port) })
  await expect(waitAsUnit('127.0.0.1', port!, failing.child.pid)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('ended before'),
  })
  expect(performance.now() - begin).toBeLessThan(10_000)
  expect(unit).toContain(`\nRestartPreventExitStatus=${(await failing.exit)[0]}\n`)
  rmSync(dataDir, { recursive: true })
})

const systemd = spawnSync('systemd-analyze', ['--version']).status === 0

test.skipIf(!systemd)('systemd finds nothing wrong in the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-unit-'))
  const verify = (text: string) => {
    const file = join(folder, 'fairslot@.service')
    writeFileSync(file, text.replaceAll('/opt/fairslot', ROOT))
    const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], { encoding: 'utf8' })
    return stderr.split('\n').filter((line) => line.includes('fairslot@'))
  }
  expect(verify(unit)).toEqual([])
  expect(verify(unit.replace('RestartSec=', 'RestartSecond='))).not.toEqual([])
  rmSync(folder, { recursive: true })
})
