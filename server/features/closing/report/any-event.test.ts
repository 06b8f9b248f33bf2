import { beforeAll, expect, test } from 'vitest'
import { erasePersons, getClosing, getClosingReport } from '../../../../contract/admin/closing.ts'
import { getStatistics } from '../../../../contract/admin/statistics.ts'
import { isNoShow } from '../../../../domain/arrival.ts'
import { fillOf } from '../../../../domain/fill-rate.ts'
import { displayedStatus, STATUSES, takesPlace } from '../../../../domain/reservation.ts'
import { searchKey } from '../../../../domain/search-key.ts'
import { at, type Client } from '../../../../test/app.ts'
import { useTestApp } from '../../../../test/fixture.ts'
import { isHeld, makeImaginedEvent, type Slot, type Visit } from '../../../../test/imagined-event.ts'
import { makeAdmin } from '../../../../test/make.ts'

const DATES = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21']
const [NOW, AFTERWARDS] = [['2026-11-20', '12:10'] as const, ['2026-11-22', '09:00'] as const]
const OWN = 'desk@organiser.example'
const MINUTE = 60_000

const app = useTestApp({ clock: NOW })

let admin: Client
let { members, slots, visits, mails } = {} as Awaited<ReturnType<typeof makeImaginedEvent>>

beforeAll(async () => {
  admin = (await makeAdmin(app)).browser
  await app.db.updateTable('settings').set({ contact_email: OWN }).execute()
  const event = await makeImaginedEvent(app, { dates: DATES, marked: DATES.slice(1), address: OWN })
  ;({ members, slots, visits, mails } = event)
})

const byType = (of: readonly Visit[], count: (visit: Visit) => number = () => 1) => {
  const sum = (kind: string) => of.reduce((all, visit) => all + (visit.kind === kind ? count(visit) : 0), 0)
  return { tours: sum('VIP_TOUR'), meetings: sum('GROUP_MEETING') }
}
const shown = (visit: Visit) => displayedStatus(visit, at(...NOW))
const guestsOf = (visit: Visit) => (takesPlace(shown(visit)) ? visit.guests : 0)
const sumOf = (of: readonly Visit[]) => ({
  reservations: of.length,
  guests: of.reduce((all, visit) => all + guestsOf(visit), 0),
})

const fill = (wanted: (slot: Slot) => boolean) =>
  fillOf(
    slots.filter(wanted).map((slot) => ({
      is_locked: slot.is_locked,
      is_held: visits.some((visit) => visit.slot === slot && isHeld(visit)),
      count: 1,
    })),
  )
const fills = (wanted: (slot: Slot) => boolean) => ({
  tours: fill((slot) => slot.isTour && wanted(slot)),
  meetings: fill((slot) => !slot.isTour && wanted(slot)),
})
const hours = () =>
  [9, 11, 12, 17, 18].map((hour) => ({ hour, ...fills(({ time }) => Number(time.slice(0, 2)) === hour) }))
/** A tour lasts 25 minutes, a room's slot ten. */
const minutes = () =>
  Array.from({ length: 24 }, (_, hour) => {
    const within = ({ time, isTour }: Slot) =>
      Array.from({ length: isTour ? 25 : 10 }, (_, minute) => Number(time.slice(3)) + minute).filter(
        (minute) => Number(time.slice(0, 2)) + Math.floor(minute / 60) === hour,
      ).length
    const of = (isTour: boolean) => {
      const fills = slots
        .filter((slot) => slot.isTour === isTour)
        .map((slot) => ({ length: within(slot), ...fill((each) => each === slot) }))
      const sum = (what: 'held' | 'bookable') =>
        fills.reduce((all, each) => all + each[what] * each.length, 0)
      return { bookable: sum('bookable'), held: sum('held') }
    }
    return { hour, tours: of(true), meetings: of(false) }
  }).filter(({ tours, meetings }) => tours.bookable + meetings.bookable > 0)
const places = (isTour: boolean) =>
  [...new Set(slots.filter((slot) => slot.isTour === isTour).map(({ place }) => place))].map((name) => ({
    name,
    ...fill(({ place }) => place === name),
  }))

/** The smallest figure that at least this share does not exceed. */
function upTo(share: number, kind?: string) {
  const minutes = visits
    .filter((visit) => visit.decided_at !== null && (kind === undefined || visit.kind === kind))
    .map(({ decided_at, created_at }) => Math.round((decided_at! - created_at) / MINUTE))
    .toSorted((a, b) => a - b)
  return { count: minutes.length, value: minutes[Math.ceil(share * minutes.length) - 1] }
}
const decisions = (kind?: string) => ({
  count: upTo(1, kind).count,
  median: upTo(0.5, kind).value,
  slowest_tenth: upTo(0.9, kind).value,
})

