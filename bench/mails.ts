// How much does a mail cost, from the row that posts it until it has left, and how much the list of very many? Time is that
// of the processor, here and in PostgreSQL: a busy computer takes more of the clock for it.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { startEmbedded } from '../server/embedded/embedded.ts'
import { makeDb, makePool } from '../server/database/connect.ts'
import { migrate } from '../server/database/migrate.ts'
import { findFailures, findMails } from '../server/features/mails/queries.ts'
import { makeMeetingNotice, makeTourNotice } from '../server/mail/make-notice.ts'
import { mailRows, postMail } from '../server/mail/outbox.ts'
import type { Mail } from '../server/mail/mail.ts'
import { fileTransport } from '../server/mail/transport.ts'
import { startMail } from '../server/mail/worker.ts'

// A short run asks whether it works, not how long it takes.
const isShort = process.argv.includes('--seconds')
const [POSTED, LISTED, ROUNDS] = isShort ? [50, 1_000, 2] : [1_500, 126_000, 10]
const NOW = Date.parse('2026-11-19T08:30:00Z')

const dataDir = mkdtempSync(join(tmpdir(), 'fairslot-bench-mails-'))
// Root starts the database as another user, who must be able to pass.
chmodSync(dataDir, 0o711)
const embedded = await startEmbedded({ dataDir, log: () => {} })
const pool = makePool(embedded.connection, () => {})
const db = makeDb(pool)
let statements = 0
pool.on('connect', (client) => {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((...sent: unknown[]) => {
    statements += 1
    return send(...sent)
  }) as typeof client.query
})
// Without the limits of the service, which are for what people do; and no reservations stand behind these mails.
const client = new pg.Client(embedded.connection)
const log = { info() {}, warn() {}, error() {} }
const print = () => {}
const transport = fileTransport({ dir: join(dataDir, 'mail'), from: 'Stand <stand@example.com>', print })
try {
  await migrate(pool)
  await client.connect()
  await client.query('alter table mails drop constraint mails_reservation_fkey')
  await each('posting a mail', POSTED, async () => {
    for (let n = 0; n < POSTED; n += 1) await db.transaction().execute((tx) => postMail(tx, [mailOf(n)], NOW))
  })
  let stop = async () => {}
  await each('sending a mail, into files', POSTED, async () => {
    ;({ stop } = startMail({ pool, db, transport, now: () => NOW, log }))
    while ((await countQueued()) > 0) await sleep(100)
  })
  await stop()
  await list()
} finally {
  transport.close()
  await client.end()
  await db.destroy()
  await embedded.stop()
  rmSync(dataDir, { recursive: true })
}

function mailOf(n: number): Mail {
  const surroundings = { to: `visitor${n}@example.com`, version: n + 1 }
  return n % 2
    ? { kind: 'approved', facts: { ...makeTourNotice(), ...surroundings } }
    : { kind: 'request_received', facts: { ...makeMeetingNotice(), ...surroundings } }
}

async function countQueued(): Promise<number> {
  const text = `select count(*)::int as count from mails where status = 'queued'`
  return (await client.query<{ count: number }>(text)).rows[0]!.count
}

async function list() {
  const [row] = mailRows([mailOf(1)], NOW)
  await client.query(
    `insert into mails (kind, reservation_id, to_address, subject, facts, message_id, status, created_at)
     select 'approved', n, 'visitor' || n % 50000 || '@example.com', $1, $2, '<' || n || '>',
       case when n % 1000 = 0 then 'failed' else 'sent' end,
       timestamptz '2026-11-01' + n * interval '10 seconds'
     from generate_series(1, ${LISTED}) n`,
    [row!.subject, row!.facts],
  )
  await client.query('vacuum analyze mails')
  const calls: [string, () => Promise<unknown>][] = [
    ['the first page', () => findMails(db, {})],
    ['the last page', () => findMails(db, { page: LISTED / 50 })],
    ['those that failed', () => findMails(db, { status: 'failed' })],
    ['a search of one address', () => findMails(db, { search: 'visitor471@' })],
    ['a search of what all say', () => findMails(db, { search: '투어' })],
    ['the failures that matter', () => findFailures(db, NOW)],
  ]
  for (const [name, call] of calls)
    await each(`of ${LISTED} mails, ${name}`, ROUNDS, async () => {
      for (let round = 0; round < ROUNDS; round += 1) await call()
    })
}

async function each(name: string, count: number, work: () => Promise<void>) {
  const before = { node: process.cpuUsage(), database: databaseMs(), statements }
  await work()
  const { user, system } = process.cpuUsage(before.node)
  const ms = (total: number) => `${(total / count).toFixed(2).padStart(7)} ms`
  const sent = ((statements - before.statements) / count).toFixed(2)
  console.log(
    `${ms((user + system) / 1000)} here ${ms(databaseMs() - before.database)} in PostgreSQL ${sent} statements  ${name}`,
  )
}

/** The processor time of PostgreSQL's processes, those that have ended included. */
function databaseMs(): number {
  const running = readdirSync('/proc').flatMap((pid) => statOf(pid) ?? [])
  // The postmaster is the one that was started with this folder.
  const postmaster = running.find(({ command }) => /\bpostgres\b/.test(command) && command.includes(dataDir))
  return running.reduce((sum, { pid, fields }) => {
    const ticks = pid === postmaster?.pid ? [11, 12, 13, 14] : fields[1] === postmaster?.pid ? [11, 12] : []
    return sum + ticks.reduce((more, field) => more + Number(fields[field]) * 10, 0)
  }, 0)
}

function statOf(pid: string) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { pid, fields, command: readFileSync(`/proc/${pid}/cmdline`, 'utf8') }
  } catch {
    // No process, or one that has just ended.
    return undefined
  }
}
