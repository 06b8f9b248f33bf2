import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { environmentWith } from '../../server/env.ts'
import type { Bench, Group } from '../harness/bench.ts'
import { makeFolder } from '../harness/postgres.ts'
import type { Row } from '../harness/sample.ts'

/** A backup of a hundred times the data, its check, and the restore into an empty database. */
export const backup: Group = {
  name: 'backup',
  async rows(bench) {
    const { service, url } = await bench.large()
    const folder = makeFolder()
    const file = join(folder, 'event.tar.gz')
    const [live, other] = [
      { DATA_DIR: service.dataDir, DATABASE_URL: url },
      { DATA_DIR: join(folder, 'other'), DATABASE_URL: await bench.createDatabase('restored') },
    ]
    try {
      const rows = [
        ...(await measure(bench, 'backup', live, ['server/cli/backup.ts', file])),
        ...(await measure(bench, 'check of a backup', live, ['server/cli/backup.ts', '--check', file])),
        ...(await measure(bench, 'restore', other, ['server/cli/restore.ts', file])),
      ]
      return [...rows, rowOf('size of the backup', 'MB', statSync(file).size / 1e6)]
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
}

const rowOf = (name: string, unit: 'ms' | 'MB', value: number): Row => ({
  group: 'backup',
  name: `100 times the data: ${name}`,
  unit,
  value,
  spread: null,
})

/** Runs a command to its end: its time, and the most memory that its own process had. */
async function measure({ checkout }: Bench, name: string, settings: Record<string, string>, args: string[]) {
  const began = performance.now()
  const code = `process.on('exit', () => console.error('peak', process.resourceUsage().maxRSS))`
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
  const child = spawn(process.execPath, [...flags, ...args], {
    cwd: checkout,
    env: environmentWith(settings),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const [status] = (await once(child, 'close')) as [number]
  if (status !== 0) throw new Error(output)
  const peak = Number(/peak (\d+)/.exec(output)![1]) / 1024
  return [rowOf(name, 'ms', performance.now() - began), rowOf(`memory of a ${name}`, 'MB', peak)]
}
