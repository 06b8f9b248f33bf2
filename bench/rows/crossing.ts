import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import type { Group } from '../harness/bench.ts'
import { makePeople } from './crossing-work.ts'

const VISITORS = 8

/**
 * How often PostgreSQL has to undo work because two wait for each other crosswise, when visitors book while administrators
 * decide, move, lock, plan, import and delete without a pause.
 * It leaves nothing of the event as it was, and so has one of its own.
 */
export const crossing: Group = {
  name: 'crossing',
  async rows(bench) {
    const { service, url } = await bench.fresh()
    const pool = new pg.Pool({ connectionString: url })
    try {
      const counts = new Map<string, number>()
      const count = (name: string, status: number) =>
        counts.set(`${name} ${status}`, (counts.get(`${name} ${status}`) ?? 0) + 1)
      const { visitor, ...administrators } = makePeople({ origin: service.origin, pool }, count)
      const people = [
        ...Array.from({ length: VISITORS }, visitor),
        ...Object.values(administrators).map((make) => make()),
        // Those who change much at once have a colleague who does the same.
        administrators.decides(),
        administrators.decidesMany(),
        administrators.locks(),
        administrators.plans(),
        administrators.imports(),
        administrators.deletesSlots(),
      ]
      const before = await countDeadlocks(pool)
      const start = performance.now()
      const isOver = () => performance.now() - start > bench.seconds * 1000
      await Promise.all(
        people.map(async (coming) => {
          const { work } = await coming
          while (!isOver()) await work()
        }),
      )
      const answers = [...counts].toSorted(([a], [b]) => a.localeCompare(b))
      const note = answers.map(([name, times]) => `${times} ${name}`).join(', ')
      const row = { group: 'crossing', unit: '', spread: null } as const
      return [
        {
          ...row,
          name: `deadlocks in ${bench.seconds} s of mixed work`,
          value: (await countDeadlocks(pool)) - before,
          note,
        },
        { ...row, name: 'live reservations without their times after it', value: await countAstray(pool) },
      ]
    } finally {
      await pool.end()
    }
  },
}

async function countDeadlocks(pool: pg.Pool): Promise<number> {
  // A connection tells its figures when it is idle, or at the latest when it closes.
  await wait(1_500)
  const { rows } = await pool.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]!.deadlocks)
}

async function countAstray(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(`
    select r.id from reservations r where r.status in ('PENDING', 'APPROVED', 'CANCEL_REQUESTED') and
      (select array_agg(t.slot_id order by t.slot_id) from reservation_slots t where t.reservation_id = r.id)
      is distinct from (select array_agg(s.id order by s.id) from slots s where s.reservation_id = r.id)`)
  return rows.length
}
