import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { reservationFacts, type TourReservation } from '../../../contract/reservation.ts'
import { makeMeetingNotice, makeTourNotice, written } from '../../../test/make-notice.ts'
import type { FactsOf, MailKind, ReservationNotice, WrittenMail } from '../mail.ts'
import { whenOf } from './reservation-facts.ts'
import { findCode, sentSubject } from './member-mails.ts'

const mailOf =
  <Kind extends MailKind>(kind: Kind) =>
  (facts: FactsOf[Kind]) =>
    written(kind, facts)
const approved = mailOf('approved')
const cancellationApproved = mailOf('cancellation_approved')
const cancellationReceived = mailOf('cancellation_received')
const cancellationRefused = mailOf('cancellation_refused')
const cancelled = mailOf('cancelled')
const dayReported = mailOf('day_reported')
const erasureAnnounced = mailOf('erasure_announced')
const endedEarly = mailOf('ended_early')
const moved = mailOf('moved')
const placeChanged = mailOf('place_changed')
const rejected = mailOf('rejected')
const reminderBefore = mailOf('reminder_before')
const reminderEvening = mailOf('reminder_evening')
const undecided = mailOf('undecided')
const requestReceived = mailOf('request_received')
const requestsWaiting = mailOf('requests_waiting')
const screensSilent = mailOf('screens_silent')
const testMail = mailOf('test')
const verificationCode = mailOf('verification_code')
const erasureLink = mailOf('erasure_link')
const invited = mailOf('invited')
const newDevice = mailOf('new_device')
const loginCode = mailOf('login_code')
const message = mailOf('message')
const phoneClaimed = mailOf('phone_claimed')
const waitlistEnded = mailOf('waitlist_ended')
const waitlistJoined = mailOf('waitlist_joined')
const waitlistMoved = mailOf('waitlist_moved')

const tour = makeTourNotice()
const meeting = makeMeetingNotice()
/** Approved, with the code by which the desk knows it. */
const coded = <N extends ReservationNotice>(notice: N): N => ({
  ...notice,
  reservation: { ...notice.reservation, arrival_code: 'K7M2QX' },
})
const replaces = { id: 3, date: '2026-11-20', time: '10:00 ~ 10:25', place: '김도슨' }
const code = {
  to: 'minsu@example.com',
  code: 'K7PX4M',
  request_id: '5f0c1c9e-7a52-4c55-9d3e-0d6f1f6f2a10',
  valid_minutes: 10,
  event_name: tour.event_name,
  contact_email: tour.contact_email,
  public_url: tour.public_url,
}

const waited = {
  to: 'minsu@example.com',
  member_name: '김민수',
  entry: {
    id: 5,
    kind: 'GROUP_MEETING' as const,
    date: '2026-11-21',
    time: '15:00',
    end_time: '15:20',
    place_name: '미팅룸 A',
    created_at: Date.parse('2026-11-18T10:00:00+01:00'),
  },
  event_name: tour.event_name,
  contact_email: tour.contact_email,
  public_url: tour.public_url,
  now: Date.parse('2026-11-20T10:00:00+01:00'),
}

const test_notice = {
  to: 'desk@example.com',
  asked_by: '운영자',
  asked_at: Date.parse('2026-11-20T09:05:00+01:00'),
  request_id: '9b1f2a40-1c51-4f0e-8f3c-3a1f2e5d7c11',
  event_name: tour.event_name,
  contact_email: tour.contact_email,
  public_url: tour.public_url,
}

const REASON = '해당 시간에 행사 점검이 있습니다.\n양해 부탁드립니다.'

/** A tour as it was before its docent changed. */
function elsewhere(reservation: TourReservation): TourReservation {
  const { available_tour: tour } = reservation
  const docent = { ...tour.docent, name: '이하늘', start_point: '정문\n왼쪽' }
  return { ...reservation, available_tour: { ...tour, docent } }
}

