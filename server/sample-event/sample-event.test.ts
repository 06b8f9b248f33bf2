import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { getDashboard } from '../../contract/admin/dashboard.ts'
import { login } from '../../contract/login.ts'
import { reservationFacts } from '../../contract/reservation.ts'
import { getSchedule } from '../../contract/schedule.ts'
import { addDays } from '../../domain/madrid-time.ts'
import { tierOf } from '../../domain/tier.ts'
import { at } from '../../test/app.ts'
import { useTestApp } from '../../test/fixture.ts'
import { makeAdmin, makeDocent, makeEventDate, makeMember, makeRoom } from '../../test/make.ts'
import { createTestDatabase } from '../../test/test-database.ts'
import { makeDb, makePool } from '../database/connect.ts'
import { fillSampleEvent, SAMPLE_LOGIN } from './sample-event.ts'

const app = useTestApp()
beforeEach(async () => {
  await sql`truncate members, event_dates, docents, rooms, admins, reservations, mails cascade`.execute(
    app.db,
  )
  await app.db.updateTable('settings').set({ had_sample: false }).execute()
})

const fill = (db = app.db) => fillSampleEvent(db, 'http://localhost:3000', app.now())

const count = async (table: 'members' | 'event_dates' | 'docents' | 'rooms' | 'slots' | 'reservations') =>
  (await app.db.selectFrom(table).select('id').execute()).length

describe.each([
  ['2026-11-20', '00:00'],
  ['2026-11-20', '03:15'],
  ['2026-11-20', '08:59'],
  ['2026-11-20', '09:05'],
  ['2026-11-20', '09:35'],
  ['2026-11-20', '10:00'],
  ['2026-11-20', '11:30'],
  ['2026-11-20', '12:10'],
  ['2026-11-20', '13:45'],
  ['2026-11-20', '17:30'],
  ['2026-11-20', '23:59'],
  ['2026-03-29', '00:30'],
  ['2026-03-29', '03:00'],
  ['2026-03-28', '16:20'],
  ['2026-10-25', '02:30'],
  ['2026-10-25', '11:00'],
  ['2026-12-30', '14:00'],
  ['2028-02-28', '09:40'],
])('a first start on %s at %s', (date, time) => {
  beforeEach(() => app.setClock(date, time))

  test('the first start creates a complete event whose four days begin today', async () => {
    expect(await fill()).toBe(true)
    const dates = await app.db.selectFrom('event_dates').select('date').orderBy('date').execute()
    expect(dates.map((row) => row.date)).toEqual([0, 1, 2, 3].map((days) => addDays(date, days)))
    expect([await count('docents'), await count('rooms'), await count('members')]).toEqual([4, 6, 12])
    for (const table of ['members', 'docents', 'rooms'] as const) {
      const rows = await app.db.selectFrom(table).select(['is_vip', 'is_vvip']).execute()
      expect(new Set(rows.map(tierOf)), table).toEqual(new Set(['normal', 'VIP', 'VVIP']))
    }

    const { browser: admin } = await makeAdmin(app)
    const { reservations, stats } = await admin.ok(getDashboard, { query: {} })
    for (const [status, days] of Object.entries(reservations)) {
      const all = days.flatMap(({ tours, meetings }) => [...tours, ...meetings])
      // Before the doors open nothing can be over.
      const isNotYet = status === 'completed' && time < '09:05'
      expect(all.length > 0, status).toBe(!isNotYet)
      for (const reservation of all) {
        const shown = reservation.status.toLowerCase()
        expect(shown).toBe(status)
        // Every reservation was made and decided before now.
        expect(Date.parse(reservation.created_at)).toBeLessThan(app.now())
        expect(Date.parse(reservation.updated_at)).toBeLessThan(app.now())
        const { starts_at } = reservationFacts(reservation)
        if (status === 'completed') expect(starts_at).toBeLessThan(app.now())
      }
    }
    expect(stats.pending_tours).toBeGreaterThan(0)
    expect(stats.pending_meetings).toBeGreaterThan(0)
    expect(stats.today_tours + stats.today_meetings).toBeGreaterThan(0)
    expect(await app.mails()).toEqual([])
  })
})

describe('the sample event', () => {
  test('is filled once', async () => {
    expect([await fill(), await fill()]).toEqual([true, false])
    expect([await count('event_dates'), await count('members')]).toEqual([4, 12])
  })

  test.each([
    ['a member', () => makeMember(app.db)],
    ['a date', () => makeEventDate(app.db)],
    ['a docent', () => makeDocent(app.db)],
    ['a room', () => makeRoom(app.db)],
  ])("is not filled beside %s of one's own", async (_what, make) => {
    await make()
    expect(await fill()).toBe(false)
    expect(
      (await count('members')) +
        (await count('event_dates')) +
        (await count('docents')) +
        (await count('rooms')),
    ).toBe(1)
  })

  test('is filled once by servers that start together', async () => {
    const filled = await Promise.all([fill(), fill(), fill()])
    expect(filled.filter(Boolean)).toHaveLength(1)
    expect([await count('event_dates'), await count('members')]).toEqual([4, 12])
  })

  test('is filled whole or not at all', async () => {
    const database = await createTestDatabase()
    const db = makeDb(makePool({ connectionString: database.connectionString }, () => {}))
    await db.schema.alterTable('reservation_history').renameTo('elsewhere').execute()
    await expect(fill(db)).rejects.toThrow('reservation_history')
    expect(await db.selectFrom('members').select('id').execute()).toEqual([])
    expect(await db.selectFrom('event_dates').select('id').execute()).toEqual([])
    await db.destroy()
    await database.drop()
  })

  test('has a visitor to sign in as, for whom there is something to book today', async () => {
    app.setClock('2026-11-20', '09:00')
    await fill()
    const browser = app.client()
    const { user_data } = await browser.ok(login, { body: SAMPLE_LOGIN })
    expect(tierOf(user_data)).toBe('VVIP')
    const { tour_schedule, room_schedule } = await browser.ok(getSchedule, { query: { date: '2026-11-20' } })
    for (const { time_slots } of [...tour_schedule, ...room_schedule]) {
      expect(time_slots.some((slot) => slot.is_available)).toBe(true)
      expect([time_slots[0]!.time, time_slots.at(-1)!.time]).toEqual(['09:00', '17:00'])
    }
    expect(room_schedule.flatMap((row) => row.time_slots).some((slot) => slot.is_locked)).toBe(true)
  })

  test('has consistent reservations: each alone holds its slots', async () => {
    app.setClock('2026-11-20', '10:00')
    await fill()
    const rows = await app.db
      .selectFrom('slots as s')
      .innerJoin('reservations as r', 'r.id', 's.reservation_id')
      .select([
        's.is_locked',
        'r.status',
        's.starts_at',
        'r.starts_at as from',
        'r.ends_at as until',
        's.ends_at',
      ])
      .execute()
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row.is_locked).toBe(false)
      expect(['REJECTED', 'CANCELLED']).not.toContain(row.status)
      expect(row.starts_at >= row.from && row.ends_at <= row.until).toBe(true)
    }
    expect(at('2026-11-20', '10:00')).toBe(app.now())
  })
})
