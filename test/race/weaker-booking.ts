import type pg from 'pg'
import { expect } from 'vitest'

/** The locks of the booking's statement, as migration 0027 spells them. */
export const MEMBER_LOCK = "from members m where m.id = (judged #> '{member,id}')::integer for no key update"
export const DOCENT_LOCK = 'from docents d where d.id = place_id for key share'

/** Takes a lock out of the booking's statement while `work` is done, for the control of a race. */
export async function withWeakerBooking<T>(pool: pg.Pool, lock: string, work: () => Promise<T>): Promise<T> {
  const { rows } = await pool.query<{ book: string }>(`select pg_get_functiondef('book'::regproc) as book`)
  const { book } = rows[0]!
  expect(book).toContain(lock)
  await pool.query(book.replace(lock, lock.replace(/ for (no key update|key share)$/, '')))
  try {
    return await work()
  } finally {
    await pool.query(book)
  }
}
