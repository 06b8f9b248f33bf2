import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { reserveTour } from '../../contract/booking.ts'
import { listMyReservations, listTours } from '../../contract/reservation.ts'
import { actOnReservation } from '../../contract/reservation-action.ts'
import { backUp, contentsOf, removeFolders, restoreInto } from '../../test/backup.ts'
import { startTestApp } from '../../test/app.ts'
import { fillEveryTable } from '../../test/fill-every-table.ts'
import { useAdmin, useEventDate, useTestApp, useVisitor } from '../../test/fixture.ts'
import { LATER } from '../../test/later-release.ts'
import { makeAdmin, makeDocent, makeTourSlots, tourParty } from '../../test/make.ts'
import { decision } from '../../test/make-reservation.ts'
import { createBareDatabase, createTestDatabase, withClient } from '../../test/test-database.ts'
import { readArchive } from '../backup/archive.ts'
import { checkBackup } from '../backup/check-backup.ts'
import { loadTables } from '../backup/load-tables.ts'
import { applyWithin, migrate, readMigrations, type Migration } from './migrate.ts'
import { programVersion } from './program-version.ts'

const app = useTestApp()
const admin = useAdmin(app)
const visitor = useVisitor(app)
const day = useEventDate(app)
afterAll(removeFolders)

async function upgrade(connectionString: string, migrations?: Migration[]) {
  const pool = new pg.Pool({ connectionString })
  try {
    await migrate(pool, migrations)
  } finally {
    await pool.end()
  }
}

test('a running process keeps taking and deciding bookings while the next release changes the tables', async () => {
  const slots = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00', '11:00')
  const bookAndApprove = async (index: number) => {
    const body = { available_tour_id: slots[index]!.id, event_date_id: day.id, visitor: tourParty }
    const { reservation } = await visitor.ok(reserveTour, { body })
    await admin.ok(actOnReservation, decision(reservation, 'approve'))
    const { tours } = await visitor.ok(listMyReservations, {})
    const listed = await admin.ok(listTours, { query: {} })
    return { own: tours.map(({ status }) => status), listed: listed.count }
  }
  expect(await bookAndApprove(0)).toEqual({ own: ['APPROVED'], listed: 1 })
  await upgrade(app.connectionString, LATER)
  expect(await bookAndApprove(1)).toEqual({ own: ['APPROVED', 'APPROVED'], listed: 2 })
})

const FOLDER = join(import.meta.dirname, '../../test/recorded')

test.runIf(process.env['UPDATE_GOLDEN'])(
  'the database of this release is recorded',
  async ({ onTestFinished }) => {
    const filled = await startTestApp()
    onTestFinished(() => filled.stop())
    await fillEveryTable(filled)
    const { file, manifest } = await backUp(filled.connectionString)
    expect(manifest.tables.filter(({ rows }) => rows === 0)).toEqual([])
    copyFileSync(file, join(FOLDER, `${programVersion()}.tar.gz`))
  },
)

/** Columns, constraints, indexes, triggers and functions. */
async function tablesOf(connectionString: string) {
  let found: { what: string }[] = []
  await withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ what: string }>(`
      select concat_ws(' ', attrelid::regclass, attname, format_type(atttypid, atttypmod), attnotnull,
          pg_get_expr(adbin, adrelid)) as what
        from pg_attribute join pg_class c on c.oid = attrelid and relkind = 'r' left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped
      union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select indexdef from pg_indexes where schemaname = 'public'
      union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      union all select pg_get_functiondef(oid) from pg_proc where pronamespace = 'public'::regnamespace
      order by 1`)
    found = rows
  })
  return found.map(({ what }) => what)
}

/** The database as that release has left it. */
async function startingFrom(file: string) {
  const database = await createBareDatabase()
  const manifest = await checkBackup(file)
  await withClient(database.connectionString, async (client) => {
    await client.query('begin')
    for (const migration of await readMigrations())
      if (migration.version <= manifest.schema.version) await applyWithin(client, migration)
    await loadTables(client, manifest, readArchive(file), () => {})
    await client.query('commit')
  })
  return { database, manifest }
}

describe.each(readdirSync(FOLDER))('the recorded database %s', (name) => {
  const file = join(FOLDER, name)

  test('was made with migrations that have not been edited since', async () => {
    const { schema, program } = await checkBackup(file)
    expect(name).toBe(`${program}.tar.gz`)
    expect((await readMigrations())[schema.version]).toMatchObject({ checksum: schema.checksum })
  })

  test('is upgraded to the tables of this release, as its backup is, and serves', async ({
    onTestFinished,
  }) => {
    const { database, manifest } = await startingFrom(file)
    await upgrade(database.connectionString)
    const [fresh, restored] = [await createTestDatabase(), await createBareDatabase()]
    onTestFinished(() => fresh.drop())
    onTestFinished(() => restored.drop())
    await restoreInto(restored.connectionString, file)
    for (const { connectionString } of [database, restored])
      expect(await tablesOf(connectionString)).toEqual(await tablesOf(fresh.connectionString))
    const upgraded = await contentsOf(database.connectionString)
    expect(await contentsOf(restored.connectionString)).toEqual(upgraded)
    for (const { name: table, rows } of manifest.tables) expect(upgraded[table], table).toHaveLength(rows)

    const again = await startTestApp({ database })
    onTestFinished(() => again.stop())
    const { browser } = await makeAdmin(again)
    const listed = await browser.ok(listTours, { query: {} })
    const pending = listed.results.find(({ status }) => status === 'PENDING')!
    const { reservation } = await browser.ok(actOnReservation, decision(pending, 'approve'))
    expect(reservation).toMatchObject({ id: pending.id, status: 'APPROVED' })
  })
})
