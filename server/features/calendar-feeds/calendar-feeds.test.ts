import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { confirm } from '../../../contract/admin/accounts.ts'
import { listAudit } from '../../../contract/admin/audit.ts'
import {
  listCalendarFeeds,
  makeCalendarFeed,
  revokeCalendarFeed,
} from '../../../contract/admin/calendar-feeds.ts'
import { deleteDocent, deleteRoom } from '../../../contract/admin/places.ts'
import { deleteMember } from '../../../contract/admin/members.ts'
import { getOwnFeed, makeOwnFeed, readCalendarFeed, revokeOwnFeed } from '../../../contract/calendar-feed.ts'
import type { Reservation } from '../../../contract/reservation.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import type { Status } from '../../../domain/reservation.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { TODAY } from '../../../test/app.ts'
import { makeDocent, makeVisitor, PASSWORD } from '../../../test/make.ts'
import { decision, makeReservation } from '../../../test/make-reservation.ts'
import { withClient } from '../../../test/test-database.ts'

const EXPIRED = { status: 404, code: 'link_expired' }

const app = useTestApp({ publicUrl: 'https://stand.example.com' })
const admin = useAdmin(app)
const day = useEventDate(app)

beforeEach(async () => {
  await app.db.deleteFrom('calendar_feeds').execute()
})
// Moves the clock, so that no test uses up another one's rate limit.
let minutes = 0
beforeEach(async () => {
  app.passMinutes((minutes += 1))
  await admin.ok(confirm, { body: { password: PASSWORD } })
})
afterEach(() => expect(minutes).toBeLessThan(60))

const tokenOf = ({ url }: { url: string }) => url.split('/').at(-1)!
const ask = (made: { url: string }, headers = {}) =>
  app.client().send(readCalendarFeed, { params: { token: tokenOf(made) } }, headers)
/** The unfolded file. */
async function read(made: { url: string }) {
  const response = await ask(made)
  expect(response.statusCode).toBe(200)
  return response.body.replaceAll('\r\n ', '')
}
const refusal = (made: { url: string }) =>
  app.client().refused(readCalendarFeed, { params: { token: tokenOf(made) } })

const placeOf = (reservation: Reservation) =>
  reservation.type === 'VIP_TOUR'
    ? ({ type: 'tour', resource_id: reservation.available_tour.docent.id! } as const)
    : ({ type: 'room', resource_id: reservation.room.id! } as const)
const makeFor = (reservation: Reservation) => admin.ok(makeCalendarFeed, { body: placeOf(reservation) })

/** A completed one is over. */
async function makeWith(status: Status) {
  const made = await makeReservation(app, admin, day, {
    status: status === 'COMPLETED' ? 'APPROVED' : status,
  })
  if (status === 'COMPLETED') {
    app.setClock(TODAY, '12:00')
    await admin.ok(confirm, { body: { password: PASSWORD } })
  }
  return made
}

describe('a docent’s or room’s calendar', () => {
  test('shows visitor, head count and phone, like the day sheet', async () => {
    const { reservation } = await makeReservation(app, admin, day, { status: 'APPROVED' })
    const feed = await makeFor(reservation)
    expect(feed.url).toMatch(/^https:\/\/stand\.example\.com\/api\/public\/calendar\/[\w-]{43}\.ics$/)
    const file = await read(feed)
    for (const line of [
      'METHOD:PUBLISH',
      'REFRESH-INTERVAL;VALUE=DURATION:PT15M',
      'SUMMARY:투어 - 한빛전자 박지민 (3명)',
      'DTSTART;TZID=Europe/Madrid:20261120T100000',
      'DTEND;TZID=Europe/Madrid:20261120T102500',
      'STATUS:CONFIRMED',
      'LOCATION:안내 데스크',
    ])
      expect(file.split('\r\n')).toContain(line)
    expect(file).toContain('연락처: 010-2345-6789')
  })

  test('names a meeting with its title and manager', async () => {
    const { reservation } = await makeReservation(app, admin, day, {
      kind: 'GROUP_MEETING',
      status: 'APPROVED',
    })
    const file = await read(await makeFor(reservation))
    expect(file).toContain('SUMMARY:신제품 공급 협의 - 한빛전자 박지민 (3명)')
    expect(file).toContain('현장 미팅 담당자명: 김도윤')
  })

  test.each<[Status, boolean]>([
    ['PENDING', false],
    ['APPROVED', true],
    ['CANCEL_REQUESTED', true],
    ['COMPLETED', true],
    ['REJECTED', false],
    ['CANCELLED', false],
  ])('what is %s stands there: %s', async (status, stands) => {
    const { reservation } = await makeWith(status)
    expect((await read(await makeFor(reservation))).includes('BEGIN:VEVENT')).toBe(stands)
  })

  test('excludes what was ended before its start', async () => {
    const { reservation } = await makeReservation(app, admin, day, {
      kind: 'GROUP_MEETING',
      status: 'COMPLETED',
    })
    expect(await read(await makeFor(reservation))).not.toContain('BEGIN:VEVENT')
  })

  test('excludes other docents', async () => {
    await makeReservation(app, admin, day, { status: 'APPROVED' })
    const idle = await makeDocent(app.db, { name: '한가한' })
    const feed = await admin.ok(makeCalendarFeed, { body: { type: 'tour', resource_id: idle.id } })
    const file = await read(feed)
    expect(file).not.toContain('BEGIN:VEVENT')
    expect(file).toContain('한가한')
  })
})

