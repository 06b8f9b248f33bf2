import pg from 'pg'
import { expect } from 'vitest'
import { findWaiting } from '../waiting.ts'

/** In the statement of a single booking, and of a batch. */
type Lock = { alone: RegExp; together: RegExp }
export const MEMBER_LOCK: Lock = {
  alone: /(from members where id = \S+) for no key update/,
  together: /(from members m where .*\)) for no key update skip locked/,
}
export const DOCENT_LOCK: Lock = {
  alone: /(from docents where id = \(.*\)) for key share/,
  together: /(from docents d where .*\)) for key share skip locked/,
}

/** Takes both locks from a booking that asks for another time. */
export const withoutChangeLocks = (statement: string): string =>
  statement
    .replace(MEMBER_LOCK.alone, '$1')
    .replace(/(select from reservations where id = .*) for update/, '$1')

/** Changes the locking statements of bookings for the control of a race. */
export async function withOtherLocks<T>(
  change: (statement: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  // oxlint-disable-next-line typescript/unbound-method -- It is called with the client that it was taken from.
  const { query } = pg.Client.prototype
  let changed = 0
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args as [{ text?: string; name?: string }]
    if (typeof first?.text === 'string' && isOfBooking(first.text)) {
      const text = change(first.text)
      if (text !== first.text) changed += 1
      args[0] = { ...first, text, name: undefined }
    }
    return (query as (...all: unknown[]) => unknown).apply(this, args)
  } as typeof query
  try {
    return await work()
  } finally {
    pg.Client.prototype.query = query
    expect(changed).toBeGreaterThan(0)
  }
}

export const withWeakerBooking = <T>({ alone, together }: Lock, work: () => Promise<T>): Promise<T> =>
  withOtherLocks((statement) => statement.replace(alone, '$1').replace(together, '$1'), work)

const isOfBooking = (statement: string) => statement.trimStart().startsWith('with bookings as')

export async function countWaiting(pool: pg.Pool, are: 'bookings' | 'others' = 'bookings'): Promise<number> {
  const waiting = await findWaiting(pool)
  return waiting.filter((query) => isOfBooking(query) === (are === 'bookings')).length
}

async function whileNoneIsWritten<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const holder = await pool.connect()
  try {
    await holder.query('begin; lock table reservations in share mode')
    return await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

/** Pauses bookings that have counted before they write, until there are more than `most`. */
export async function untilManyHaveCounted<T>(
  pool: pg.Pool,
  most: number,
  book: () => Promise<T>,
): Promise<T> {
  const [booked] = await whileNoneIsWritten(pool, async () => {
    const begun = [book()] as const
    await expect.poll(() => countWaiting(pool), { interval: 5, timeout: 20_000 }).toBeGreaterThan(most)
    return begun
  })
  return booked
}

/** Starts bookings of one server, and pauses the first until the others are queued. */
export async function behindEachOther<T>(pool: pg.Pool, book: () => Promise<T>[]): Promise<T[]> {
  const booked = await whileNoneIsWritten(pool, async () => {
    const begun = book()
    await expect.poll(() => countWaiting(pool), { interval: 5 }).toBe(1)
    // Only the first booking and the blocking session use the database.
    await expect.poll(() => pool.totalCount - pool.idleCount, { interval: 5 }).toBe(2)
    return begun
  })
  return Promise.all(booked)
}

/**
 * Pauses bookings that have their locks before they write, until `crossing` waits too. Otherwise they would
 * end too early.
 */
export async function amidBookings<Booked, Crossed>(
  pool: pg.Pool,
  book: () => Promise<Booked>[],
  crossing: () => Promise<Crossed>[],
): Promise<[Booked[], Crossed[]]> {
  const [booked, crossed] = await whileNoneIsWritten(pool, async () => {
    const begun = book()
    await expect.poll(() => countWaiting(pool), { interval: 5 }).toBeGreaterThan(0)
    const crossings = crossing()
    await expect.poll(() => countWaiting(pool, 'others'), { interval: 5, timeout: 5_000 }).toBeGreaterThan(0)
    return [begun, crossings] as const
  })
  return [await Promise.all(booked), await Promise.all(crossed)]
}