const earlierTour = makeTourNotice({ date: '2026-11-20', time: '15:30', end_time: '15:55' }).reservation
const otherRoom = {
  ...meeting.reservation,
  room: { id: 9, name: '미팅룸 B', floor: 2, size: 4 },
}

/** A reminder of it, of no use from `lapses` on. */
const remindOf = (notice: ReservationNotice, lapses: string) => ({
  starts_at: reservationFacts(notice.reservation).starts_at,
  lapses_at: Date.parse(lapses),
})

const mails: Record<string, WrittenMail> = {
  'verification-code': verificationCode(code),
  'login-code': loginCode({ ...code, request_id: '6b1f2a40-1c51-4f0e-8f3c-3a1f2e5d7c12' }),
  'phone-claimed': phoneClaimed({
    to: 'minsu@example.com',
    id: 7,
    name: '김민수',
    now: Date.parse('2026-11-20T09:05:00+01:00'),
    event_name: tour.event_name,
    contact_email: tour.contact_email,
    public_url: tour.public_url,
  }),
  'erasure-link': erasureLink({
    to: 'minsu@example.com',
    name: '김민수',
    token: '1795168800000.kx7Zt',
    request_id: '0c7d3c52-9f6e-4f0e-8a44-6f0a2f6b7c10',
    valid_minutes: 60,
    lapses_at: Date.parse('2026-11-20T10:05:00+01:00'),
    event_name: tour.event_name,
    contact_email: tour.contact_email,
    public_url: tour.public_url,
  }),
  invited: invited({
    to: 'minsu@example.com',
    id: 7,
    name: '김민수',
    phone: '010-1234-5678',
    now: Date.parse('2026-11-20T09:05:00+01:00'),
    event_name: tour.event_name,
    contact_email: tour.contact_email,
    public_url: tour.public_url,
  }),
  'new-device': newDevice({
    to: 'minsu@example.com',
    name: '김민수',
    device: 'Chrome · Android',
    at: Date.parse('2026-11-20T09:05:00+01:00'),
    token: '12.1795168800000.kx7Zt',
    request_id: '3a7d3c52-9f6e-4f0e-8a44-6f0a2f6b7c10',
    valid_days: 7,
    event_name: tour.event_name,
    contact_email: tour.contact_email,
    public_url: tour.public_url,
  }),
  test: testMail(test_notice),
  'screens-silent': screensSilent({
    to: 'alerts@example.com',
    screens: [
      {
        id: 4,
        name: '입구 왼쪽',
        room: '미팅룸 A',
        width: 1080,
        height: 1920,
        last_seen_at: Date.parse('2026-11-20T09:51:07+01:00'),
      },
      {
        id: 9,
        name: null,
        room: '회의실 B',
        width: 1920,
        height: 1080,
        last_seen_at: Date.parse('2026-11-20T09:50:40+01:00'),
      },
    ],
    event_name: tour.event_name,
    contact_email: tour.contact_email,
    public_url: tour.public_url,
  }),
  message: message({
    to: 'minsu@example.com',
    id: 3,
    name: '김민수',
    subject: '주차장 변경 안내',
    text: '오늘은 제2주차장을 이용해주세요.\n입구는 북문입니다.',
    request_id: '0d2f7c1e-1b6a-4f8e-9a3b-5c4d3e2f1a09',
    event_name: tour.event_name,
    contact_email: tour.contact_email,
    public_url: tour.public_url,
  }),
  'waitlist-joined': waitlistJoined({ ...waited, reason: null }),
  'waitlist-skipped': waitlistJoined({
    ...waited,
    entry: { ...waited.entry, id: 9 },
    reason: null,
    passed_over: 'has_other',
  }),
  'waitlist-moved': waitlistMoved({ ...waited, former: '14:30 ~ 14:50', reason: REASON }),
  'waitlist-ended': waitlistEnded({ ...waited, why: 'time_deleted', reason: REASON }),
  'waitlist-missed': waitlistEnded({
    ...waited,
    entry: { ...waited.entry, id: 6 },
    why: 'expired',
    reason: null,
  }),
  'erasure-announced': erasureAnnounced({
    to: 'desk@example.com',
    day: '2027-02-18',
    told_at: Date.parse('2027-02-11T09:00:00+01:00'),
    members: 1_204,
    reservations: 3_871,
    mails: 9_950,
    event_name: tour.event_name,
    contact_email: tour.contact_email,
    public_url: tour.public_url,
  }),
  'day-reported': dayReported({
    to: 'contact@example.com',
    id: 3,
    version: 2,
    place: '박서연',
    date: '2026-11-20',
    start_time: '14:00',
    end_time: '17:25',
    reason: '건강 문제',
    reported_at: Date.parse('2026-11-20T14:02:00+01:00'),
    event_name: tour.event_name,
    contact_email: tour.contact_email,
    public_url: tour.public_url,
  }),
  'requests-waiting': requestsWaiting({
    to: 'contact@example.com',
    now: Date.parse('2026-11-19T11:05:00+01:00'),
    overdue: 3,
    waiting: 7,
    hours: 2,
    oldest: {
      id: 12,
      kind: 'VIP_TOUR',
      is_cancellation: false,
      place: '박서연',
      starts_at: Date.parse('2026-11-21T10:00:00+01:00'),
      since: Date.parse('2026-11-18T17:40:00+01:00'),
    },
    event_name: tour.event_name,
    contact_email: tour.contact_email,
    public_url: tour.public_url,
  }),
  'request-received.tour': requestReceived({ ...tour, version: 1 }),
  'request-received.meeting': requestReceived({ ...meeting, version: 1 }),
  'request-served.tour': requestReceived({
    ...tour,
    reservation: { ...tour.reservation, id: 57 },
    version: 1,
    is_served: true,
  }),
  'undecided.tour': undecided({ ...tour, version: 1 }),
  'undecided-change.tour': undecided({
    ...tour,
    version: 7,
    // The former one is over too, so its time cannot be changed.
    reservation: { ...tour.reservation, replaces: { ...replaces, date: '2026-11-18' } },
  }),
  'approved.tour': approved(coded(tour)),
  'approved.meeting': approved(coded(meeting)),
  'rejected.tour': rejected({ ...tour, reason: REASON }),
  'rejected.meeting': rejected({ ...meeting, reason: REASON }),
  'cancellation-received.tour': cancellationReceived({ ...tour, version: 3, reason: '일정이 바뀌었습니다.' }),
  'cancellation-received.meeting': cancellationReceived({ ...meeting, version: 3, reason: '일정 변경' }),
  'cancellation-approved.tour': cancellationApproved({ ...tour, version: 4 }),
  'cancellation-approved.meeting': cancellationApproved({ ...meeting, version: 4 }),
  'cancellation-refused.tour': cancellationRefused({ ...coded(tour), version: 4, reason: REASON }),
  'cancellation-refused.meeting': cancellationRefused({ ...meeting, version: 4, reason: null }),
  'cancellation-refused-late.meeting': cancellationRefused({
    ...meeting,
    reservation: { ...meeting.reservation, status: 'COMPLETED' },
    version: 5,
    reason: null,
  }),
  'cancelled.tour': cancelled({ ...tour, version: 3, reason: REASON, was_agreed: true }),
  'cancelled.meeting': cancelled({ ...meeting, version: 3, reason: REASON, was_agreed: true }),
  'cancelled-not-its-change.tour': cancelled({
    ...tour,
    version: 8,
    reason: REASON,
    was_agreed: true,
    has_change: true,
  }),
  'cancelled-request.tour': cancelled({ ...tour, version: 2, reason: REASON }),
  'cancelled-change.tour': cancelled({
    ...tour,
    version: 6,
    reason: REASON,
    reservation: { ...tour.reservation, replaces },
  }),
  'cancelled-with-account.meeting': cancelled({
    ...meeting,
    version: 5,
    reason: '회원 정보가 삭제되어 예약이 취소되었습니다.',
    was_agreed: true,
    deleted: 'member',
  }),
  'ended-early.meeting': endedEarly({ ...meeting, version: 3 }),
  'ended-before-start.meeting': endedEarly({
    ...meeting,
    version: 4,
    reservation: { ...meeting.reservation, status: 'COMPLETED', ended_at: '2026-11-19T09:00:00+01:00' },
  }),
  'place-changed.tour': placeChanged({ ...tour, version: 3, before: elsewhere(tour.reservation) }),
  'place-changed.meeting': placeChanged({
    ...meeting,
    version: 4,
    reservation: { ...meeting.reservation, status: 'CANCEL_REQUESTED' },
    before: { ...meeting.reservation, room: { id: 4, name: '미팅룸 A', floor: 2, size: 6 } },
  }),
  'moved.tour': moved({ ...coded(tour), version: 3, before: elsewhere(earlierTour), message: REASON }),
  'moved.meeting': moved({ ...meeting, version: 3, before: otherRoom, message: null }),
  'reminder-evening.tour': reminderEvening({ ...tour, ...remindOf(tour, '2026-11-20T22:00:00+01:00') }),
  'reminder-evening.meeting': reminderEvening({
    ...meeting,
    ...remindOf(meeting, '2026-11-20T22:00:00+01:00'),
  }),
  'reminder-before.tour': reminderBefore({ ...tour, ...remindOf(tour, '2026-11-21T10:00:00+01:00') }),
  'reminder-before.meeting': reminderBefore({
    ...meeting,
    ...remindOf(meeting, '2026-11-21T15:00:00+01:00'),
  }),
  'moved-request.tour': moved({
    ...tour,
    version: 2,
    reservation: { ...tour.reservation, status: 'PENDING' },
    before: earlierTour,
    message: null,
  }),
}