describe('the calendar of the whole event', () => {
  const makeAll = () => admin.ok(makeCalendarFeed, { body: { type: 'all' } })
  const entriesOf = (file: string) =>
    (file.match(/BEGIN:VEVENT[^]*?END:VEVENT/g) ?? []).map((entry) => ({
      uid: /^UID:(.*)\r$/m.exec(entry)![1]!,
      summary: /^SUMMARY:(.*)\r$/m.exec(entry)![1]!,
      status: /^STATUS:(.*)\r$/m.exec(entry)![1]!,
    }))

  test('shows each tour with its docent and each meeting with its room, as their own calendars do', async () => {
    const made = [
      await makeReservation(app, admin, day, { status: 'APPROVED' }),
      await makeReservation(app, admin, day, { kind: 'GROUP_MEETING', status: 'APPROVED' }),
    ]
    const all = await read(await makeAll())
    expect(all).toContain('NAME:전체 일정 · ')
    for (const { reservation } of made) {
      const feed = await makeFor(reservation)
      const [own] = entriesOf(await read(feed))
      const name = (feed.feed.docent ?? feed.feed.room)!.name
      expect(entriesOf(all)).toContainEqual({ ...own, summary: `${name} · ${own!.summary}` })
    }
  })

  test.each<[Status, string | undefined, string]>([
    ['PENDING', 'TENTATIVE', '[승인 대기] '],
    ['APPROVED', 'CONFIRMED', ''],
    ['CANCEL_REQUESTED', 'CONFIRMED', '[취소 요청] '],
    ['COMPLETED', 'CONFIRMED', ''],
    ['REJECTED', undefined, ''],
    ['CANCELLED', undefined, ''],
  ])('what is %s is %s, with the mark “%s”', async (status, shown, mark) => {
    const { reservation } = await makeWith(status)
    const docent = reservation.type === 'VIP_TOUR' && reservation.available_tour.docent.name
    const entry = `${docent} · 투어 - 한빛전자 박지민 (3명)`
    const entries = entriesOf(await read(await makeAll())).filter(({ summary }) => summary.endsWith(entry))
    expect(entries.map(({ summary, status: found }) => [summary, found])).toEqual(
      shown ? [[mark + entry, shown]] : [],
    )
  })

  test('is downloaded only when something has changed, is listed with its last use, and is revoked', async () => {
    const { reservation } = await makeReservation(app, admin, day)
    const made = await makeAll()
    expect(made.message).toBe('전체 일정 캘린더 주소를 만들었습니다.')
    expect(made.feed).toMatchObject({ docent: null, room: null, last_used_at: null })
    const { etag } = (await ask(made)).headers
    expect((await ask(made, { 'if-none-match': etag })).statusCode).toBe(304)
    await admin.ok(actOnReservation, decision(reservation, 'approve'))
    expect((await ask(made, { 'if-none-match': etag })).statusCode).toBe(200)
    const [listed] = await admin.ok(listCalendarFeeds, {})
    expect(listed).toEqual({ ...made.feed, last_used_at: expect.any(String) })
    const [noted] = (await admin.ok(listAudit, { query: {} })).results.filter(
      ({ action }) => action === 'POST /api/admin/calendar-feeds/',
    )
    expect(noted).toMatchObject({ summary: made.message, details: { type: 'all' } })
    const revoked = await admin.ok(revokeCalendarFeed, { params: { id: String(made.feed.id) } })
    expect(revoked.message).toBe('전체 일정 캘린더 주소를 해지했습니다.')
    expect(await refusal(made)).toMatchObject(EXPIRED)
  })
})

