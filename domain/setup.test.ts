import { expect, test } from 'vitest'
import { SETUP_STEPS, stepsLeft, type SetupFacts } from './setup.ts'

const READY: SetupFacts = {
  dates: 4,
  dates_without_tours: 0,
  dates_without_meetings: 0,
  docents: 4,
  docents_without_times: 0,
  rooms: 6,
  rooms_without_times: 0,
  has_mail_server: true,
  test_mail: 'sent',
  screens: 1,
  has_sample: false,
  has_printed_password: false,
}

test('a complete event is ready', () => {
  expect(stepsLeft(READY)).toEqual([])
})

test('an empty event has all steps left', () => {
  const nothing: SetupFacts = {
    ...READY,
    dates: 0,
    docents: 0,
    rooms: 0,
    has_mail_server: false,
    test_mail: null,
    screens: 0,
    has_sample: true,
  }
  expect(stepsLeft(nothing)).toEqual(SETUP_STEPS)
})

test.each<[Partial<SetupFacts>, string[]]>([
  [{ dates_without_tours: 1 }, ['tour_times']],
  [{ docents_without_times: 1 }, ['tour_times']],
  [{ dates_without_meetings: 2 }, ['room_times']],
  [{ rooms_without_times: 1 }, ['room_times']],
  [{ docents: 0 }, ['docents', 'tour_times']],
  [{ rooms: 0 }, ['rooms', 'room_times']],
  [{ dates: 0 }, ['dates', 'tour_times', 'room_times']],
  [{ has_mail_server: false }, ['mail_server']],
  [{ test_mail: 'queued' }, ['test_mail']],
  [{ test_mail: 'failed' }, ['test_mail']],
  [{ screens: 0 }, ['screens']],
  [{ has_sample: true }, ['go_live']],
  [{ has_printed_password: true }, ['go_live']],
])('%j leaves %j', (missing, left) => {
  expect(stepsLeft({ ...READY, ...missing })).toEqual(left)
})