// The page is one for all; these five show each of its parts.
const WITH_PAGE = ['verification-code', 'approved.tour', 'approved.meeting', 'rejected.tour', 'moved.tour']

/** The file beside that says how it should be; UPDATE_GOLDEN=1 writes it anew, to be read in the diff. */
function golden(name: string, text: string): string {
  const file = new URL(`golden/${name}`, import.meta.url)
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text)
  return readFileSync(file, 'utf8')
}

describe.each(Object.entries(mails))('%s', (name, mail) => {
  test('reads as it was approved to read', () => {
    const heads = `To: ${mail.to}\nSubject: ${sentSubject(mail)}\nMessage-ID: ${mail.message_id}`
    const text = `${heads}\n\n${mail.text}`
    expect(text).toBe(golden(`${name}.txt`, text))
    if (WITH_PAGE.includes(name)) expect(mail.html).toBe(golden(`${name}.html`, mail.html))
    const calendar = mail.calendar?.content.replaceAll('\r\n', '\n')
    if (calendar) expect(calendar).toBe(golden(`${name}.ics`, calendar))
  })

  test('its page says what its text says, and fetches nothing', () => {
    const shown = mail.html
      .replaceAll(/<(title|style)>.*?<\/\1>/gs, '')
      .replaceAll(/ href="([^"]*)"/g, (_all, url: string) => `> ${url.replaceAll('&amp;', '&')} <b`)
      .replaceAll(/<br ?\/?>/g, '\n')
      .replaceAll(/<[^>]*>/g, ' ')
    const words = (text: string) => new Set(text.split(/[\s:()]+/).filter((word) => /[가-힣\d]/.test(word)))
    expect([...words(mail.text)].filter((word) => !words(shown).has(word))).toEqual([])
    expect(mail.html).not.toMatch(/<(img(?!\s+src="cid:)|link|script|iframe)\b|url\(|@import/i)
  })
})

const KINDS = [
  ['tour', tour],
  ['meeting', meeting],
] as const

describe.each(KINDS)('every mail about a %s', (kind, notice) => {
  const about = Object.entries(mails).filter(([name]) => name.endsWith(`.${kind}`))
  const { date, range } = whenOf(notice.reservation)
  const [start, end] = range.split(' ~ ')

  test.each(about)('%s begins with its day and its time, which nothing breaks', (_name, { text, html }) => {
    expect(text.split('\n').slice(0, 2)).toEqual([date, `${start}\u00a0~\u00a0${end} (마드리드 현지 시각)`])
    const shown = html.slice(html.indexOf('<body')).replaceAll(/<[^>]*>/g, ' ')
    expect(shown.replaceAll(/\s+/g, ' ')).toMatch(new RegExp(`^ ${date.replaceAll(/[()]/g, '.')} ${range}`))
    for (const time of [start!, end!])
      expect(html).toContain(`<span style="white-space:nowrap">${time}</span>`)
  })

  test.each(about)('%s names its day and its start in the subject, to be found again', (_name, mail) => {
    expect(mail.subject).toMatch(/^\[2026 트레이드쇼\] .* · 11월 21일 \(토\) \d\d:00$/)
    expect(mail.subject.endsWith(start!)).toBe(true)
  })

  test.each(about)(
    '%s strikes the time out exactly when nothing takes place then',
    (name, { html, text }) => {
      const isOff = /^(rejected|cancelled|cancellation-approved|undecided|ended-before-start)/.test(name)
      // Text has no such line, nor does a voice: the sentence after the time says it.
      expect(
        /(신청이 거절되었|(예약|시간 변경 요청)이 (취소되었|확정되지 않았))습니다\n|시작 전에 미팅을 종료/.test(
          text,
        ),
      ).toBe(isOff)
      expect(/<s>.*<\/s>/s.exec(html)?.[0].includes(start!) ?? false).toBe(isOff)
    },
  )
})

test('a mail about a move strikes out the time that is no more, and only where it is another one', () => {
  const struck = (name: string) => /<s>(.*)<\/s>/s.exec(mails[name]!.html)?.[1]
  expect(struck('moved.tour')).toBe('2026년 11월 20일 (금) 15:30 ~ 15:55')
  expect(mails['moved.tour']!.subject).toContain('예약 시간이 변경되었습니다 · 11월 21일 (토) 10:00')
  expect(struck('moved.meeting')).toBeUndefined()
  expect(mails['moved.meeting']!.subject).toContain('예약 장소가 변경되었습니다')
})

describe('a mail about a time that is off leads to another one', () => {
  const BOOK = '예약 가능한 시간 보기: https://stand.example.com'
  const linesOf = (mail: WrittenMail) =>
    mail.text.split('\n').filter((line) => line.includes('https://') && !line.endsWith('/privacy'))
  const listed = ({ reservation: { type, id } }: typeof tour | typeof meeting) =>
    `예약내역 보기: https://stand.example.com/reservations?tab=${type === 'VIP_TOUR' ? 'tours' : 'meetings'}&open=${id}`

  test.each([
    ['rejected', rejected],
    ['cancelled', cancelled],
    ['cancelled as asked', cancellationApproved],
  ])('%s: with the same docent or in the same room, on the same day', (_how, write) => {
    expect(linesOf(write(tour))).toEqual([`${BOOK}/reserve-tour?docent_id=2&date=2026-11-21`, listed(tour)])
    expect(linesOf(write(meeting))).toEqual([
      `${BOOK}/reserve-room?room_id=4&date=2026-11-21`,
      listed(meeting),
    ])
  })

  test.each([
    ['rejected', rejected],
    ['cancelled', cancelled],
    ['not decided in time', undecided],
  ])('%s: a time change, to another request for the reservation that stays', (_how, write) => {
    const change = { ...tour, reservation: { ...tour.reservation, replaces } }
    expect(linesOf(write(change))).toEqual([
      '다른 시간 요청하기: https://stand.example.com/reservations/change?id=3',
      listed(tour),
    ])
  })

  test('after a cancelled reservation that once replaced another one, to a new booking', () => {
    const { reservation } = tour
    const agreed = { ...tour, was_agreed: true, reservation: { ...reservation, replaces } }
    expect(linesOf(cancelled(agreed))[0]).toMatch(BOOK)
    expect(linesOf(cancellationApproved(agreed))[0]).toMatch(BOOK)
  })

  test.each([
    ['on its last minute', '2026-11-21T23:59:00+01:00', '&date=2026-11-21'],
    ['when it is over', '2026-11-22T00:00:00+01:00', ''],
  ])('names the day %s', (_when, now, query) => {
    const [line] = linesOf(rejected({ ...tour, now: Date.parse(now) }))
    expect(line).toBe(`${BOOK}/reserve-tour?docent_id=2${query}`)
  })

  test.each([
    ['slot', '?room_id=4&date=2026-11-21'],
    ['event_date', '?room_id=4'],
    ['place', ''],
  ] as const)('after the deletion of a %s it names only what is left', (deleted, query) => {
    expect(linesOf(cancelled({ ...meeting, deleted }))).toEqual([
      `${BOOK}/reserve-room${query}`,
      listed(meeting),
    ])
  })

  test('and promises one only if there is one, as after the last day or a cancelled event', () => {
    const IF_ANY = '예약 가능한 시간이 있으면 다시 신청하실 수 있습니다.'
    for (const write of [rejected, cancelled, cancellationApproved, undecided])
      expect(write(tour).text).toContain(IF_ANY)
    const ended = waitlistEnded({ ...waited, why: 'expired', reason: null })
    expect(ended.text).toContain(IF_ANY)
    expect(linesOf(ended)).toEqual([`${BOOK}/reserve-room`])
  })

  test('after the deletion of an account there is nothing to open', () => {
    expect(linesOf(cancelled({ ...meeting, deleted: 'member' }))).toEqual([])
  })

  test('no other mail does', () => {
    for (const mail of [
      requestReceived(tour),
      approved(tour),
      cancellationReceived(tour),
      cancellationRefused(tour),
    ])
      expect(linesOf(mail)).toEqual([listed(tour)])
  })
})

describe('a mail names the cancellation to be asked for only while it can be', () => {
  const ASK = '시작 전까지 예약내역에서 예약 취소를 요청해주세요.'
  const REPLY = '참석이 어려우시면 이 메일에 회신해주세요.'
  const changed = (notice: typeof tour) => placeChanged({ ...notice, before: elsewhere(notice.reservation) })

  test.each([
    ['an approval', approved],
    ['a change of its docent', changed],
    ['a move', (notice: typeof tour) => moved({ ...notice, before: earlierTour, message: null })],
  ])('%s', (_what, write) => {
    const at = (iso: string) => write({ ...tour, now: Date.parse(iso) }).text
    expect(at('2026-11-21T09:59:59+01:00')).toContain(ASK)
    expect(at('2026-11-21T09:59:59+01:00')).not.toContain(REPLY)
    expect(at('2026-11-21T10:00:00+01:00')).toContain(REPLY)
    expect(at('2026-11-21T10:00:00+01:00')).not.toContain(ASK)
  })

  test('and neither to who has asked for it already', () => {
    const { text } = mails['place-changed.meeting']!
    for (const sentence of [ASK, REPLY]) expect(text).not.toContain(sentence)
  })
})

test('without a contact address that is one, no mail names it', () => {
  for (const contact_email of ['', 'nowhere', 'a@example.com\r\nBcc: b@example.com']) {
    const mail = testMail({ ...test_notice, contact_email })
    expect([mail.text, mail.html].join()).not.toMatch(/문의|mailto|Bcc/)
  }
})

test('only what begins, moves or ends an agreed reservation carries a calendar', () => {
  const methods = Object.entries(mails).flatMap(([name, { calendar }]) =>
    calendar && name.endsWith('.tour') ? [[name, calendar.method]] : [],
  )
  expect(methods).toEqual([
    ['approved.tour', 'REQUEST'],
    ['cancellation-approved.tour', 'CANCEL'],
    ['cancelled.tour', 'CANCEL'],
    ['cancelled-not-its-change.tour', 'CANCEL'],
    ['place-changed.tour', 'REQUEST'],
    ['moved.tour', 'REQUEST'],
  ])
  expect(mails['ended-early.meeting']!.calendar).toBeUndefined()
  expect(mails['ended-before-start.meeting']!.calendar?.method).toBe('CANCEL')
})

test('a reminder is known by the start that it reminds of, whatever else has changed about it', () => {
  const write = (version: number, starts_at: number) =>
    reminderEvening({ ...tour, version, starts_at, lapses_at: 0 }).message_id
  expect(write(2, 60_000)).toBe(write(5, 60_000))
  expect(write(2, 60_000)).not.toBe(write(2, 120_000))
})

test('each notice has its own Message-ID, and the same one when sent again', () => {
  const ids = Object.values(mails).map(({ message_id }) => message_id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(approved(makeTourNotice()).message_id).toBe(mails['approved.tour']!.message_id)
  expect(approved({ ...tour, version: 4 }).message_id).not.toBe(mails['approved.tour']!.message_id)
  for (const id of ids) expect(id).toMatch(/^<[\w.-]+@stand\.example\.com>$/)
})

describe('texts of members and administrators are shown, never obeyed', () => {
  const markup = `<b onclick="x">&'</b>`
  const escaped = '&lt;b onclick=&quot;x&quot;&gt;&amp;&#39;&lt;/b&gt;'
  const nasty: ReservationNotice = {
    ...makeTourNotice(
      {},
      {
        user: { ...tour.reservation.user!, name: `${markup}\r\nBcc: a@example.com` },
        visitor: { ...tour.reservation.visitor, company: `${markup}\n사유:` },
      },
    ),
    event_name: `${markup}\r\nBcc: b@example.com`,
    reason: `${markup}\n문의: c@example.com`,
  }
  const mail = rejected(nasty)

  test('in the page they are escaped', () => {
    expect(mail.html).not.toContain('<b ')
    // Event, name, company and reason.
    expect(mail.html.split(escaped)).toHaveLength(5)
  })

  test('in the subject they are one line', () => {
    expect(mail.subject).toBe(
      `[${markup} Bcc: b@example.com] 투어 예약 신청이 거절되었습니다 · 11월 21일 (토) 10:00`,
    )
  })

  test('in the text they cannot pass for lines of ours', () => {
    expect(mail.text.split('\n').filter((line) => /^(사유|문의|Bcc)/.test(line))).toEqual([
      '문의: contact@example.com',
    ])
  })
})

test('the sign-up code ends the subject that arrives, and is not in the one that administrators read', () => {
  const mail = mails['verification-code']!
  expect(findCode(mail.text)).toBe('K7PX4M')
  expect(sentSubject(mail)).toBe('[2026 트레이드쇼] 인증번호 K7PX4M')
  expect(mail.subject).toBe('[2026 트레이드쇼] 인증번호')
  expect(findCode(mails['approved.tour']!.text)).toBeUndefined()
  expect(sentSubject(mails['approved.tour']!)).toBe(mails['approved.tour']!.subject)
})

test('every mail leads to what the event keeps of its reader', () => {
  for (const { text, html } of Object.values(mails))
    expect([text, html].every((form) => form.includes('https://stand.example.com/privacy'))).toBe(true)
})
