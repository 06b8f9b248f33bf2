import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import * as hall from '../../bench/hall/pattern.ts'
import type { Row } from '../../bench/harness/sample.ts'
import { ADMIN_SCREENS } from '../../bench/harness/screens.ts'

const BENCH = join(import.meta.dirname, '../../bench/bench.ts')
/** Every group but `desk`, which needs a browser, and `backup`, whose commands have tests; ratios of so short a run say nothing. */
const GROUPS = 'schedule,my-reservations,booking,screens,large,memory,streams,overload,mass,crossing'
const QUICK = ['--seconds', '0.1', '--rounds', '1', '--days', '2']
/** Many times what it takes alone: it shares its cores with other tests. */
const TIMEOUT_MS = 280_000

test('the people of a hall read what the app reads: each read names the file of the app that makes it', () => {
  const screens = [...hall.PHONE_SCREENS, hall.BOARD_SCREEN, ...hall.ADMIN_SCREENS]
  const files = screens.flatMap(({ reads }) => reads.map(({ from }) => from))
  expect(files.filter((file) => !existsSync(join(import.meta.dirname, '../..', file)))).toEqual([])
})

/** Each answer of the service is checked where it is measured: another status than the right one ends the run. */
test(
  'the benchmark still measures all that it promises, and every call answers as it should',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fairslot-bench-test-'))
    try {
      const json = join(folder, 'rows.json')
      const asked = [BENCH, '--only', GROUPS, ...QUICK, '--json', json]
      await promisify(execFile)(process.execPath, asked, { timeout: TIMEOUT_MS })
      const { rows } = JSON.parse(readFileSync(json, 'utf8')) as { rows: Row[] }
      // A screen's call that is not answered is named beside its row; so short an overload may serve nobody.
      const isMissing = ({ group, value, note = '' }: Row) =>
        (value === null && group !== 'overload') || / answered [45]/.test(note)
      expect(rows.filter(isMissing)).toEqual([])
      const count = (group: string) => rows.filter((row) => row.group === group).length
      const counts = ['reads', 'booking', 'screens', 'large', 'memory'].map(count)
      expect(counts).toEqual([3, 6, ADMIN_SCREENS.length, 2, 2])
      expect(rows.filter(({ name }) => /^live reservations without|wrong answers$/.test(name))).toMatchObject(
        [{ value: 0 }, { value: 0 }],
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  },
  TIMEOUT_MS + 10_000,
)
