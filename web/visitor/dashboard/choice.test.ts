import { expect, test } from 'vitest'
import type { Schedule } from '../../../contract/schedule.ts'
import { placesOf } from '../components/places.ts'
import { choiceToResume, firstPlace } from './choice.ts'

const NORMAL = { is_vip: false, is_vvip: false }
const VIP = { is_vip: true, is_vvip: false }

const makeDocent = (id: number, tier: typeof NORMAL) => ({
  docent: { id, name: `도슨트 ${id}`, language: '한국어', start_point: '로비', ...tier },
  time_slots: [
    {
      id: id * 10,
      time: '10:00',
      end_time: '10:25',
      duration: 25,
      is_available: true,
      is_locked: false,
      reservation: null,
    },
  ],
})

const SCHEDULE: Schedule = {
  date: '2026-11-20',
  tour_schedule: [makeDocent(1, VIP), makeDocent(2, NORMAL), makeDocent(3, NORMAL)],
  room_schedule: [],
}

test.each([
  ['a VIP', VIP, [10, 20, 30], 1],
  ['others', NORMAL, [10, 20, 30], 2],
  ['others, the second being full', NORMAL, [10, 30], 3],
  ['others, all being full', NORMAL, [], 2],
])('%s first see a docent whom they may book and who has time', (_, member, free, docent) => {
  const places = placesOf(SCHEDULE, 'tour')
  expect(firstPlace(places, member, (slot) => free.includes(slot.id))?.id).toBe(docent)
})

test.each([
  ['nothing before the first choice', null, {}],
  [
    'what was chosen',
    { date: '2026-11-20', docent_id: 2, slot_ids: [7] },
    { date: '2026-11-20', docent_id: 2, slot_ids: [7] },
  ],
  [
    'no times of a day that is over',
    { date: '2026-11-19', docent_id: 2, slot_ids: [7], start: '10:00' },
    { docent_id: 2, slot_ids: [], start: null },
  ],
  ['no second news of what is upcoming', { from_login: true, kind: 'room' as const }, { kind: 'room' }],
])('a new visit begins with %s', (_, last, choice) => {
  expect(choiceToResume(last, '2026-11-20')).toEqual(choice)
})

test('before the schedule is there, and on a day without rooms, there is no place', () => {
  expect(placesOf(undefined, 'tour')).toEqual([])
  expect(placesOf(SCHEDULE, 'room')).toEqual([])
})
