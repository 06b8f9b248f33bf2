import type pg from 'pg'
import type { SimulatedFigures, Times } from './figures.ts'
import type { Meter } from './hall-server.ts'
import type { Wish } from './writes.ts'

/** A time of the hall: what the service was before and after it, and what the people saw. */
export type Phase = {
  name: string
  from: Meter
  to: Meter
  resident: number
  /** Of a core, in the few seconds in which the service had most to do. */
  busiest: number
  seen: SimulatedFigures
}

const whole = (value: number) => value.toFixed(0)
const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`

/** Prints what the people met and what it cost; so many polls a minute are expected while nothing changes. */
export function tellPhase({ name, from, to, resident, busiest, seen }: Phase, pollsAMinute: number) {
  const seconds = (to.at - from.at) / 1000
  const part = (cpuMs: number) => (cpuMs / seconds / 1000).toFixed(2)
  console.log(`\n${name}: ${seconds.toFixed(1)} s, ${whole(seen.all.count / seconds)} answers/s`)
  const kinds = Object.entries(seen.times).toSorted(([, a], [, b]) => b.count - a.count)
  for (const [kind, times] of [...kinds, ['all', seen.all] as const])
    console.log(`  ${kind.padEnd(24)} ${rowOf(times)}`)
  const { opening, poll, change, retry, write } = seen.sent
  console.log(
    `  sent: ${poll} polls (${whole((pollsAMinute * seconds) / 60)} were nothing to change), ${change} after a change, ${opening} by opening, ${write} writes, ${retry} again; ` +
      `${whole(seen.bytes / 1e6)} MB of answers; ${seen.heard} events heard by ${seen.streamsOpen} streams, ${seen.streamsLost} broke off`,
  )
  console.log(`  bookings ${JSON.stringify(seen.bookings)}; ${seen.decisions} decisions`)
  console.log(
    `  the service: ${part(to.cpuMs - from.cpuMs)} of a core (${busiest.toFixed(2)} at most), ${whole(resident / 1e6)} MB at most (heap in use at the end ${whole(to.heap / 1e6)}), ` +
      `${whole((to.statements - from.statements) / seconds)} statements/s, ${whole((to.commits - from.commits) / seconds)} commits/s, ` +
      `${to.connections} connections; PostgreSQL ${part(to.databaseMs - from.databaseMs)} of a core` +
      (to.proxyMs > 0 ? `; nginx ${part(to.proxyMs - from.proxyMs)}` : ''),
  )
  console.log(
    `  the simulator: ${part(seen.cpuMs)} of a core, late by ${ms(seen.lateP50)} (p99 ${ms(seen.lateP99)})`,
  )
  for (const [error, count] of Object.entries(seen.errors)) console.log(`  ERROR ${count} x ${error}`)
}

const rowOf = ({ count, p50, p99, worst }: Times) =>
  `${String(count).padStart(7)}  p50 ${ms(p50).padStart(7)}  p99 ${ms(p99).padStart(7)}  worst ${ms(worst).padStart(7)}`

/** The times that were sold, asked of the database itself. */
export async function checkSold(pool: pg.Pool, wishes: readonly Wish[]) {
  const { rows } = await pool.query<{ slot_id: number; wanted: boolean; reservations: number }>(
    `select t.slot_id, t.slot_id = any($1::int[]) as wanted, count(*)::int as reservations
    from reservation_slots t join reservations r on r.id = t.reservation_id
    where r.status not in ('REJECTED', 'CANCELLED') and t.slot_id is not null group by t.slot_id`,
    [wishes.map(({ slot_id }) => slot_id)],
  )
  return {
    wanted: wishes.length,
    sold: rows.filter(({ wanted }) => wanted).length,
    twice: rows.filter(({ reservations }) => reservations > 1).length,
  }
}
