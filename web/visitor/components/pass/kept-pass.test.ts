import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Reservation, type ReservationLists } from '../../../../contract/reservation.ts'
import { addDays, instantOf, madridDate } from '../../../../domain/madrid-time.ts'
import { makeStorage } from '../../../../test/memory-storage.ts'
import { now } from '../../../browser/clock.ts'
import { entriesOf, isValid, keepPass, maySeePass, readPass } from './kept-pass.ts'

const NOW = instantOf('2026-11-20', '12:00')!

beforeEach(() => void vi.stubGlobal('localStorage', makeStorage()))
afterEach(() => vi.unstubAllGlobals())

const user = { id: 7, name: '박지민', company_name: '한빛전자', position: '이사', phone: '010-2345-6789' }
const tour = (date: string, time: string, status: Reservation['status'] = 'APPROVED') =>
  ({
    id: 11,
    type: 'VIP_TOUR',
    status,
    user,
    note: '비밀',
    arrival_code: 'ABC234',
    available_tour: {
      time,
      end_time: '23:00',
      duration: 20,
      event_date: { id: 1, date },
      docent: { id: 2, name: '김도슨트', language: '한국어', start_point: '정문' },
    },
    visitor: { company: '한빛전자', name: '이손님', phone: '010-1111-2222', count: 3 },
  }) as Reservation
const listsOf = (...tours: Reservation[]) => ({ tours, meetings: [] }) as unknown as ReservationLists

test('the pass holds what is asked for at the desk, and no name, phone or note', () => {
  expect(entriesOf(listsOf(tour('2026-11-20', '14:00')), NOW)).toEqual([
    {
      id: 11,
      type: 'VIP_TOUR',
      status: 'APPROVED',
      date: '2026-11-20',
      time: '14:00 ~ 23:00',
      ends_at: instantOf('2026-11-20', '14:20'),
      place: '김도슨트',
      start_point: '정문',
      count: 3,
      code: 'ABC234',
    },
  ])
})

test.each([
  ['is over', tour('2026-11-20', '11:00')],
  ['was cancelled', tour('2026-11-20', '14:00', 'CANCELLED')],
  ['was rejected', tour('2026-11-20', '14:00', 'REJECTED')],
])('a reservation that %s is not in the pass', (_, one) => {
  expect(entriesOf(listsOf(one), NOW)).toEqual([])
})

test.each([
  ['on the last day', '7', '2026-11-21', '23:59', true],
  ['on the day after the last', '7', '2026-11-22', '00:00', false],
  ['after another member signed in', '8', '2026-11-20', '12:00', false],
  ['after the session ended', null, '2026-11-20', '12:00', false],
])('%s the pass of member 7 is shown: %s, %s %s: %s', (_, owner, date, time, isShown) => {
  const entries = entriesOf(listsOf(tour('2026-11-20', '14:00'), tour('2026-11-21', '10:00')), NOW)
  expect(isValid({ member: 7, at: NOW, lead: 0, entries }, owner, instantOf(date, time)!)).toBe(isShown)
})

const tomorrow = () => tour(addDays(madridDate(now()), 1), '14:00')

test('a pass that may not be shown any more is deleted, and an older answer does not replace it', () => {
  localStorage.setItem('signed_in', '7')
  keepPass(7, listsOf(tomorrow()), now())
  keepPass(7, listsOf(), now() - 1_000)
  expect(readPass()?.entries).toHaveLength(1)
  localStorage.removeItem('signed_in')
  expect(readPass()).toBeNull()
  expect(localStorage.getItem('pass')).toBeNull()
})

test('that nothing is ahead is known too', () => {
  localStorage.setItem('signed_in', '7')
  keepPass(7, listsOf(), now())
  expect(readPass()?.entries).toEqual([])
})

test('another member’s pass is replaced as soon as that member is on a screen', () => {
  localStorage.setItem('signed_in', '7')
  keepPass(7, listsOf(tomorrow()), now())
  localStorage.setItem('signed_in', '8')
  keepPass(8, undefined, now())
  expect(localStorage.getItem('pass')).toBeNull()
})

test('whoever is logging out, or was never signed in, is shown none', () => {
  expect(maySeePass()).toBe(false)
  localStorage.setItem('signed_in', '7')
  expect(maySeePass()).toBe(true)
  localStorage.setItem('leaving', 'true')
  expect(maySeePass()).toBe(false)
})
