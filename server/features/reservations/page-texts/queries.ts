import { sql } from 'kysely'
import type { Instant } from '../../../../domain/madrid-time.ts'
import { canCancel, displayedStatus } from '../../../../domain/reservation.ts'
import type { Db } from '../../../database/transaction.ts'
import { makeKeptReads } from '../../../live/kept-reads.ts'
import { factsOf, selectReservations, toWire } from '../queries.ts'

/**
 * Which version of a reservation `r` a transaction sees: each change of its row makes a new one, also the last step of a
 * history. A slot that is deleted takes its number out of another table, and the setting decides whether codes are shown.
 */
export const VERSION = sql<string>`concat(r.xmin, ' ', (select arrivals from settings), ' ', (
  select string_agg(coalesce(t.slot_id, 0)::text, ',' order by t.position) from reservation_slots t
  where t.reservation_id = r.id))`

type InShort = Parameters<typeof factsOf>[0] & { id: number; version: string }
type Text = { version: string; text: string }

/** Answers the texts of these reservations at `now`, in their order. */
export type FindTexts = (db: Db, rows: readonly InShort[], now: Instant) => Promise<Text[]>

/** In letters: those of some days that administrators look at. */
const MAX_KEPT = 2_000_000
/** Nobody's texts outlive their deletion in memory for longer. */
const USEFUL_MS = 10 * 60_000
/** Few enough that others are answered between two readings. */
const AT_ONCE = 250

/**
 * The JSON texts of reservations as an administrator sees them, kept by version. After a decision every administrator asks
 * for the same day, of which one reservation is another than before.
 */
export function makeKeptTexts(): FindTexts {
  const kept = makeKeptReads<Text>({
    max: MAX_KEPT,
    weigh: ({ text }) => text.length,
    usefulMs: USEFUL_MS,
  })

  return async (db, rows, now) => {
    // The clock alone changes these two.
    const versionOf = (row: InShort) =>
      `${row.version} ${displayedStatus(factsOf(row), now)} ${canCancel(factsOf(row), 'admin', now)}`
    const versions = new Map(rows.map((row) => [row.id, versionOf(row)]))
    const found = new Map<number, Text>()
    for (const [id, version] of versions) {
      const text = kept.find(String(id))
      if (text?.version === version) found.set(id, text)
    }
    const unknown = [...versions.keys()].filter((id) => !found.has(id))
    while (unknown.length > 0) {
      const ids = unknown.splice(0, AT_ONCE)
      const read = await selectReservations(db)
        .where('r.id', '=', sql<number>`any(${ids}::int[])`)
        .execute()
      for (const row of read) {
        const json = JSON.stringify(toWire(row, 'admin', now))
        const text = { version: versions.get(row.id)!, text: json }
        found.set(row.id, text)
        await kept.read(String(row.id), async () => text)
      }
    }
    return rows.map(({ id }) => found.get(id)!)
  }
}
