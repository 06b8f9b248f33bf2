import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { environmentWith } from '../../server/env.ts'
import type { Postgres } from './postgres.ts'
import { summarize, type Sample } from './row.ts'

const INSTALLATIONS = '/usr/lib/postgresql'
/** Each client has this many bookings, and then begins with its first again. */
const A_CLIENT = 1_000
const CLIENTS = 8

/**
 * Plain tables with keys, without triggers and rules. Do not adapt them when the tables of the service change: figures of
 * different releases must stay comparable.
 */
const TABLES = `
  create table slots (id integer primary key, room_id integer, starts_at timestamptz, ends_at timestamptz, time text,
    end_time text, duration integer, reservation_id integer) with (fillfactor = 50);
  create table reservations (id integer generated always as identity primary key, kind text, status text, version integer,
    member_id integer, room_id integer, event_date_id integer, date date, starts_at timestamptz, ends_at timestamptz,
    place jsonb, visitor jsonb, member jsonb, note text, created_at timestamptz, updated_at timestamptz);
  create index on reservations (member_id, starts_at);
  create table reservation_slots (reservation_id integer, position integer, slot_id integer, time text, end_time text,
    duration integer, primary key (reservation_id, position));
  create table reservation_history (id integer generated always as identity primary key, reservation_id integer,
    at timestamptz, actor_kind text, actor text, action text, to_status text);
  create index on reservation_history (reservation_id, id);
  create table mails (id integer generated always as identity primary key, kind text, reservation_id integer,
    to_address text, facts jsonb, message_id text unique, status text, created_at timestamptz);
  insert into slots select n, n % 30, t, t + interval '10 minutes', '09:00', '09:10', 10, null
    from generate_series(1, ${CLIENTS * A_CLIENT * 3}) n, lateral (select timestamptz '2027-01-01' + n * interval '10 minutes' as t) at;`

const [PLACE, VISITOR, MEMBER] = [
  { name: '상담실 12', floor: 3, size: 20 },
  {
    title: '측정',
    company: '한빛전자',
    name: '박지민',
    manager_name: '김도윤',
    phone: '010-2345-6789',
    count: 1,
  },
  { name: '방문자12', company_name: '한빛전자', position: '과장', phone: '010-7000-0012' },
].map((facts) => `'${JSON.stringify(facts)}'::jsonb`)

/** One statement, and so one transaction: $1 is the first of three slots, $2 the member. */
const BOOK = `
  with booked as (
    insert into reservations (kind, status, version, member_id, room_id, event_date_id, date, starts_at, ends_at, place,
      visitor, member, created_at, updated_at)
    select 'GROUP_MEETING', 'PENDING', 1, $2::int, room_id, 1, '2027-01-01', starts_at, ends_at + interval '20 minutes',
      ${PLACE}, ${VISITOR}, ${MEMBER}, '2026-11-20', '2026-11-20'
    from slots where id = $1::int returning id
  ), held as (
    update slots set reservation_id = booked.id from booked where slots.id between $1::int and $1::int + 2
    returning slots.id, time, end_time, duration
  ), times as (
    insert into reservation_slots select booked.id, held.id - $1::int + 1, held.id, time, end_time, duration
    from booked, held
  ), history as (
    insert into reservation_history (reservation_id, at, actor_kind, actor, action, to_status)
    select id, '2026-11-20', 'member', '방문자12', 'create', 'PENDING' from booked
  )
  insert into mails (kind, reservation_id, to_address, facts, message_id, status, created_at)
  select 'requested', id, 'visitor12@example.com', jsonb_build_object('place', ${PLACE}, 'visitor', ${VISITOR},
    'member', ${MEMBER}, 'reservation', id), '<reservation-' || id || '-1-create@localhost>', 'queued', '2026-11-20'
  from booked`

const SCRIPT = `
\\set n (:n + 1) % ${A_CLIENT}
\\set first (:client_id * ${A_CLIENT} + :n) * 3 + 1
\\set member random(1, 1000)
${BOOK.replaceAll('$1', ':first').replaceAll('$2', ':member').replaceAll(/\s+/g, ' ').trim()};
`

export type Reference = {
  name: string
  book(seconds: number): Promise<Sample>
}

/** The rows of bookings, written by PostgreSQL alone: by pgbench, or by loops of the driver where it is not installed. */
export async function openReference(open: AsyncDisposableStack, postgres: Postgres): Promise<Reference> {
  const at = { ...postgres.connection, database: 'reference' }
  await postgres.create(at.database)
  const pool = new pg.Pool({ ...at, max: CLIENTS })
  open.defer(() => pool.end())
  await pool.query(TABLES)
  const program = findPgbench()
  return {
    name: program ? 'pgbench' : 'loops of the driver, because pgbench is not installed',
    async book(seconds) {
      await pool.query('truncate reservations, reservation_slots, reservation_history, mails')
      const sample = program ? await runPgbench(program, at, seconds) : await runLoops(pool, seconds)
      const { rows } = await pool.query<{ missing: number }>(
        `select count(*)::int * 3 - (select count(*)::int from reservation_slots) as missing from reservations`,
      )
      if (rows[0]!.missing !== 0) throw new Error(`the reference lacks ${rows[0]!.missing} rows`)
      return sample
    },
  }
}

function findPgbench(): string | undefined {
  const versions = existsSync(INSTALLATIONS)
    ? readdirSync(INSTALLATIONS).toSorted((a, b) => Number(b) - Number(a))
    : []
  const folders = [
    ...(environmentWith({})['PATH'] ?? '').split(delimiter),
    ...versions.map((each) => join(INSTALLATIONS, each, 'bin')),
  ]
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path))
}

type At = { host: string; port: number; user: string; database: string }

async function runPgbench(
  program: string,
  { host, port, user, database }: At,
  seconds: number,
): Promise<Sample> {
  const folder = mkdtempSync(join(tmpdir(), 'fairslot-pgbench-'))
  try {
    const script = join(folder, 'book.sql')
    writeFileSync(script, SCRIPT)
    const where = ['-h', host, '-p', String(port), '-U', user]
    const how = ['-n', '-M', 'prepared', '-D', 'n=0', '-f', script, '-c', String(CLIENTS), '-j', '1']
    // pgbench takes whole seconds.
    const until = seconds < 1 ? ['-t', '20'] : ['-T', String(Math.round(seconds))]
    const log = ['--log', '--log-prefix', join(folder, 'log')]
    const { stdout } = await promisify(execFile)(program, [...where, ...how, ...until, ...log, database])
    const perSecond = Number(/tps = ([\d.]+)/.exec(stdout)![1])
    const logs = readdirSync(folder).filter((name) => name.startsWith('log'))
    const times = logs.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'))
    return sampleOf(
      times.map((line) => Number(line.split(' ')[2]) / 1000),
      perSecond,
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function runLoops(pool: pg.Pool, seconds: number): Promise<Sample> {
  const times: number[] = []
  const began = performance.now()
  const loop = async (client: number) => {
    for (let n = 0; performance.now() - began < seconds * 1000; n = (n + 1) % A_CLIENT) {
      const asked = performance.now()
      const values = [(client * A_CLIENT + n) * 3 + 1, 1 + (n % 1000)]
      await pool.query({ name: 'book', text: BOOK, values })
      times.push(performance.now() - asked)
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, (_, client) => loop(client)))
  return sampleOf(times, times.length / ((performance.now() - began) / 1000))
}

const sampleOf = (times: number[], perSecond: number): Sample => ({
  ...summarize(times),
  perSecond,
  asking: 0,
  refused: 0,
})
