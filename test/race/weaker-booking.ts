import type pg from 'pg'
import { expect } from 'vitest'

/** The locks of the booking's statement, as migration 0043 spells them. */
export const MEMBER_LOCK = 'from members m where m.id = booker for no key update'
export const DOCENT_LOCK = 'from docents d where d.id = place_id for key share'

/** Takes a lock out of the booking's statement while `work` is done, for the control of a race. */
export async function withWeakerBooking<T>(pool: pg.Pool, lock: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await pool.query<{ judge: string }>(
    `select pg_get_functiondef('judge_booking'::regproc) as judge`,
  )
  const { judge } = rows[0]!
  const unlocked = lock.replace(/ for (no key update|key share)$/, '')
  expect(judge).toContain(`${lock};`)
  expect(judge).toContain(`${lock} skip locked;`)
  await pool.query(judge.replace(`${lock};`, `${unlocked};`).replace(`${lock} skip locked;`, `${unlocked};`))
  try {
    return await work()
  } finally {
    await pool.query(judge)
  }
}

/** Lets bookings that have counted wait before they write, until there are more than `most`. */
export async function untilManyHaveCounted<T>(
  pool: pg.Pool,
  most: number,
  book: () => Promise<T>,
): Promise<T> {
  const waiting = async () => {
    const { rows } = await pool.query(`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query like 'select make_bookings(%'`)
    return rows.length
  }
  const holder = await pool.connect()
  await holder.query('begin; lock table reservations in share mode')
  const booked = book()
  await expect.poll(waiting, { interval: 5, timeout: 20_000 }).toBeGreaterThan(most)
  await holder.query('rollback')
  holder.release()
  return booked
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
  const isAnyWaiting = async (like: 'like' | 'not like') => {
    const { rows } = await pool.query(`select from pg_stat_activity where datname = current_database()
      and wait_event_type = 'Lock' and query ${like} 'select make_bookings(%'`)
    return rows.length > 0
  }
  const holder = await pool.connect()
  await holder.query('begin')
  await holder.query('lock table reservations in share mode')
  const booked = book()
  await expect.poll(() => isAnyWaiting('like'), { interval: 5 }).toBe(true)
  const crossed = crossing()
  await expect.poll(() => isAnyWaiting('not like'), { interval: 5, timeout: 5_000 }).toBe(true)
  await holder.query('rollback')
  holder.release()
  return [await Promise.all(booked), await Promise.all(crossed)]
}
