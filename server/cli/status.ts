// fairslot status: what runs, and what waits, on one screen.
import { isoInMadrid, type Instant } from '../../domain/madrid-time.ts'
import { findBackupFate } from '../database/nightly-backup.ts'
import { programVersion } from '../database/program-version.ts'
import { readableFailure } from '../database/readable-failure.ts'
import { row } from '../doctor/database.ts'
import { openInstallation, type Installation } from '../doctor/installation.ts'
import { readEnv } from '../env.ts'
import { countSilent } from '../features/screens/queries.ts'
import { findOutbox } from '../http/database-metrics.ts'

const say = (what: string, text: string) => console.log(`${what.padEnd(12)}  ${text}`)

async function sayService({ running }: Installation) {
  const processes = await running
  if (processes.length === 0) say('service', 'does not run')
  for (const { origin, version, started_at } of processes)
    say('service', `${origin}, version ${version}, since ${isoInMadrid(started_at)}`)
  return processes.length > 0
}

const contentsAt = (now: Instant) => `select
  format('PostgreSQL %s, %s', current_setting('server_version'), pg_size_pretty(pg_database_size(current_database())))
    as database,
  (select format('%s, %s', event_name, coalesce(
    (select format('%s to %s', min(date), max(date)) from event_dates having count(*) > 0), 'no dates yet')) from settings)
    as event,
  (select count(*)::text from members) as members,
  (select format('%s live, of which %s wait for a decision', count(*), count(*) filter (where status <> 'APPROVED'))
    from reservations where live and ends_at > '${new Date(now).toISOString()}') as reservations`

async function sayContents(at: Installation) {
  const { db } = await at.opening
  for (const [what, text] of Object.entries(await row<Record<string, string>>(at, contentsAt(at.now))))
    say(what, text)
  for (const { kind, count, seconds } of await findOutbox(db, at.now))
    say(
      kind,
      count === 0 ? 'none waits' : `${count} wait, the oldest for ${Math.round(seconds / 60)} minutes`,
    )
  const { succeeded_at, failed_at, failure } = await findBackupFate(db)
  const made = succeeded_at === null ? 'none yet' : `${isoInMadrid(succeeded_at)}, restored for a trial`
  say('backup', (failed_at ?? 0) > (succeeded_at ?? 0) ? `${made}; then failed: ${failure}` : made)
  say('silent walls', String(await countSilent(db, at.now)))
}

try {
  const at = openInstallation(readEnv())
  say('version', programVersion())
  const isRunning = await sayService(at)
  try {
    await sayContents(at)
  } finally {
    await at.close()
  }
  process.exit(isRunning ? 0 : 1)
} catch (error) {
  say('problem', `${readableFailure(error)} fairslot doctor says more.`)
  process.exit(1)
}
