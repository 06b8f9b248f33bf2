// How often does PostgreSQL have to undo work because two wait for each other crosswise, when visitors book while
// administrators decide, move, lock, plan, import and delete without a pause?
import { openBenchServer } from './bench-server.ts'
import { makePeople } from './crossing-work.ts'
import { secondsAsked } from './load.ts'

const seconds = secondsAsked()
const VISITORS = 8

const server = await openBenchServer({ admin: { name: 'admin', password: 'a long enough password' } })
try {
  const counts = new Map<string, number>()
  const count = (name: string, status: number) =>
    counts.set(`${name} ${status}`, (counts.get(`${name} ${status}`) ?? 0) + 1)
  const { visitor, ...administrators } = makePeople(server, count)
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
  const before = await deadlocks()
  const start = performance.now()
  const isOver = () => performance.now() - start > seconds * 1000
  await Promise.all(
    people.map(async (coming) => {
      const { work } = await coming
      while (!isOver()) await work()
    }),
  )
  const answers = [...counts].toSorted(([a], [b]) => a.localeCompare(b))
  for (const [name, times] of answers) console.log(`${String(times).padStart(8)}  ${name}`)
  console.log(
    `${seconds} s: ${(await deadlocks()) - before} deadlocks, ${await countAstray()} reservations without their times`,
  )
} finally {
  await server.close()
}

async function deadlocks(): Promise<number> {
  // A connection tells its figures when it is idle, or at the latest when it closes.
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const { rows } = await server.pool.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  return Number(rows[0]!.deadlocks)
}

async function countAstray(): Promise<number> {
  const { rows } = await server.pool.query(`
    select r.id from reservations r where r.status in ('PENDING', 'APPROVED', 'CANCEL_REQUESTED') and
      (select array_agg(t.slot_id order by t.slot_id) from reservation_slots t where t.reservation_id = r.id)
      is distinct from (select array_agg(s.id order by s.id) from slots s where s.reservation_id = r.id)`)
  return rows.length
}
