import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getClosingReport } from '../../../../contract/admin/closing.ts'
import { moveReservation } from '../../../../contract/admin/moves.ts'
import { lockTourSlots } from '../../../../contract/admin/slots.ts'
import { getStatistics } from '../../../../contract/admin/statistics.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { reserveTour } from '../../../../contract/booking.ts'
import { TODAY } from '../../../../test/app.ts'
import { decision } from '../../../../test/make-reservation.ts'
import { useAdmin, useEventDate, useStatementCount, useTestApp } from '../../../../test/fixture.ts'
import { makeDocent, makeTourSlots, makeVisitor, tourParty } from '../../../../test/make.ts'

const app = useTestApp()
const sent = useStatementCount(app)
const admin = useAdmin(app)
const day = useEventDate(app)
const nextDay = useEventDate(app, '2026-11-21')
const lastDay = useEventDate(app, '2026-11-22')
beforeAll(() => app.server.snapshots.keep(true))
afterAll(() => app.server.snapshots.keep(false))

/** How full the only docent is, by the statistics of all days and by the report, and how many statements either took. */
async function look() {
  const looks = []
  for (const find of [
    async () => (await admin.ok(getStatistics, { query: {} })).fill.docents[0]!,
    async () => (await admin.ok(getClosingReport, {})).fill.docents[0]!,
  ]) {
    const before = sent.statements
    const { held, bookable } = await find()
    looks.push({ full: `${held}/${bookable}`, statements: sent.statements - before })
  }
  return looks
}
const fullness = async () => (await look()).map(({ full }) => full)

test('slots are counted once for everybody who looks at figures, and anew after each change', async () => {
  const slots = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00', '11:00', '12:00')
  app.server.snapshots.drop()
  const [statistics] = await look()
  const again = await look()
  expect(again.map(({ full }) => full)).toEqual(['0/3', '0/3'])
  expect(again[0]!.statements).toBeLessThan(statistics!.statements)
  // Changed elsewhere, where nobody hears of it: nothing is read of slots.
  await app.db.updateTable('slots').set({ is_locked: true }).where('id', '=', slots[2]!.id).execute()
  expect(await fullness()).toEqual(['0/3', '0/3'])

  await admin.ok(lockTourSlots, { body: { time_slot_ids: [slots[1]!.id], action: 'lock' } })
  expect(await fullness()).toEqual(['0/1', '0/1'])
  const { browser } = await makeVisitor(app)
  await browser.ok(reserveTour, {
    body: { available_tour_id: slots[0]!.id, event_date_id: day.id, visitor: tourParty },
  })
  expect(await fullness()).toEqual(['1/1', '1/1'])
})

test('how long decisions took is found anew after each decision', async () => {
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '14:00')
  const { browser } = await makeVisitor(app)
  const { reservation } = await browser.ok(reserveTour, {
    body: { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty },
  })
  const tours = async () => (await admin.ok(getClosingReport, {})).decisions.tours
  expect(await tours()).toEqual({ count: 0, median: null, slowest_tenth: null })
  app.passMinutes(7)
  await admin.ok(actOnReservation, decision(reservation, 'approve'))
  expect(await tours()).toEqual({ count: 1, median: 7, slowest_tenth: 7 })
})

test('who came is counted once, and anew when somebody changes it or the clock ends a meeting', async () => {
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '16:00')
  const { browser } = await makeVisitor(app)
  const { reservation } = await browser.ok(reserveTour, {
    body: { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty },
  })
  const requests = async () => (await admin.ok(getClosingReport, {})).requests
  const tours = async (status: 'PENDING' | 'APPROVED' | 'COMPLETED') =>
    (await requests()).statuses.find((each) => each.status === status)!.tours
  const before = await requests()
  const [waiting, agreed, over] = [await tours('PENDING'), await tours('APPROVED'), await tours('COMPLETED')]
  // Changed elsewhere, where nobody hears of it: nothing is read of reservations.
  await sql`update reservations set visitor = jsonb_set(visitor, '{count}', '1')`.execute(app.db)
  expect(await requests()).toEqual(before)
  await admin.ok(actOnReservation, decision(reservation, 'approve'))
  expect((await requests()).guests).not.toEqual(before.guests)
  expect(await tours('PENDING')).toBe(waiting - 1)
  expect(await tours('APPROVED')).toBe(agreed + 1)
  app.setClock(TODAY, '16:24')
  const atTheEnd = await tours('APPROVED')
  app.setClock(TODAY, '16:25')
  expect(await tours('APPROVED')).toBe(atTheEnd - 1)
  expect(await tours('COMPLETED')).toBeGreaterThan(over)
})

