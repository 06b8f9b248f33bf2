import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const BENCH = join(import.meta.dirname, '../../bench/bench.ts')
const ROWS = [
  'schedule',
  'own-reservations',
  'booking',
  'repeat',
  'approval',
  'large-screens',
  'large-schedule',
  'large-booking',
  'memory',
]
const QUICK = ['--seconds', '0.1', '--rounds', '1', '--days', '2']
/** Many times what it takes alone: it shares its cores with other tests. */
const TIMEOUT_MS = 280_000

/** The benchmark itself fails when an answer has the wrong status, or when a booking lacks its slots, history or mail. */
test(
  'the benchmark still measures its nine rows, and every call answers as it should',
  async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [BENCH, ...QUICK], { timeout: TIMEOUT_MS })
    const [, ...lines] = stdout.trim().split('\n\n')[0]!.split('\n')
    const measured = lines.map((line) => /^([\w-]+) +([\d.]+) /.exec(line)?.slice(1) ?? [line])
    expect(measured.map(([name]) => name)).toEqual(ROWS)
    expect(measured.filter(([, figure]) => !(Number(figure) > 0))).toEqual([])
    expect(stdout).toMatch(/load average of one minute: [\d.]+ before, [\d.]+ after/)
  },
  TIMEOUT_MS + 10_000,
)
