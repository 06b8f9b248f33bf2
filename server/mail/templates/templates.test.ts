import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { TourReservation } from '../../../contract/reservation.ts'
import { makeMeetingNotice, makeTourNotice } from '../make-notice.ts'
import type { Mail, ReservationNotice } from '../mail.ts'
import { approved } from './approved.ts'
import { cancellationApproved } from './cancellation-approved.ts'
import { cancellationReceived } from './cancellation-received.ts'
import { cancellationRefused } from './cancellation-refused.ts'
import { cancelled } from './cancelled.ts'
import { endedEarly } from './ended-early.ts'
import { placeChanged } from './place-changed.ts'
import { rejected } from './rejected.ts'
import { requestReceived } from './request-received.ts'
import { screensSilent } from './screens-silent.ts'
import { testMail } from './test-mail.ts'
import { findCode, verificationCode } from './verification-code.ts'

const tour = makeTourNotice()
const meeting = makeMeetingNotice()
const code = {
  to: 'minsu@example.com',
  code: 'K7PX4M',
  request_id: '5f0c1c9e-7a52-4c55-9d3e-0d6f1f6f2a10',
  valid_minutes: 10,
  event_name: tour.event_name,
  contact_email: tour.contact_email,
  public_url: tour.public_url,
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

const mails: Record<string, Mail> = {
  'verification-code': verificationCode(code),
  test: testMail(test_notice),
  'screens-silent': screensSilent({
    screens: [
      {
        id: 4,
        name: '미팅룸 A',
        width: 1080,
        height: 1920,
        last_seen_at: Date.parse('2026-11-20T09:51:07+01:00'),
      },
      {
        id: 9,
        name: '회의실 B',
        width: 1920,
        height: 1080,
        last_seen_at: Date.parse('2026-11-20T09:50:40+01:00'),
      },
    ],
    event_name: tour.event_name,
    contact_email: tour.contact_email,
    public_url: tour.public_url,
  }),
  'request-received.tour': requestReceived({ ...tour, version: 1 }),
  'request-received.meeting': requestReceived({ ...meeting, version: 1 }),
  'approved.tour': approved(tour),
  'approved.meeting': approved(meeting),
  'rejected.tour': rejected({ ...tour, reason: REASON }),
  'rejected.meeting': rejected({ ...meeting, reason: REASON }),
  'cancellation-received.tour': cancellationReceived({ ...tour, version: 3, reason: '일정이 바뀌었습니다.' }),
  'cancellation-received.meeting': cancellationReceived({ ...meeting, version: 3, reason: '일정 변경' }),
  'cancellation-approved.tour': cancellationApproved({ ...tour, version: 4 }),
  'cancellation-approved.meeting': cancellationApproved({ ...meeting, version: 4 }),
  'cancellation-refused.tour': cancellationRefused({ ...tour, version: 4, reason: REASON }),
  'cancellation-refused.meeting': cancellationRefused({ ...meeting, version: 4, reason: null }),
  'cancelled.tour': cancelled({ ...tour, version: 3, reason: REASON }),
  'cancelled.meeting': cancelled({ ...meeting, version: 3, reason: REASON }),
  'ended-early.meeting': endedEarly({ ...meeting, version: 3 }),
  'place-changed.tour': placeChanged({ ...tour, version: 3 }, elsewhere(tour.reservation)),
  'place-changed.meeting': placeChanged(
    { ...meeting, version: 4, reservation: { ...meeting.reservation, status: 'CANCEL_REQUESTED' } },
    { ...meeting.reservation, room: { id: 4, name: '미팅룸 A', floor: 2, size: 6 } },
  ),
}

// The page is one for all; these four show each of its parts.
const WITH_PAGE = ['verification-code', 'approved.tour', 'approved.meeting', 'rejected.tour']

/** The file beside that says how it should be; UPDATE_GOLDEN=1 writes it anew, to be read in the diff. */
function golden(name: string, text: string): string {
  const file = new URL(`golden/${name}`, import.meta.url)
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, text)
  return readFileSync(file, 'utf8')
}

describe.each(Object.entries(mails))('%s', (name, mail) => {
  test('reads as it was approved to read', () => {
    const heads = `To: ${mail.to}\nSubject: ${mail.subject}\nMessage-ID: ${mail.message_id}`
    const text = `${heads}\n\n${mail.text}`
    expect(text).toBe(golden(`${name}.txt`, text))
    if (WITH_PAGE.includes(name)) expect(mail.html).toBe(golden(`${name}.html`, mail.html))
    const calendar = mail.calendar?.content.replaceAll('\r\n', '\n')
    if (calendar) expect(calendar).toBe(golden(`${name}.ics`, calendar))
  })

  test('its page says what its text says, and fetches nothing', () => {
    const shown = mail.html
      .replaceAll(/<title>.*?<\/title>/gs, '')
      .replaceAll(/<br ?\/?>/g, '\n')
      .replaceAll(/<[^>]*>/g, ' ')
    const words = (text: string) => new Set(text.split(/[\s:[\]]+/).filter((word) => /[가-힣\d]/.test(word)))
    expect([...words(mail.text)].filter((word) => !words(shown).has(word))).toEqual([])
    expect(mail.html).not.toMatch(/<(img|link|script|iframe)\b|url\(|@import/i)
  })
})

test('only what begins, moves or ends an agreed reservation carries a calendar', () => {
  const methods = Object.entries(mails).flatMap(([name, { calendar }]) =>
    calendar && name.endsWith('.tour') ? [[name, calendar.method]] : [],
  )
  expect(methods).toEqual([
    ['approved.tour', 'REQUEST'],
    ['cancellation-approved.tour', 'CANCEL'],
    ['cancelled.tour', 'CANCEL'],
    ['place-changed.tour', 'REQUEST'],
  ])
})

test('each thing told has a Message-ID of its own, and telling it again has the same', () => {
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
        user: { ...tour.reservation.user, name: `${markup}\r\nBcc: a@example.com` },
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
    expect(mail.subject).toBe(`[${markup} Bcc: b@example.com] 투어 예약이 승인되지 않았습니다`)
  })

  test('in the text they cannot pass for lines of ours', () => {
    expect(mail.text.split('\n').filter((line) => /^(사유|문의|Bcc)/.test(line))).toEqual([
      '문의: contact@example.com',
    ])
  })
})

test('the sign-up code stands in the text, where it can be found again, and not in the subject', () => {
  const mail = mails['verification-code']!
  expect(findCode(mail.text)).toBe('K7PX4M')
  expect(mail.subject).not.toContain('K7PX4M')
  expect(findCode(mails['approved.tour']!.text)).toBeUndefined()
})

test('a public address with or without its last slash gives the same link', () => {
  const link = /https:\/\/\S+/
  expect(approved({ ...tour, public_url: 'https://stand.example.com/' }).text.match(link)?.[0]).toBe(
    'https://stand.example.com/reservations',
  )
})