const request = async (on: { id: number }, slot: { id: number }, company: string) => {
  const { browser } = await makeVisitor(app)
  const visitor = { ...tourParty, company }
  return browser.ok(reserveTour, { body: { available_tour_id: slot.id, event_date_id: on.id, visitor } })
}

test('a change has its date counted anew, and no other', async () => {
  const docent = await makeDocent(app.db)
  const here = await makeTourSlots(app.db, day, docent, '18:00', '19:00', '20:00')
  const there = await makeTourSlots(app.db, nextDay, docent, '18:00', '19:00')
  app.server.snapshots.drop()
  const fullnessOfBoth = async () => {
    const both = [await admin.ok(getStatistics, { query: {} }), await admin.ok(getClosingReport, {})]
    return both.map(({ fill }) => fill.docents.at(-1)).map((of) => `${of!.held}/${of!.bookable}`)
  }
  const lock = (slot: { id: number }) =>
    admin.ok(lockTourSlots, { body: { time_slot_ids: [slot.id], action: 'lock' } })
  const lockUnheard = ({ id }: { id: number }) =>
    app.db.updateTable('slots').set({ is_locked: true }).where('id', '=', id).execute()
  expect(await fullnessOfBoth()).toEqual(['0/5', '0/5'])
  await lock(here[0]!)
  expect(await fullnessOfBoth()).toEqual(['0/4', '0/4'])
  await lockUnheard(here[1]!)
  await lockUnheard(there[0]!)
  expect(await fullnessOfBoth()).toEqual(['0/4', '0/4'])
  await request(day, here[2]!, '한빛전자')
  expect(await fullnessOfBoth()).toEqual(['1/3', '1/3'])
  await lock(there[1]!)
  expect(await fullnessOfBoth()).toEqual(['1/1', '1/1'])
})

test('what has changed on more dates than are counted by themselves is counted with the others', async () => {
  const docent = await makeDocent(app.db)
  const [slot] = await makeTourSlots(app.db, day, docent, '22:00')
  const bookable = async () => (await admin.ok(getStatistics, { query: {} })).fill.docents.at(-1)!.bookable
  const changeTen = () => {
    for (let n = 10; n < 20; n += 1) app.server.snapshots.drop({ dates: [`2026-12-${n}`] })
  }
  changeTen()
  expect(await bookable()).toBe(1)
  await admin.ok(lockTourSlots, { body: { time_slot_ids: [slot!.id], action: 'lock' } })
  changeTen()
  expect(await bookable()).toBe(0)
})

test('a reservation that moves to another date is counted there, and no longer where it was', async () => {
  const docent = await makeDocent(app.db)
  const [from] = await makeTourSlots(app.db, day, docent, '21:00')
  const [to] = await makeTourSlots(app.db, lastDay, docent, '21:00')
  const { reservation } = await request(day, from!, '한빛전자')
  const held = async () =>
    Object.fromEntries(
      (await admin.ok(getClosingReport, {})).fill.days.map(({ date, tours }) => [date, tours.held]),
    )
  const before = await held()
  await admin.ok(moveReservation, {
    params: { id: String(reservation.id) },
    body: { type: 'VIP_TOUR', available_tour_id: to!.id, event_date_id: lastDay.id },
  })
  const after = await held()
  expect(after[day.date]).toBe(before[day.date]! - 1)
  expect(after[lastDay.date]).toBe(before[lastDay.date]! + 1)
})

test('a company has the name that most of its requests have, on whichever dates they are', async () => {
  const docent = await makeDocent(app.db)
  const wanted = [
    [day, 'IBERIA', 3],
    [nextDay, 'Iberia', 2],
    [lastDay, 'Iberia', 2],
  ] as const
  const times = ['10:00', '10:40', '11:20']
  for (const [on, company, count] of wanted)
    for (const slot of await makeTourSlots(app.db, on, docent, ...times.slice(0, count)))
      await request(on, slot, company)
  const { companies } = await admin.ok(getClosingReport, {})
  expect(companies.results.filter(({ name }) => name?.toLowerCase() === 'iberia')).toEqual([
    { name: 'Iberia', reservations: 7, guests: 0 },
  ])
})

test('a company that is spelled in two ways as often as in the other has the same name wherever they are', async () => {
  const docent = await makeDocent(app.db)
  const wanted = [
    [day, 'ALFA', '13:00'],
    [nextDay, 'alfa', '13:00'],
    [day, 'beta', '13:40'],
    [nextDay, 'BETA', '13:40'],
  ] as const
  for (const [on, company, time] of wanted)
    await request(on, (await makeTourSlots(app.db, on, docent, time))[0]!, company)
  const { companies } = await admin.ok(getClosingReport, {})
  const names = companies.results.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['alfa', 'beta']))
})
