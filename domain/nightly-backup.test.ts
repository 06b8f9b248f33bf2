import { describe, expect, test } from 'vitest'
import { instantOf } from './madrid-time.ts'
import { backupOverdueHours, isBackupDue } from './nightly-backup.ts'

const on = (date: string, time: string) => instantOf(date, time)!
const NEVER = { succeeded_at: null, failed_at: null }
const now = on('2026-11-20', '09:00')

describe('a nightly backup at 03:00 is due', () => {
  test.each([
    ['where there was none yet', NEVER, '09:00', true],
    [
      'when that of last night is missing',
      { ...NEVER, succeeded_at: on('2026-11-19', '03:00') },
      '09:00',
      true,
    ],
    ['not when last night has one', { ...NEVER, succeeded_at: on('2026-11-20', '03:01') }, '09:00', false],
    ['not before the hour', { ...NEVER, succeeded_at: on('2026-11-19', '03:00') }, '02:59', false],
    ['at the hour', { ...NEVER, succeeded_at: on('2026-11-19', '03:00') }, '03:00', true],
    [
      'not within the hour after a failure',
      { ...NEVER, failed_at: on('2026-11-20', '08:01') },
      '09:00',
      false,
    ],
    ['an hour after a failure', { ...NEVER, failed_at: on('2026-11-20', '08:00') }, '09:00', true],
    [
      'when it was made on a clock that was ahead',
      { ...NEVER, succeeded_at: on('2026-12-24', '03:00') },
      '09:00',
      true,
    ],
  ])('%s', (_, fate, time, due) => {
    expect(isBackupDue(fate, '03:00', on('2026-11-20', time))).toBe(due)
  })

  test('even at a wall time that a clock change skips or repeats', () => {
    const last = { ...NEVER, succeeded_at: on('2026-03-28', '02:30') }
    expect(isBackupDue(last, '02:30', on('2026-03-29', '01:59'))).toBe(false)
    expect(isBackupDue(last, '02:30', on('2026-03-29', '04:00'))).toBe(true)
    const first = on('2026-10-25', '02:30')
    const again = { ...NEVER, succeeded_at: first }
    expect(isBackupDue(again, '02:30', first + 3_600_000)).toBe(false)
  })
})

describe('administrators see how long the backup has been missing', () => {
  test.each([
    ['not before the first', NEVER, 0],
    ['not within 26 hours', { ...NEVER, succeeded_at: now - 26 * 3_600_000 }, 0],
    ['after more than that', { ...NEVER, succeeded_at: now - 27 * 3_600_000 }, 27],
    [
      'at once when the last one failed',
      { succeeded_at: now - 24.5 * 3_600_000, failed_at: now - 60_000 },
      24,
    ],
    ['also when the very first one failed', { ...NEVER, failed_at: now - 60_000 }, 1],
    ['not of a failure that was made good', { succeeded_at: now - 60_000, failed_at: now - 3_600_000 }, 0],
  ])('%s', (_, fate, hours) => {
    expect(backupOverdueHours(fate, now)).toBe(hours)
  })
})
