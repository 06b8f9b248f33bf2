import { describe, expect, test } from 'vitest'
import { calendarFile } from './calendar.ts'
import { feedFile } from './calendar-feed.ts'
import { makeMeetingNotice, makeTourNotice } from '../../test/make-notice.ts'
import { calendarOf } from './templates/reservation-notice.ts'

const entry = { summary: '투어', location: '로비', description: '설명', reminder: '곧 시작' }

/** The lines of a calendar, long ones joined again. */
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n')
const read = (file: string, name: string) => linesOf(file).filter((line) => line.match(`^${name}[;:]`))

/** The start and end of the event; VTIMEZONE has a DTSTART of its own, which comes without a zone. */
const span = (file: string) =>
  ['DTSTART', 'DTEND'].map((name) => read(file.slice(file.indexOf('BEGIN:VEVENT')), name)[0])

const madrid = (name: string, value: string) => `${name};TZID=Europe/Madrid:${value}`

describe('a reservation stands in the calendar at its wall time in Madrid', () => {
  test.each([
    ['winter', '2026-11-21', '10:00', '10:25', 25, '20261121T100000', '20261121T102500'],
    ['summer', '2026-07-03', '10:00', '10:25', 25, '20260703T100000', '20260703T102500'],
    [
      'before the clock goes forward',
      '2026-03-29',
      '01:00',
      '01:25',
      25,
      '20260329T010000',
      '20260329T012500',
    ],
    [
      'across the hour that is left out',
      '2026-03-29',
      '01:30',
      '03:00',
      30,
      '20260329T013000',
      '20260329T030000',
    ],
    [
      'after the clock went forward',
      '2026-03-29',
      '10:00',
      '10:25',
      25,
      '20260329T100000',
      '20260329T102500',
    ],
    ['the hour that comes twice', '2026-10-25', '02:00', '02:25', 25, '20261025T020000', '20261025T022500'],
    ['after the clock went back', '2026-10-25', '10:00', '10:25', 25, '20261025T100000', '20261025T102500'],
    ['the last hour of a day', '2026-11-21', '23:35', '24:00', 25, '20261121T233500', '20261122T000000'],
  ])('%s: %s %s to %s', (_when, date, time, end_time, duration, start, end) => {
    const file = calendarFile(makeTourNotice({ date, time, end_time, duration }), entry, 'REQUEST')
    expect(span(file)).toEqual([madrid('DTSTART', start), madrid('DTEND', end)])
  })

  test('an end in the second of two equal hours is written in UTC, as a wall time would mean the first', () => {
    const notice = makeTourNotice({ date: '2026-10-25', time: '02:50', end_time: '02:15', duration: 25 })
    expect(span(calendarFile(notice, entry, 'REQUEST'))).toEqual([
      'DTSTART:20261025T005000Z',
      'DTEND:20261025T011500Z',
    ])
  })

  test('a meeting begins with its first slot and ends with its last', () => {
    expect(span(calendarFile(makeMeetingNotice(), entry, 'REQUEST'))).toEqual([
      madrid('DTSTART', '20261121T150000'),
      madrid('DTEND', '20261121T152000'),
    ])
  })
})

test.each([
  ['ended after ten minutes', '2026-11-21T15:10:34+01:00', '20261121T151034'],
  ['ended in its first minute', '2026-11-21T15:00:20+01:00', '20261121T150020'],
  ['ended before its start', '2026-11-21T14:40:00+01:00', '20261121T152000'],
])('a meeting that %s blocks the calendar no longer than it lasted', (_when, ended_at, end) => {
  const file = calendarFile(makeMeetingNotice({ status: 'COMPLETED', ended_at }), entry, 'PUBLISH')
  expect(span(file)).toEqual([madrid('DTSTART', '20261121T150000'), madrid('DTEND', end)])
})

test.each([
  ['tour', makeTourNotice(), '투어 - 삭제된 회원 (4명)'],
  ['meeting', makeMeetingNotice(), '미팅 - 삭제된 회원 (3명)'],
])('the %s of an erased visitor says so in the calendars of the staff', async (_kind, notice, summary) => {
  const texts = Object.entries(notice.reservation.visitor).map(([field, value]) => [
    field,
    typeof value === 'string' ? '' : value,
  ])
  const reservation = {
    ...notice.reservation,
    user: { ...notice.reservation.user, id: null },
    visitor: Object.fromEntries(texts),
  } as typeof notice.reservation
  const file = await feedFile('안내 데스크', 'staff', [{ ...notice, reservation }])
  expect(read(file, 'SUMMARY')).toEqual([`SUMMARY:${summary}`])
})

test('the zone that the times name is explained in the file', () => {
  const file = calendarFile(makeTourNotice(), entry, 'REQUEST')
  expect(read(file, 'TZID')).toEqual(['TZID:Europe/Madrid'])
  expect(read(file, 'TZOFFSETTO')).toEqual(['TZOFFSETTO:+0200', 'TZOFFSETTO:+0100'])
})

