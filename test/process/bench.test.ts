import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../bench')
/** The files that can be run: each begins with its question. */
const benchmarks = readdirSync(FOLDER).filter((name) =>
  readFileSync(join(FOLDER, name), 'utf8').startsWith('// How'),
)

/** The answers that are no ratio of two rates. */
const ANSWERS: Readonly<Record<string, RegExp>> = {
  'backup.ts': /restore +\d+\.\d s/,
  'crossing.ts': /: \d+ deadlocks, 0 reservations without their times/,
  'mass.ts': /\d+\.\d+ s +\d+ statements .*rejected at once/,
}
const RATIO = /\d+\.\d+ x +\d+\/s/

test('there are benchmarks', () => {
  expect(benchmarks.length).toBeGreaterThan(0)
})

test.each(benchmarks)('%s still runs and answers its question', async (name) => {
  const { stdout } = await promisify(execFile)(process.execPath, [join(FOLDER, name), '--seconds', '0.3'])
  expect(stdout).toMatch(ANSWERS[name] ?? RATIO)
})
