// How long does a backup take, and a restore, of an event with many reservations, and how much memory?
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { makePool } from '../server/database/connect.ts'
import { startEmbedded } from '../server/database/embedded/embedded.ts'
import { migrate } from '../server/database/migrate.ts'

// A short run asks whether it works, not how long it takes.
const DAYS = process.argv.includes('--seconds') ? 2 : 100
const ROOMS = 30
const SLOTS_A_DAY = 42
const root = mkdtempSync(join(tmpdir(), 'fairslot-bench-backup-'))
// Root starts the database as another user, who must be able to pass.
chmodSync(root, 0o711)
const live = join(root, 'live')
const file = join(root, 'event.tar.gz')

/** One meeting of one slot in each slot: with its times, two entries of history, a mail and an entry of the audit log. */
const FILL = `
  insert into rooms (name, floor, size) select 'Room ' || n, 1, 20 from generate_series(1, ${ROOMS}) n;
  insert into event_dates (date) select date '2026-01-01' + n from generate_series(1, ${DAYS}) n;
  insert into members (name, name_key, email, phone, company_name, position, created_at)
    select '방문자' || n, '방문자' || n, 'visitor' || n || '@example.com', '010-1000-' || lpad(n::text, 4, '0'),
      '한빛전자', '과장', '2026-01-01' from generate_series(1, 5000) n;
  insert into slots (room_id, event_date_id, time, end_time, duration, starts_at, ends_at)
    select r.id, d.id, to_char(t, 'HH24:MI'), to_char(t + interval '10 minutes', 'HH24:MI'), 10, t, t + interval '10 minutes'
    from rooms r, event_dates d, generate_series(0, ${SLOTS_A_DAY - 1}) n,
      lateral (select d.date::timestamptz + interval '9 hours' + n * interval '10 minutes' as t) at;
  insert into reservations (kind, status, member_id, room_id, event_date_id, date, starts_at, ends_at, place, visitor, member, note, created_at, updated_at)
    select 'GROUP_MEETING', 'APPROVED', 1 + s.id % 5000, s.room_id, s.event_date_id, d.date, s.starts_at, s.ends_at,
      jsonb_build_object('name', 'Room', 'floor', 1, 'size', 20),
      jsonb_build_object('title', '신제품 공급 협의', 'company', '한빛전자', 'name', '박지민', 'manager_name', '김도윤',
        'phone', '010-2345-6789', 'count', 3),
      jsonb_build_object('name', '방문자', 'company_name', '한빛전자', 'position', '과장', 'phone', '010-1000-0001'),
      md5(s.id::text), '2026-01-01', '2026-01-02'
    from slots s join event_dates d on d.id = s.event_date_id order by s.id;
  update slots set reservation_id = id;
  insert into reservation_slots (reservation_id, position, slot_id, time, end_time, duration)
    select id, 1, id, time, end_time, duration from slots;
  insert into reservation_history (reservation_id, at, actor_kind, actor, action, to_status)
    select id, '2026-01-01', 'member', '방문자', action, 'APPROVED' from reservations, unnest(array['request', 'approve']) action;
  insert into mails (kind, reservation_id, to_address, subject, text, html, message_id, status, created_at, sent_at)
    select 'approved', id, 'visitor@example.com', '예약이 승인되었습니다', repeat(md5(id::text) || ' ', 30),
      repeat('<p>' || md5(id::text) || '</p>', 100), '<' || id || '@example.com>', 'sent', '2026-01-02', '2026-01-02'
    from reservations;
  insert into audit_log (at, admin_id, admin, action, target, summary, details)
    select '2026-01-02', 1, 'admin', 'POST /api/admin/reservations/', 'reservation ' || id, 'approve', '{}' from reservations;`

async function fill() {
  const embedded = await startEmbedded({ dataDir: live, log: () => {} })
  const pool = makePool(embedded.connection, () => {})
  await migrate(pool)
  await pool.end()
  // Without the limits of the service, which are for what people do.
  const client = new pg.Client(embedded.connection)
  await client.connect()
  await client.query(`begin; ${FILL} commit`)
  await client.end()
  await embedded.stop()
}

/** Runs a command to its end; prints its seconds, and the most memory that its own process had. */
async function measure(name: string, dataDir: string, args: string[]) {
  const begun = performance.now()
  const code = `process.on('exit', () => console.error('peak', process.resourceUsage().maxRSS))`
  const flags = ['--import', `data:text/javascript,${encodeURIComponent(code)}`]
  const child = spawn(process.execPath, [...flags, ...args], {
    env: { DATA_DIR: dataDir },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const [status] = (await once(child, 'close')) as [number]
  if (status !== 0) throw new Error(output)
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  const peak = Math.round(Number(/peak (\d+)/.exec(output)![1]) / 1024)
  console.log(`${name.padEnd(8)} ${seconds.padStart(7)} s  ${peak} MB of memory at most`)
}

try {
  await fill()
  console.log(`${DAYS * ROOMS * SLOTS_A_DAY} reservations`)
  await measure('backup', live, ['server/cli/backup.ts', file])
  console.log(`file     ${(statSync(file).size / 1e6).toFixed(1).padStart(7)} MB`)
  await measure('check', live, ['server/cli/backup.ts', '--check', file])
  await measure('restore', join(root, 'other'), ['server/cli/restore.ts', file])
} finally {
  rmSync(root, { recursive: true })
}
