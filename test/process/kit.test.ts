import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findFreePorts } from '../nginx.ts'
import { launch, makeDataDir } from '../server-process.ts'

const ROOT = join(import.meta.dirname, '../..')
const unit = readFileSync(join(ROOT, 'deploy/fairslot@.service'), 'utf8')

test('a start that fails is reported within ten seconds, and one that only a new setting cures is not repeated', async () => {
  const dataDir = makeDataDir()
  const [port] = await findFreePorts(1)
  const [, command] = /^ExecStartPost=\S+ (.*) \$MAINPID$/m.exec(unit.replaceAll('%i', String(port)))!
  const begin = performance.now()
  const failing = launch({ DATA_DIR: dataDir, DATABASE_URL: 'mysql://localhost', PORT: String(port) })
  const waiting = promisify(execFile)(
    join(ROOT, 'scripts/node'),
    [...command!.split(' '), String(failing.child.pid)],
    { cwd: ROOT },
  )
  await expect(waiting).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('ended before') })
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
