import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { getAttention } from '../../contract/admin/attention.ts'
import { makeFolder, removeFolders } from '../../test/backup.ts'
import { useAdmin, useTestApp } from '../../test/fixture.ts'
import { makeAdmin } from '../../test/make.ts'
import { withClient } from '../../test/test-database.ts'
import { MIGRATION_LOCK } from '../database/migrate.ts'
import { readKeys } from '../secret.ts'
import { checkBackup } from './check-backup.ts'
import {
  backUpNightly,
  findBackupsUntil,
  removeBackupsUntil,
  startNightlyBackups,
  type NightlyParts,
} from './nightly.ts'

const app = useTestApp({ findBackups: async () => [] })
const admin = useAdmin(app)
const secret = 'the secret of an installation in tests'

let dir: string
let logged: string[]
let parts: NightlyParts

beforeEach(async () => {
  await app.pool.query('delete from nightly_backup')
  dir = makeFolder()
  logged = []
  parts = {
    settings: { dir, keep_days: 2, at: '03:00' },
    db: app.db,
    connection: { connectionString: app.connectionString },
    dataDir: makeFolder(),
    secret,
    keyFor: readKeys({ secret, data_dir: '' }),
    now: app.now,
    log: {
      info: (_, message) => void logged.push(message),
      error: ({ err }: { err?: Error }, message) => void logged.push(`${message}: ${err?.message}`),
    },
  }
})

afterAll(removeFolders)

const { signal } = new AbortController()
const night = () => backUpNightly(parts, signal)
const attention = async () => (await admin.ok(getAttention, {})).backup
const metrics = async () => (await app.server.inject('/metrics')).body

test('backups that still contain erased persons are listed, and deleted on request', async () => {
  await night()
  const [made] = readdirSync(dir)
  const prefix = made!.slice(0, 'fairslot-00000000-'.length)
  const [later, others] = [`${prefix}2026-11-20-0801.tar.gz`, 'fairslot-ffffffff-2026-11-19-0300.tar.gz']
  for (const name of [later, others, 'notes.txt']) writeFileSync(join(dir, name), '')
  expect(await findBackupsUntil(parts, app.now())).toEqual([made])
  expect(await removeBackupsUntil(parts, app.now())).toBe(1)
  expect(readdirSync(dir).sort()).toEqual([later, others, 'notes.txt'].sort())
  expect(await removeBackupsUntil(parts, app.now())).toBe(0)
})

test('one of several processes makes the nightly backup, and administrators see when', async () => {
  expect(await attention()).toEqual({ succeeded_at: null, overdue_hours: 0 })
  expect(await metrics()).not.toMatch(/^fairslot_backup_age_seconds /m)
  await Promise.all([night(), night(), night()])
  await night()
  const files = readdirSync(dir)
  expect(files).toEqual([expect.stringMatching(/^fairslot-[0-9a-f]{8}-2026-11-20-0800\.tar\.gz$/)])
  expect(await checkBackup(join(dir, files[0]!))).toMatchObject({
    taken_at: expect.stringContaining('2026-11-20'),
  })
  expect(logged).toEqual(['nightly backup written'])

  app.passMinutes(60)
  expect(await attention()).toEqual({ succeeded_at: '2026-11-20T08:00:00+01:00', overdue_hours: 0 })
  // Read in the background of the request.
  await expect.poll(metrics).toMatch(/^fairslot_backup_age_seconds 3600$/m)
  app.passMinutes(26 * 60)
  const { browser } = await makeAdmin(app)
  expect((await browser.ok(getAttention, {})).backup).toMatchObject({ overdue_hours: 27 })
})

test('a folder inside DATA_DIR serves too, and no backup contains another one', async () => {
  dir = join(parts.dataDir, 'backups')
  mkdirSync(dir)
  parts = { ...parts, settings: { ...parts.settings, dir } }
  await night()
  app.passMinutes(24 * 60)
  await night()
  expect(logged).toEqual(['nightly backup written', 'nightly backup written'])
  const [first, second] = readdirSync(dir).sort()
  const { files } = await checkBackup(join(dir, second!))
  expect(files.filter(({ name }) => name.includes(first!))).toEqual([])
})

test('old backups are deleted after the configured days; foreign files stay', async () => {
  await night()
  const [own] = readdirSync(dir)
  const others = [
    'fairslot-00000000-2026-11-01-0300.tar.gz',
    'notes.txt',
    `${own!.slice(0, 18)}by-hand.tar.gz`,
  ]
  const drafts = [`${own!.replace('11-20', '11-19')}.99999.part`]
  for (const name of [...others, ...drafts]) writeFileSync(join(dir, name), '')
  for (const date of ['2026-11-21', '2026-11-22']) {
    app.setClock(date, '03:00')
    await night()
  }
  const kept = [own!.replace('20-0800', '21-0300'), own!.replace('20-0800', '22-0300')]
  expect(readdirSync(dir).sort()).toEqual([...others, ...kept].sort())
})

