import { expect, test } from 'vitest'
import { OPTIONAL_STEPS, SETUP_STEPS, stepsLeft, type SetupFacts } from './setup.ts'

const READY: SetupFacts = {
  has_sample: false,
  has_printed_password: false,
  event_name: '2026 가전 박람회',
  contact_email: 'desk@fairslot.kr',
  has_logo: true,
  has_own_notice: true,
  dates: 4,
  dates_without_tours: 0,
  dates_without_meetings: 0,
  docents: 4,
  docents_without_times: 0,
  rooms: 6,
  rooms_without_times: 0,
  members: 12,
  public_url: 'https://visit.fairslot.kr',
  has_mail_server: true,
  test_mail: 'sent',
  screens: 1,
  unneeded: [],
}
const NOTHING: SetupFacts = {
  ...READY,
  has_sample: true,
  has_printed_password: true,
  event_name: '2025 트레이드쇼',
  contact_email: 'contact@example.com',
  has_logo: false,
  has_own_notice: false,
  dates: 0,
  docents: 0,
  rooms: 0,
  members: 0,
  public_url: 'http://localhost:3000',
  has_mail_server: false,
  test_mail: null,
  screens: 0,
}

test('a complete event is ready', () => {
  expect(stepsLeft(READY)).toEqual([])
})

test('an empty event has all steps left', () => {
  expect(stepsLeft(NOTHING)).toEqual(SETUP_STEPS)
})

test.each<[Partial<SetupFacts>, string[]]>([
  [{ has_sample: true }, ['sample']],
  [{ has_printed_password: true }, ['password']],
  [{ event_name: '2025 트레이드쇼' }, ['name']],
  [{ event_name: '2025 바르셀로나 트레이드쇼' }, ['name']],
  [{ contact_email: 'contact@fairslot.example' }, ['contact']],
  [{ contact_email: 'contact@fairslot.example', has_own_notice: false }, ['contact', 'notice']],
  [{ has_own_notice: false }, []],
  [{ has_logo: false }, ['logo']],
  [{ dates_without_tours: 1 }, ['tour_times']],
  [{ docents_without_times: 1 }, ['tour_times']],
  [{ dates_without_meetings: 2 }, ['room_times']],
  [{ rooms_without_times: 1 }, ['room_times']],
  [{ docents: 0 }, ['docents', 'tour_times']],
  [{ rooms: 0 }, ['rooms', 'room_times']],
  [{ dates: 0 }, ['dates', 'tour_times', 'room_times']],
  [{ members: 0 }, ['members']],
  [{ public_url: 'http://127.0.0.1:3000' }, ['address']],
  [{ has_mail_server: false }, ['mail']],
  [{ test_mail: 'queued' }, ['mail']],
  [{ test_mail: 'failed' }, ['mail']],
  [{ screens: 0 }, ['screens']],
])('%j leaves %j', (missing, left) => {
  expect(stepsLeft({ ...READY, ...missing })).toEqual(left)
})

test('what an event does not need is not left, and neither are the times of places that it does not need', () => {
  expect(stepsLeft({ ...NOTHING, unneeded: OPTIONAL_STEPS })).toEqual(
    SETUP_STEPS.filter((step) =>
      ['sample', 'password', 'name', 'contact', 'notice', 'dates', 'address', 'mail'].includes(step),
    ),
  )
})

test('a docent that is registered after all needs times', () => {
  const facts = { ...READY, docents_without_times: 1, unneeded: ['docents'] as const }
  expect(stepsLeft(facts)).toEqual(['tour_times'])
})
