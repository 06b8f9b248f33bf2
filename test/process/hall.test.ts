import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { loadOf, phonesOfOneProcess, type HallOf, type RoleCosts } from '../../bench/scale-model.ts'

const HALL = join(import.meta.dirname, '../../bench/hall.ts')

test('a small hall polls, hears, books and decides, and its rush sells no time twice', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [HALL, '--seconds', '0.6'])
  expect(stdout).toMatch(/of 4 wanted times 4 sold, 0 of all sold twice/)
  // The page itself is there once the app was built; every call of the pattern is one that the service knows.
  expect(stdout).not.toMatch(/ERROR \d+ x (?!page).* 4\d\d/)
  // A machine that has much else to do answers some of it in the next part of the run.
  expect(stdout).toMatch(/schedule +[1-9]\d* /)
  expect(stdout).toMatch(/[1-9]\d* after a change/)
  expect(stdout).toMatch(/bookings \{"booked":[1-9]/)
  expect(stdout).toMatch(/; [1-9]\d* decisions/)
  expect(stdout).toMatch(/"slot_taken":[1-9]/)
})

describe('the model of a hall', () => {
  const costs: RoleCosts = {
    idleMs: 600,
    idleBytes: 100e6,
    phoneMs: 1,
    boardMs: 2,
    adminMs: 100,
    phoneBytes: 20e3,
    changeMs: 50,
    phoneHearsMs: 0.2,
    boardHearsMs: 1,
    adminHearsMs: 20,
    bookingMs: 5,
    decisionMs: 5,
  }
  const hall: HallOf = {
    phones: 1_000,
    boards: 10,
    admins: 2,
    processes: 1,
    bookingsAMinute: 10,
    decisionsAMinute: 10,
  }
  const cpuOf = (changed: Partial<HallOf>) => loadOf(costs, { ...hall, ...changed }).cpuMs

  test('adds up what each role costs', () => {
    // Twelve changes of the times, of which 800 phones hear; twenty changes of anything.
    expect(loadOf(costs, hall).parts).toEqual({
      idle: 600,
      polls: 1_000 + 20 + 200,
      'phones that hear': 12 * 50 + 12 * 800 * 0.2,
      'boards that hear': 20 * 10,
      'administrators that hear': 20 * 2 * 20,
      'bookings and decisions': 100,
    })
  })

  test('of two programs each makes the schedule anew, and nothing else is done twice', () => {
    expect(cpuOf({ processes: 2 }) - cpuOf({})).toBeCloseTo(600 + 12 * 50)
    expect(loadOf(costs, { ...hall, processes: 2 }).bytes).toBe(100e6 + 500 * 20e3)
  })

  test('more changes than can be told cost phones nothing more', () => {
    const told = (bookingsAMinute: number) =>
      loadOf(costs, { ...hall, bookingsAMinute, decisionsAMinute: 0 }).parts['phones that hear'] -
      bookingsAMinute * costs.changeMs
    expect(told(70)).toBeCloseTo(70 * 800 * 0.2)
    expect(told(200)).toBeCloseTo(told(100))
  })

  test('one program carries as many phones as keep it just below full', () => {
    const phones = phonesOfOneProcess(costs, hall)
    const busy = (count: number) => {
      const times = count / hall.phones
      return cpuOf({ phones: count, bookingsAMinute: 10 * times, decisionsAMinute: 10 * times })
    }
    expect(busy(phones)).toBeLessThanOrEqual(42_000)
    expect(busy(phones + 1)).toBeGreaterThan(42_000)
  })
})