const arrivals = (dates: readonly string[]) => {
  const these = visits.filter(({ slot }) => dates.includes(slot.date))
  const marked = new Set(visits.flatMap(({ arrived_at, slot }) => (arrived_at === null ? [] : [slot.date])))
  return {
    arrived: byType(these.filter((visit) => visit.arrived_at !== null && takesPlace(visit.status))),
    no_shows: byType(these.filter((visit) => isNoShow(visit, marked.has(visit.slot.date), at(...NOW)))),
  }
}
const outcomes = () =>
  STATUSES.map((status) => ({ status, ...byType(visits.filter((visit) => shown(visit) === status)) }))
const companies = () =>
  Object.fromEntries(
    [...Map.groupBy(visits, ({ company }) => searchKey(company))].map(([key, of]) => [key, sumOf(of)]),
  )

test('the report of any event matches an independent count', async () => {
  const report = await admin.ok(getClosingReport, {})
  expect(report.fill).toEqual({
    days: DATES.map((date) => ({ date, ...fills((slot) => slot.date === date) })),
    hours: hours(),
    minutes: minutes(),
    docents: places(true),
    rooms: places(false),
  })
  expect(report.requests).toEqual({
    total: byType(visits),
    statuses: outcomes(),
    guests: byType(visits, guestsOf),
  })
  expect(report.decisions).toEqual({
    tours: decisions('VIP_TOUR'),
    meetings: decisions('GROUP_MEETING'),
    all: decisions(),
  })
  expect(report.arrivals).toEqual({
    ...arrivals(DATES),
    days: DATES.slice(1).map((date) => ({ date, ...arrivals([date]) })),
  })
  const tiers = (['normal', 'vip', 'vvip', 'unknown'] as const).map((tier) => ({
    tier,
    members: members.filter((member) => member.tier === tier).length,
    ...sumOf(visits.filter(({ member }) => (member?.tier ?? 'unknown') === tier)),
  }))
  expect(report.tiers).toEqual(tiers)
  const named = Object.fromEntries(
    report.companies.results.map(({ name, ...count }) => [searchKey(name!), count]),
  )
  expect(named).toEqual(companies())
  expect(report.feedback.count).toBe(visits.filter(({ feedback }) => feedback !== null).length)
  const fate = (kind: string, status: string) =>
    mails.filter((mail) => mail.kind === kind && mail.status === status).length
  const kinds = ['approved', 'rejected', 'test'].map((kind) => ({
    kind,
    sent: fate(kind, 'sent'),
    failed: fate(kind, 'failed'),
    waiting: fate(kind, 'queued'),
  }))
  expect(report.mails.kinds).toEqual(kinds)
})

test('the statistics of any event match too, for some dates and for all', async () => {
  const all = await admin.ok(getStatistics, { query: {} })
  expect(all.outcomes).toEqual({ requested: byType(visits), statuses: outcomes() })
  expect(all.fill.hours).toEqual(hours())
  expect(all.fill.minutes).toEqual(minutes())
  expect(all.arrivals).toEqual(DATES.slice(1).map((date) => ({ date, ...arrivals([date]) })))
  const query = { start_date: DATES[2]!, end_date: DATES[2]! }
  const some = await admin.ok(getStatistics, { query })
  expect(some.arrivals).toEqual([{ date: DATES[2], ...arrivals([DATES[2]!]) }])
})

test('the report counts the same after everybody but the organisers is erased', async () => {
  app.setClock(...AFTERWARDS)
  const { browser } = await makeAdmin(app)
  const before = await browser.ok(getClosingReport, {})
  const { persons } = await browser.ok(getClosing, {})
  const ofSomebody = mails.filter(({ to_address }) => to_address !== OWN).length
  expect(persons).toEqual({ members: members.length, reservations: visits.length, mails: ofSomebody })
  await browser.ok(erasePersons, { body: { confirm: '삭제', erase_backups: false } })
  const after = await browser.ok(getClosingReport, {})
  const counts = ({ companies: { results }, feedback, erased_at: _, ...rest }: typeof before) => ({
    ...rest,
    feedback: feedback.count,
    companies: results.map(({ name: _, ...count }) => count),
  })
  expect(counts(after)).toEqual(counts(before))
})