test('a cancellation takes out the entry that the approval made', () => {
  const request = calendarFile(makeTourNotice(), entry, 'REQUEST')
  const cancel = calendarFile({ ...makeTourNotice(), version: 5 }, entry, 'CANCEL')
  expect(read(cancel, 'UID')).toEqual(read(request, 'UID'))
  expect([read(request, 'SEQUENCE'), read(cancel, 'SEQUENCE')]).toEqual([['SEQUENCE:2'], ['SEQUENCE:5']])
  expect([read(request, 'METHOD'), read(cancel, 'METHOD')]).toEqual([['METHOD:REQUEST'], ['METHOD:CANCEL']])
  expect([read(request, 'STATUS'), read(cancel, 'STATUS')]).toEqual([
    ['STATUS:CONFIRMED'],
    ['STATUS:CANCELLED'],
  ])
})

test('the same number in the database of another event is another entry', () => {
  const next_year = makeTourNotice({}, { created_at: '2027-11-18T10:00:00+01:00' })
  const uid = (notice: typeof next_year) => read(calendarFile(notice, entry, 'REQUEST'), 'UID')
  expect(uid(next_year)).not.toEqual(uid(makeTourNotice()))
})

describe('calendars remind of a reservation a quarter of an hour before', () => {
  const alarmIn = (file: string) => file.replaceAll('\r\n ', '').split(/(?<=\r\n)(?=BEGIN:VALARM\r\n)/)[1]

  test.each(['REQUEST', 'PUBLISH'] as const)(
    'in %s: one alarm, after all that is said of the event',
    (method) => {
      const file = calendarFile(makeTourNotice(), entry, method)
      expect(alarmIn(file)).toBe(
        [
          'BEGIN:VALARM',
          'ACTION:DISPLAY',
          'TRIGGER:-PT15M',
          'DESCRIPTION:곧 시작',
          'END:VALARM',
          'END:VEVENT',
          'END:VCALENDAR',
          '',
        ].join('\r\n'),
      )
    },
  )

  test('but not of one that is cancelled', () => {
    expect(calendarFile(makeTourNotice(), entry, 'CANCEL')).not.toContain('VALARM')
  })

  test('in the words of the visitor', () => {
    expect(alarmIn(calendarOf(makeTourNotice(), 'REQUEST'))).toContain(
      'DESCRIPTION:15분 뒤 투어 시작: 안내 데스크 앞\r\n',
    )
    expect(alarmIn(calendarOf(makeMeetingNotice(), 'PUBLISH'))).toContain(
      'DESCRIPTION:15분 뒤 미팅 시작: 미팅룸 A (3층)\r\n',
    )
  })
})

test('the file depends on the reservation alone, and its stamp is in UTC', () => {
  const file = calendarFile(makeTourNotice(), entry, 'REQUEST')
  expect(calendarFile(makeTourNotice(), entry, 'REQUEST')).toBe(file)
  expect(read(file, 'DTSTAMP')).toEqual(['DTSTAMP:20261119T083000Z'])
})

test('texts cannot add lines, and every line ends in CRLF within 75 bytes', () => {
  const nasty = {
    summary: 'a\r\nATTENDEE:x',
    location: 'b; c, d',
    description: `e\nf ${'가'.repeat(90)}`,
    reminder: `BEGIN:VALARM\r\nACTION:AUDIO ${'나'.repeat(90)}`,
  }
  const notice = makeTourNotice({}, { user: { ...makeTourNotice().reservation.user!, name: 'A"\r\nX:1' } })
  const file = calendarFile(notice, nasty, 'REQUEST')
  expect(read(file, 'SUMMARY')).toEqual(['SUMMARY:a\\nATTENDEE:x'])
  expect(read(file, 'ATTENDEE')).toHaveLength(1)
  expect(read(file, 'X')).toEqual([])
  expect(read(file, 'ACTION')).toEqual(['ACTION:DISPLAY'])
  expect(read(file, 'LOCATION')).toEqual(['LOCATION:b\\; c\\, d'])
  expect(file).not.toMatch(/(?<!\r)\n|\r(?!\n)/)
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(Math.max(...file.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
})

test.each([0, 1, 199, 200, 201, 450])(
  'a calendar of %i entries is one file with each of them once',
  async (count) => {
    const { reservation, ...notice } = makeTourNotice()
    const notices = Array.from({ length: count }, (_, n) => ({
      ...notice,
      reservation: { ...reservation, id: n + 1 },
    }))
    // As hostile as a name can be.
    const file = await feedFile('BEGIN:VEVENT END:VCALENDAR', 'manager', notices)
    const uids = read(file, 'UID')
    expect([uids.length, new Set(uids).size]).toEqual([count, count])
    const kinds = linesOf(file).filter((line) => line.startsWith('BEGIN:'))
    expect(kinds.filter((line) => line === 'BEGIN:VCALENDAR')).toHaveLength(1)
    expect(kinds.filter((line) => line === 'BEGIN:VTIMEZONE')).toHaveLength(count > 0 ? 1 : 0)
    const ends = linesOf(file).filter((line) => line.startsWith('END:'))
    expect(ends.map((line) => line.slice(4)).toSorted()).toEqual(
      kinds.map((line) => line.slice(6)).toSorted(),
    )
    expect(ends.at(-1)).toBe('END:VCALENDAR')
  },
)

test('a calendar’s name is shown as it was typed', async () => {
  const file = await feedFile('투어, 미팅; A\\B', 'member', [])
  const written = String.raw`NAME:투어\, 미팅\; A\\B`
  expect(read(file, '(X-WR-CAL)?NAME')).toEqual([written, `X-WR-CAL${written}`])
})