describe('a member’s calendar', () => {
  test.each<[Status, string | undefined]>([
    ['PENDING', 'TENTATIVE'],
    ['APPROVED', 'CONFIRMED'],
    ['CANCEL_REQUESTED', 'CONFIRMED'],
    ['COMPLETED', 'CONFIRMED'],
    ['REJECTED', undefined],
    ['CANCELLED', undefined],
  ])('shows what is %s as %s', async (status, shown) => {
    const { browser } = await makeWith(status)
    const file = await read(await browser.ok(makeOwnFeed, {}))
    expect(/STATUS:(\w+)/.exec(file)?.[1]).toBe(shown)
    expect(file.includes('[취소 요청]'), 'is marked').toBe(status === 'CANCEL_REQUESTED')
  })

  test('keeps the UID and the organizer that the first mail named', async () => {
    const { browser } = await makeReservation(app, admin, day, { status: 'APPROVED' })
    const feed = await browser.ok(makeOwnFeed, {})
    const identity = async () => (await read(feed)).match(/^(UID|ORGANIZER).*$/gm)
    const before = await identity()
    await app.db.updateTable('settings').set({ contact_email: 'new@example.com' }).execute()
    expect(await identity()).toEqual(before)
    expect(before).toHaveLength(2)
  })

  test('has the same UID as the mail, and a higher sequence after each change', async () => {
    const { browser, reservation } = await makeReservation(app, admin, day)
    const feed = await browser.ok(makeOwnFeed, {})
    const before = await read(feed)
    expect(before).toContain('[승인 대기]')
    await admin.ok(actOnReservation, decision(reservation, 'approve'))
    const after = await read(feed)
    const mail = (await app.mails()).find(
      (each) => each.kind === 'approved' && each.reservation_id === reservation.id,
    )!
    const of = (file: string, name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(file)![1]!.trim()
    const sent = mail.calendar!.replaceAll('\r\n ', '')
    expect(of(after, 'UID')).toBe(of(sent, 'UID'))
    expect(of(after, 'UID')).toBe(of(before, 'UID'))
    expect(of(after, 'SEQUENCE')).toBe(of(sent, 'SEQUENCE'))
    expect(Number(of(after, 'SEQUENCE'))).toBeGreaterThan(Number(of(before, 'SEQUENCE')))
    expect(of(after, 'LAST-MODIFIED')).toBe(of(after, 'DTSTAMP'))
    expect(after).not.toContain('[승인 대기]')
  })

  test('has nothing of other members, and names no visitor’s phone', async () => {
    await makeReservation(app, admin, day, { status: 'APPROVED' })
    const { browser } = await makeReservation(app, admin, day, { status: 'APPROVED' })
    const file = await read(await browser.ok(makeOwnFeed, {}))
    expect(file.match(/BEGIN:VEVENT/g)).toHaveLength(1)
    expect(file).not.toContain('010-')
  })

  test('a new link ends the one before; revoked, it ends at once', async () => {
    const { browser } = await makeVisitor(app)
    expect(await browser.ok(getOwnFeed, {})).toEqual({ feed: null })
    const first = await browser.ok(makeOwnFeed, {})
    const second = await browser.ok(makeOwnFeed, {})
    expect(await refusal(first)).toMatchObject(EXPIRED)
    await read(second)
    const { feed } = await browser.ok(getOwnFeed, {})
    expect(feed!.last_used_at).not.toBeNull()
    await browser.ok(revokeOwnFeed, {})
    expect(await refusal(second)).toMatchObject(EXPIRED)
    expect(await browser.ok(getOwnFeed, {})).toEqual({ feed: null })
  })
})

describe('a program that comes again', () => {
  test('downloads the file only when it has changed', async () => {
    const { browser, reservation } = await makeReservation(app, admin, day)
    const feed = await browser.ok(makeOwnFeed, {})
    const first = await ask(feed)
    expect(first.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'no-referrer',
    })
    app.passMinutes(2)
    const again = await ask(feed, { 'if-none-match': first.headers.etag })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    await admin.ok(actOnReservation, decision(reservation, 'approve'))
    expect((await ask(feed, { 'if-none-match': first.headers.etag })).statusCode).toBe(200)
  })

  test('reads the same file again without announcing a change of bookings to anybody', async () => {
    const { reservation } = await makeReservation(app, admin, day, { status: 'APPROVED' })
    const feed = await makeFor(reservation)
    await read(feed)
    const heard: (string | undefined)[] = []
    await withClient(app.connectionString, async (client) => {
      await client.query('listen fairslot_changed; listen last')
      const last = new Promise<void>((resolve) => {
        client.on('notification', ({ channel, payload }) =>
          channel === 'last' ? resolve() : heard.push(payload),
        )
      })
      await read(feed)
      await client.query('notify last')
      await last
    })
    expect(heard).toEqual([])
  })

  test('polls too often and is limited, without limiting others', async () => {
    const [one, other] = [(await makeVisitor(app)).browser, (await makeVisitor(app)).browser]
    const [greedy, patient] = [await one.ok(makeOwnFeed, {}), await other.ok(makeOwnFeed, {})]
    for (let time = 0; time < 30; time += 1) await ask(greedy)
    expect(await refusal(greedy)).toMatchObject({
      status: 429,
      headers: { 'retry-after': expect.any(String) },
    })
    expect((await ask(patient)).statusCode).toBe(200)
  })

  test('guesses links and is limited, without limiting valid links', async () => {
    const { browser } = await makeVisitor(app)
    const feed = await browser.ok(makeOwnFeed, {})
    for (let time = 0; time < 60; time += 1)
      expect(await refusal({ url: `x/${String(time).padStart(43, 'A')}.ics` })).toMatchObject(EXPIRED)
    expect(await refusal({ url: `x/${'B'.repeat(43)}.ics` })).toMatchObject({ status: 429 })
    expect((await ask(feed)).statusCode).toBe(200)
  })

  test('finds the link with `.ics` behind it and without', async () => {
    const { url } = await (await makeVisitor(app)).browser.ok(makeOwnFeed, {})
    expect((await ask({ url: url.replace('.ics', '') })).statusCode).toBe(200)
  })
})