test('a clock that jumps ahead deletes no backup', async () => {
  await night()
  app.setClock('2027-11-20', '03:00')
  await night()
  expect(readdirSync(dir)).toHaveLength(2)
  app.setClock('2026-11-20', '08:00')
})

test('a failure is logged, shown, retried in the next hour, and leaves no partial file', async () => {
  const full = join(dir, 'away')
  parts.settings.dir = full
  await night()
  expect(logged).toEqual([expect.stringMatching(/nightly backup failed, will be retried in an hour: ENOENT/)])
  expect(await attention()).toEqual({ succeeded_at: null, overdue_hours: 1 })
  mkdirSync(full)
  app.passMinutes(59)
  await night()
  expect(readdirSync(full)).toEqual([])
  app.passMinutes(1)
  await night()
  expect(readdirSync(full)).toHaveLength(1)
  expect(await attention()).toMatchObject({ overdue_hours: 0 })
})

test('each backup is restored for a trial: one that cannot be restored is no backup', async () => {
  const tables = "select count(*) from pg_class where relname = 'settings'"
  const before = (await app.pool.query(tables)).rows
  // The database holds what its own rules refuse.
  await app.pool.query('alter table settings drop constraint settings_max_reservations')
  await app.pool.query('update settings set max_reservations = 0')
  await night()
  expect(logged).toEqual([
    expect.stringMatching(/nightly backup failed.*cannot be restored: .*settings_max_reservations/),
  ])
  expect(readdirSync(dir)).toEqual([])
  expect(await attention()).toEqual({ succeeded_at: null, overdue_hours: 1 })
  await app.pool.query('update settings set max_reservations = 50')
  await app.pool.query(
    'alter table settings add constraint settings_max_reservations check (max_reservations between 1 and 999)',
  )
  app.passMinutes(60)
  await night()
  expect(readdirSync(dir)).toHaveLength(1)
  expect((await app.pool.query(tables)).rows, 'the trial leaves nothing').toEqual(before)
})

test('a full disk of the database is named: the backup is not to blame', async () => {
  await app.pool.query(`create function refuse() returns event_trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
    create event trigger refuse on ddl_command_start when tag in ('CREATE SCHEMA') execute function refuse()`)
  try {
    await night()
  } finally {
    await app.pool.query('drop event trigger refuse; drop function refuse')
  }
  const { rows } = await app.pool.query('select failure from nightly_backup')
  expect(rows).toEqual([{ failure: 'The disk of the database is full: the backup could not be tried.' }])
})

test('a full disk is named', async () => {
  await night()
  const [made] = readdirSync(dir)
  app.setClock('2026-11-21', '03:00')
  const name = made!.replace('20-0800', '21-0300')
  symlinkSync('/dev/full', join(dir, `${name}.${process.pid}.part`))
  await night()
  const { rows } = await app.pool.query('select failure from nightly_backup')
  expect(rows).toEqual([{ failure: `The disk of ${dir} is full.` }])
  app.setClock('2026-11-20', '08:00')
})

test('what a killed backup left on a full disk is deleted, so that the next one fits', async () => {
  await night()
  const [made] = readdirSync(dir)
  app.setClock('2026-11-21', '03:00')
  const [left, next] = [`${made}.99999.part`, made!.replace('20-0800', '21-0300')]
  writeFileSync(join(dir, left), 'half a backup')
  symlinkSync('/dev/full', join(dir, `${next}.${process.pid}.part`))
  await night()
  expect(readdirSync(dir)).toEqual([made])
  app.setClock('2026-11-20', '08:00')
})

test('a backup that was killed during its trial is made again within the same minute', async () => {
  await night()
  await app.pool.query('delete from nightly_backup')
  await night()
  expect(logged).toEqual(['nightly backup written', 'nightly backup written'])
  expect(readdirSync(dir)).toHaveLength(1)
})

test('a restarted server retries a failed backup at once', async () => {
  parts.settings.dir = join(dir, 'away')
  await night()
  parts.settings.dir = dir
  await backUpNightly(parts, signal, true)
  expect(readdirSync(dir)).toHaveLength(1)
})

test('a stopping server discards its unfinished backup without counting a failure', async () => {
  const { stop } = startNightlyBackups(parts)
  await stop()
  expect(readdirSync(dir).filter((name) => name.endsWith('.part'))).toEqual([])
  const noted = await app.pool.query('select failure from nightly_backup where failure is not null')
  expect(noted.rows).toEqual([])
  rmSync(dir, { recursive: true })
})

test('a stopping server does not wait for a backup that waits for a migration', async () => {
  await withClient(app.connectionString, async (migrating) => {
    await migrating.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const { stop } = startNightlyBackups(parts)
    const waiting = () =>
      migrating.query(`select from pg_stat_activity where application_name = 'fairslot backup'
      and datname = current_database() and wait_event_type = 'Lock'`)
    await expect.poll(async () => (await waiting()).rows, { interval: 5 }).toHaveLength(1)
    const begun = performance.now()
    await stop()
    expect(performance.now() - begun).toBeLessThan(5_000)
    expect([readdirSync(dir), logged]).toEqual([[], []])
  })
})
