import type pg from 'pg'
import { expect } from 'vitest'
import { findWaiting } from '../waiting.ts'

/** The locks of the booking's statement, as migration 0051 spells them: of one that waits, and of those written together. */
type Lock = { alone: string; together: string; strength: string }
export const MEMBER_LOCK: Lock = {
  alone: 'from members m where m.id = its_booker',
  together: 'from members m where m.id = any (array(select w.booker from whole w))',
  strength: ' for no key update',
}
export const DOCENT_LOCK: Lock = {
  alone: 'from docents d where d.id = its_place',
  together: 'from docents d where d.id = any (array(select w.place_id from whole w where is_tour))',
  strength: ' for key share',
}

/** Judges bookings otherwise while `work` is done, for the control of a race. */
export async function withOtherJudge<T>(
  pool: pg.Pool,
  change: (judge: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await pool.query<{ judge: string }>(
    `select pg_get_functiondef('judge_bookings'::regproc) as judge`,
  )
  const { judge } = rows[0]!
  const other = change(judge)
  expect(other).not.toBe(judge)
  await pool.query(other)
  try {
    return await work()
  } finally {
    await pool.query(judge)
  }
}

/** Takes a lock out of the booking's statement while `work` is done, from those who wait for it and those who do not. */
export const withWeakerBooking = <T>(
  pool: pg.Pool,
  { alone, together, strength }: Lock,
  work: () => Promise<T>,
): Promise<T> => {
  const weaken = (judge: string) => {
    expect(judge).toContain(`${alone}${strength};`)
    expect(judge).toContain(`${together}${strength} skip locked`)
    return judge
      .replace(`${alone}${strength};`, `${alone};`)
      .replace(`${together}${strength} skip locked`, together)
  }
  return withOtherJudge(pool, weaken, work)
}

/** How many statements wait for what somebody holds, of those that write bookings or of all others. */
export async function countWaiting(pool: pg.Pool, are: 'bookings' | 'others' = 'bookings'): Promise<number> {
  const waiting = await findWaiting(pool)
  return waiting.filter((query) => query.startsWith('select make_bookings(') === (are === 'bookings')).length
}

/** Lets no reservation be written while `work` is done. */
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

/** Lets bookings that have counted wait before they write, until there are more than `most`. */
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

/** Begins bookings of one server, and lets the first be written once the others stand behind it. */
export async function behindEachOther<T>(pool: pg.Pool, book: () => Promise<T>[]): Promise<T[]> {
  const booked = await whileNoneIsWritten(pool, async () => {
    const begun = book()
    await expect.poll(() => countWaiting(pool), { interval: 5 }).toBe(1)
    // Of the others none asks the database anything any more: only the first does, and whoever holds it up.
    await expect.poll(() => pool.totalCount - pool.idleCount, { interval: 5 }).toBe(2)
    return begun
  })
  return Promise.all(booked)
}

/**
 * Begins bookings, lets them stand still where they have their locks and have written nothing yet, and begins `crossing`:
 * they go on once something of that waits too. Without this a booking is over before anything can come in between.
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
