import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import type { Row } from '../../bench/harness/sample.ts'

const BENCH = join(import.meta.dirname, '../../bench/bench.ts')

test('the benchmark measures every row of its table', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-bench-test-'))
  try {
    const json = join(folder, 'rows.json')
    const quick = ['--seconds', '0.1', '--rounds', '1', '--days', '2']
    await promisify(execFile)(process.execPath, [BENCH, ...quick, '--json', json])
    const { rows } = JSON.parse(readFileSync(json, 'utf8')) as { rows: Row[] }
    const missing = rows.filter(({ value }) => !(value !== null && value > 0))
    expect(missing).toEqual([])
    expect(rows.length).toBeGreaterThan(8)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
