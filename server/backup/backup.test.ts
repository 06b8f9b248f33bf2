import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Writable } from 'node:stream'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reserveTour } from '../../contract/booking.ts'
import { listMyReservations } from '../../contract/reservation.ts'
import { startTestApp, type Client } from '../../test/app.ts'
import {
  backUp,
  contentsOf,
  cutShort,
  makeFolder,
  removeFolders,
  restoreInto,
  withFlippedBits,
  withManifest,
} from '../../test/backup.ts'
import { useAdmin, useEventDate, useTestApp } from '../../test/fixture.ts'
import { makeReservation } from '../../test/make-reservation.ts'
import { makeDocent, makeTourSlots, makeVisitor, tourParty } from '../../test/make.ts'
import { createBareDatabase, withClient, type TestDatabase } from '../../test/test-database.ts'
import { makePool } from '../database/connect.ts'
import { checkBackup } from './check-backup.ts'
import { takeBackup } from './take-backup.ts'
import { programVersion } from '../database/program-version.ts'
import { writeWholeFile } from './whole-file.ts'

const BACKUP = join(import.meta.dirname, '../cli/backup.ts')
const RESTORE = join(import.meta.dirname, '../cli/restore.ts')

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)
let visitor: Client
/** A backup of the rows made before the first test. */
let file: string
let before: Awaited<ReturnType<typeof contentsOf>>
/** Restored from it. */
let there: TestDatabase
let restored: Awaited<ReturnType<typeof restoreInto>>
/** Never restored into. */
let empty: TestDatabase

beforeAll(async () => {
  const made = await makeReservation(app, admin, day, { status: 'APPROVED' })
  visitor = made.browser
  await makeReservation(app, admin, day, { kind: 'GROUP_MEETING', status: 'REJECTED', time: '11:00' })
  await makeReservation(app, admin, day, { kind: 'GROUP_MEETING', time: '12:00' })
  await app.pool.query(
    `update reservations set note = E'한 줄\\n둘째 \\\\N 줄\\t끝 \\\\. "따옴표"', feedback = '' where id = $1`,
    [made.reservation.id],
  )
  await app.pool.query(
    `insert into event_images (name, type, width, height, bytes, hash) values ('plan', 'image/png', 1, 1, '\\x00ff0a5c', 'h')`,
  )
  const dataDir = makeFolder()
  mkdirSync(join(dataDir, 'mail'))
  writeFileSync(join(dataDir, 'mail/1.eml'), 'Subject: 안내\r\n\r\n')
  file = (await backUp(app.connectionString, { dataDir, secret: 'a secret of the installation' })).file
  before = await contentsOf(app.connectionString)
  there = await createBareDatabase()
  empty = await createBareDatabase()
  restored = await restoreInto(there.connectionString, file)
})
afterAll(async () => {
  await there.drop()
  await empty.drop()
  removeFolders()
})

const bookTour = async (browser: Client, slot: { id: number }) =>
  browser.ok(reserveTour, {
    body: { available_tour_id: slot.id, event_date_id: day.id, visitor: tourParty },
  })

