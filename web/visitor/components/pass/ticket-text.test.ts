import { expect, test } from 'vitest'
import type { PublicInfo } from '../../../../contract/public-info.ts'
import { instantOf } from '../../../../domain/madrid-time.ts'
import { arrivalText, coloursOf, whenText, whereText } from './ticket-text.ts'

const DAY = '2026-11-20'
const ticket = { date: DAY, time: '10:00 ~ 10:25', ends_at: instantOf(DAY, '10:25')! }

test.each([
  ['2026-11-19', '09:00', null],
  ['2026-11-19', '10:01', '23시간 59분 후'],
  [DAY, '07:55', '2시간 5분 후'],
  [DAY, '08:00', '2시간 후'],
  [DAY, '09:37', '23분 후'],
  [DAY, '09:59', '1분 후'],
  [DAY, '10:00', '이용 중'],
  [DAY, '10:24', '이용 중'],
  [DAY, '10:25', null],
])('at %s %s a ticket for 10:00 to 10:25 says: %s', (date, time, text) => {
  expect(whenText(ticket, instantOf(date, time)!)).toBe(text)
})

test('seconds before the start are still a minute', () => {
  expect(whenText(ticket, instantOf(DAY, '09:59')! + 59_000)).toBe('1분 후')
})

test('a tour names where it starts, and a meeting its floor', () => {
  expect(whereText({ type: 'VIP_TOUR', start_point: '정문' })).toBe('시작 위치 정문')
  expect(whereText({ type: 'GROUP_MEETING', start_point: '3층' })).toBe('3층')
})

test('the stamp says when the visitor arrived', () => {
  expect(arrivalText({ arrived_at: '2026-11-20T10:02:31+01:00' })).toBe('10:02 도착')
  expect(arrivalText({ arrived_at: null })).toBeNull()
})

test('a ticket has the colour of the event, under white, and without one its own', () => {
  const withColour = (accent_colour: string | null) =>
    coloursOf({ face: { accent_colour, logo: null } } as PublicInfo)
  expect(withColour('#0b6b43')).toEqual({ background: '#0b6b43', color: 'var(--on-dark)' })
  expect(withColour(null)).toEqual({})
})