describe('a link', () => {
  test('is deleted with its docent, room or member', async () => {
    const tour = await makeReservation(app, admin, day, { status: 'CANCELLED' })
    const meeting = await makeReservation(app, admin, day, { kind: 'GROUP_MEETING', status: 'CANCELLED' })
    const feeds = [
      await makeFor(tour.reservation),
      await makeFor(meeting.reservation),
      await tour.browser.ok(makeOwnFeed, {}),
    ]
    const id = (of: number) => ({ params: { id: String(of) } })
    await admin.ok(deleteDocent, id(placeOf(tour.reservation).resource_id))
    await admin.ok(deleteRoom, id(placeOf(meeting.reservation).resource_id))
    await admin.ok(deleteMember, id(tour.member.id))
    for (const feed of feeds) expect(await refusal(feed)).toMatchObject(EXPIRED)
    expect(await admin.ok(listCalendarFeeds, {})).toEqual([])
  })

  test('is listed with who made it and when it was last used, and is revoked at once', async () => {
    const { reservation } = await makeReservation(app, admin, day)
    const made = await makeFor(reservation)
    expect(await admin.ok(listCalendarFeeds, {})).toEqual([made.feed])
    expect(made.feed).toMatchObject({ docent: { id: placeOf(reservation).resource_id }, last_used_at: null })
    await read(made)
    const [used] = await admin.ok(listCalendarFeeds, {})
    expect(used!.last_used_at).not.toBeNull()
    const revoked = await admin.ok(revokeCalendarFeed, { params: { id: String(made.feed.id) } })
    expect(revoked.message).toContain('캘린더 주소를 해지했습니다.')
    expect(await refusal(made)).toMatchObject(EXPIRED)
    const again = await admin.refused(revokeCalendarFeed, { params: { id: String(made.feed.id) } })
    expect(again).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('of a member is neither listed nor revoked by administrators', async () => {
    const { member, browser } = await makeVisitor(app)
    await browser.ok(makeOwnFeed, {})
    expect(await admin.ok(listCalendarFeeds, {})).toEqual([])
    const { id } = await app.db
      .selectFrom('calendar_feeds')
      .select('id')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow()
    expect(await admin.refused(revokeCalendarFeed, { params: { id: String(id) } })).toMatchObject({
      status: 404,
    })
  })

  test('to an unknown docent is refused', async () => {
    const refused = await admin.refused(makeCalendarFeed, { body: { type: 'tour', resource_id: 999_999 } })
    expect(refused).toMatchObject({ status: 400, fields: { resource_id: '도슨트를 선택해주세요.' } })
  })

  test('is stored only as a hash, not in the audit log or a repeated answer', async () => {
    const { reservation } = await makeReservation(app, admin, day)
    const response = await admin.send(
      makeCalendarFeed,
      { body: placeOf(reservation) },
      { 'idempotency-key': 'once' },
    )
    const token = tokenOf(response.json<{ url: string }>()).replace('.ics', '')
    const { token_hash } = await app.db
      .selectFrom('calendar_feeds')
      .select('token_hash')
      .executeTakeFirstOrThrow()
    expect(token_hash).toEqual(createHash('sha256').update(token).digest())
    const kept = JSON.stringify([
      await admin.ok(listCalendarFeeds, {}),
      await admin.ok(listAudit, { query: {} }),
      await app.db.selectFrom('idempotency_keys').selectAll().execute(),
    ])
    expect(kept).not.toContain(token)
  })
})