test('an event comes back as it was, with the secret and the mail files; only their owner can read the backup', async () => {
  expect(await contentsOf(there.connectionString)).toEqual(before)
  expect(restored.secret).toBe('a secret of the installation')
  expect(readFileSync(join(restored.dataDir, 'mail/1.eml'), 'utf8')).toBe('Subject: 안내\r\n\r\n')
  expect(statSync(join(restored.dataDir, 'mail/1.eml')).mode & 0o777).toBe(0o600)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a backup while visitors book has each booking whole or not at all, as of one moment', async ({
  onTestFinished,
}) => {
  const starts = Array.from({ length: 12 }, (_, n) =>
    `${9 + (n >> 1)}:${n % 2 ? '30' : '00'}`.padStart(5, '0'),
  )
  const visitors = await Promise.all(Array.from({ length: 4 }, () => makeVisitor(app)))
  const backedUp = Promise.withResolvers<void>()
  const booked: Promise<void>[] = visitors.map(async ({ browser }) => {
    const slots = await makeTourSlots(app.db, day, await makeDocent(app.db), ...starts)
    for (const slot of slots) {
      // At least one booking comes after the backup.
      if (slot === slots.at(-1)) await backedUp.promise
      await bookTour(browser, slot)
    }
  })
  const bookings = async () =>
    Number((await app.pool.query<{ n: string }>('select count(*) as n from reservations')).rows[0]!.n)
  const first = await bookings()
  await expect.poll(bookings, { interval: 1 }).toBeGreaterThan(first + 10)
  const { file, manifest } = await backUp(app.connectionString)
  backedUp.resolve()
  await Promise.all(booked)

  const copy = await createBareDatabase()
  onTestFinished(() => copy.drop())
  await restoreInto(copy.connectionString, file)
  const [then, later] = [await contentsOf(copy.connectionString), await contentsOf(app.connectionString)]
  expect(then['reservations']!.length).toBeLessThan(later['reservations']!.length)
  // Rows are only added to these tables, so a snapshot's contents can be found later.
  const seen = await contentsOf(
    app.connectionString,
    `pg_visible_in_snapshot(t.xmin::text::xid8, '${manifest.snapshot}')`,
  )
  for (const table of ['reservations', 'reservation_slots', 'reservation_history', 'mails'])
    expect(then[table]).toEqual(seen[table])
  await withClient(copy.connectionString, async (client) => {
    const { rows } = await client.query(`select r.id from reservations r where holds and (
      not exists (select from slots where reservation_id = r.id)
      or not exists (select from reservation_slots where reservation_id = r.id)
      or not exists (select from reservation_history where reservation_id = r.id)
      or not exists (select from mails where reservation_id = r.id))`)
    expect(rows).toEqual([])
  })
})

test('a backup that cannot be written to its end leaves no file', async () => {
  const file = join(makeFolder(), 'event.tar.gz')
  const source = {
    connection: { connectionString: app.connectionString },
    dataDir: makeFolder(),
    secret: undefined,
    now: 0,
  }
  const full = new Writable({
    write: (_piece, _encoding, done) => done(new Error('ENOSPC: the disk is full')),
  })
  const writing = writeWholeFile(file, async (target) => {
    const manifest = await takeBackup(source, full)
    target.end()
    return manifest
  })
  await expect(writing).rejects.toThrow('the disk is full')
  expect(readdirSync(dirname(file))).toEqual([])
})

test('a backup never overwrites an existing file', async () => {
  await expect(writeWholeFile(file, async () => {})).rejects.toThrow('already exists')
  expect(await checkBackup(file)).toMatchObject({ program: programVersion() })
})

test('a damaged, truncated or altered backup is detected before anything changes', async () => {
  const altered = await withManifest(file, (manifest) => ({
    ...manifest,
    tables: manifest.tables.map((table) =>
      table.name === 'members' ? { ...table, sha256: '0'.repeat(64) } : table,
    ),
  }))
  for (const [wrong, why] of [
    [withFlippedBits(file), /cannot be read as a backup|is damaged/],
    [cutShort(file), 'cannot be read as a backup: it is truncated.'],
    [import.meta.filename, 'cannot be read as a backup: it is not a .tar.gz file.'],
    [altered, 'is damaged: wrong checksum of members'],
    [join(makeFolder(), 'none'), 'There is no file'],
  ] as const) {
    await expect(checkBackup(wrong)).rejects.toThrow(why)
    await expect(restoreInto(empty.connectionString, wrong)).rejects.toThrow(why)
  }
  await withClient(empty.connectionString, async (client) => {
    const { rows } = await client.query(`select relname from pg_class where relname = 'schema_migrations'`)
    expect(rows).toEqual([])
  })
})

test('a backup of another version is refused, and its program is named', async () => {
  for (const schema of [
    { version: 9000, checksum: 'later' },
    { version: 0, checksum: 'edited' },
  ]) {
    const other = await withManifest(file, (each) => ({ ...each, program: '9.0.0', schema }))
    await expect(restoreInto(empty.connectionString, other)).rejects.toThrow(
      'Another version of Fairslot (program 9.0.0) made this backup: restore it with that version.',
    )
  }
})

test('a backup of another format is refused, and both formats are named', async () => {
  const newer = await withManifest(file, (each) => ({ ...each, program: '9.0.0', format: 1 as 2 }))
  await expect(restoreInto(empty.connectionString, newer)).rejects.toThrow(
    'it has format 1 (program 9.0.0), and this program reads 2: restore it with the version that made it.',
  )
})

test('a file that cannot be restored leaves nothing where there was nothing, not even an empty database', async () => {
  const newer = await withManifest(file, (each) => ({
    ...each,
    schema: { version: 9000, checksum: 'later' },
  }))
  for (const [wrong, why] of [
    [newer, 'Nothing was restored: Another version of Fairslot'],
    [cutShort(file), 'it is truncated'],
  ] as const) {
    const dataDir = join(makeFolder(), 'data')
    const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
    const restoring = promisify(execFile)(process.execPath, [RESTORE, wrong], { env })
    await expect(restoring).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining(why) as string })
    expect(existsSync(dataDir)).toBe(false)
  }
})

test('a backup of a folder without a database makes none', async () => {
  const dataDir = join(makeFolder(), 'mistyped')
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' }
  const target = join(makeFolder(), 'backup.tar.gz')
  await expect(promisify(execFile)(process.execPath, [BACKUP, target], { env })).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`No backup: There is no database in ${dataDir}`) as string,
  })
  expect([existsSync(dataDir), existsSync(target)]).toEqual([false, false])
})

test('a restore replaces contents only with --replace, never under a running server, and keeps foreign tables', async () => {
  await withClient(there.connectionString, (client) =>
    client.query(`update members set position = '부장'; create table strangers as select 1 as id;
      create function refuse(id int) returns int immutable language plpgsql as $$ begin
        if current_setting('application_name') = 'fairslot restore' then raise 'no statistics'; end if;
        return id; end $$;
      create index on strangers (refuse(id))`),
  )
  await expect(restoreInto(there.connectionString, file)).rejects.toThrow(
    /The database is not empty: .*\d+ members, .*\d+ reservations.* --replace/,
  )
  // Also if the setting gives its connections another name.
  const served = makePool(
    { connectionString: `${there.connectionString}&application_name=the%20stand` },
    () => {},
  )
  await served.query('select')
  await expect(restoreInto(there.connectionString, file, { replace: true })).rejects.toThrow(
    'A Fairslot server is connected to this database: stop this and any other server first',
  )
  await served.end()
  const takeSecret = () => {
    throw new Error('the disk is full')
  }
  await expect(restoreInto(there.connectionString, file, { replace: true, takeSecret })).rejects.toThrow(
    /The database is restored, the secret or mail files in .* are not: the disk is full\. Restore once more/,
  )
  expect(await contentsOf(there.connectionString), 'statistics may fail').toEqual(before)
  await withClient(there.connectionString, async (client) => {
    expect((await client.query('select id from strangers')).rows).toEqual([{ id: 1 }])
  })
})

test('a restored event continues, with its sessions and with new numbers', async ({ onTestFinished }) => {
  const moved = await startTestApp({ database: { ...there, drop: async () => {} } })
  onTestFinished(() => moved.stop())
  const browser = moved.client(Object.fromEntries(visitor.jar))
  const { tours } = await browser.ok(listMyReservations, {})
  expect(tours).toMatchObject([{ status: 'APPROVED', note: '한 줄\n둘째 \\N 줄\t끝 \\. "따옴표"' }])
  const [slot] = await makeTourSlots(moved.db, day, await makeDocent(moved.db), '15:00')
  const { reservation } = await bookTour(browser, slot!)
  expect(reservation.id).toBeGreaterThan(tours[0]!.id)
})
