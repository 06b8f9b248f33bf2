import { expect, test } from 'vitest'
import { rearrangeReservations } from '../../../contract/admin/rearrange.ts'
import { actionText, bodyOf, newText, substitutesOf, wantedOf, withChange, type Wanted } from './wanted.ts'

const DATES = ['2026-11-20', '2026-11-21']
const PLACES = { docents: [{ id: 3 }, { id: 4 }], rooms: [{ id: 3 }] }
const NOW = Date.parse('2026-11-20T10:05:00+01:00')

const opened = (query = '', dates = DATES) => wantedOf(query, { dates, ...PLACES, at: NOW })!
const chosen = (part: Partial<Wanted>, query = '') => bodyOf({ ...opened(query), ...part })

test('it opens for the rest of today, and without a start for another day', () => {
  expect(opened()).toMatchObject({ change: 'docent', date: '2026-11-20', from: '10:05', to: '', lock: true })
  expect(opened('date=2026-11-21')).toMatchObject({ date: '2026-11-21', from: '' })
  expect(opened('date=2026-11-19'), 'a link to a day that is not offered prefills no other day').toBeNull()
  expect(opened('', []), 'no day is left').toBeNull()
})

test("a link and a screen's filters fill it in", () => {
  const link = 'date=2026-11-20&change=docent&docent=3&from=11:00&to=18:00'
  expect(opened(link)).toMatchObject({ change: 'docent', place: 'docent 3', from: '11:00', to: '18:00' })
  expect(opened('change=room&room=3')).toMatchObject({ change: 'room', place: 'room 3' })
  expect(opened('tab=room-slots&place=3')).toMatchObject({ change: 'room', place: 'room 3' })
  expect(opened('tab=tour-slots&place=4')).toMatchObject({ change: 'docent', place: 'docent 4' })
  expect(opened('change=date').lock, 'the times of the former date stay open').toBe(false)
  expect(opened('change=docent&docent=9&from=later').place, 'a deleted docent').toBe('')
})

test('another kind of change keeps the day, the hours and a place that fits, and resets the target', () => {
  const before = { ...opened('docent=3'), target: '4', to: '18:00' }
  expect(withChange(before, 'room')).toMatchObject({ place: '', target: '', to: '18:00', lock: true })
  expect(withChange(before, 'date')).toMatchObject({ place: 'docent 3', target: '', lock: false })
  expect(withChange(before, 'cancel'), 'not the reservations of everybody').toMatchObject({
    place: 'docent 3',
  })
})

test('nothing is requested before the change is complete', () => {
  expect(chosen({ place: 'docent 3' })).toBeNull()
  expect(chosen({ target: '4' })).toBeNull()
  expect(chosen({ place: 'docent 3', target: '3' }), 'no docent replaces themselves').toBeNull()
  expect(chosen({ change: 'date' })).toBeNull()
  expect(chosen({ change: 'shift' })).toBeNull()
  expect(chosen({ change: 'shift', minutes: '0' })).toBeNull()
})

const scope = { date: '2026-11-20', from: '10:05' }

test.each([
  [
    'a substitute for a docent',
    chosen({ place: 'docent 3', target: '4', to: '18:00' }),
    { scope: { ...scope, docent_id: 3, to: '18:00' }, act: 'move', to_docent_id: 4, lock: true },
  ],
  [
    'a room that is lost without another',
    chosen({ change: 'room', place: 'room 3', target: 'cancel' }),
    { scope: { ...scope, room_id: 3 }, act: 'cancel', lock: true },
  ],
  [
    'the rest of the day begins earlier',
    chosen({ change: 'shift', minutes: '-10', to: '18:00' }),
    { scope, act: 'shift', minutes: -10 },
  ],
  [
    'a whole date moves',
    chosen({ change: 'date', target: '2026-11-21', lock: false, from: '' }),
    { scope: { date: '2026-11-20' }, act: 'move', to_date: '2026-11-21', lock: false },
  ],
  ['the rest of the day is cancelled', chosen({ change: 'cancel' }), { scope, act: 'cancel', lock: true }],
])('%s is asked for as the call understands it', (_, body, expected) => {
  expect(body).toEqual(expected)
  expect(rearrangeReservations.body!.safeParse({ ...body, dry_run: true })).toMatchObject({ success: true })
})

test('docents who cannot take over come last, with the reason', () => {
  const docents = [{ id: 1 }, { id: 2 }, { id: 3 }, { id: 4 }]
  const shown = (withTimes?: number[]) =>
    substitutesOf(docents, { absent: [1], withTimes }).map(({ docent, problem }) => `${docent.id} ${problem}`)
  expect(shown([1, 3, 4])).toEqual(['3 ', '4 ', '2 시간 없음', '1 부재'])
  expect(shown(), 'before the times are known').toEqual(['2 ', '3 ', '4 ', '1 부재'])
})

test('the button says how many it changes', () => {
  const move = chosen({ place: 'docent 3', target: '4' })!
  expect(actionText(move, 16, 16)).toBe('16건 변경')
  expect(actionText(move, 16, 14)).toBe('가능한 14건만 변경')
  expect(actionText(move, 16, 0)).toBeUndefined()
  expect(actionText(move, 0, 0)).toBe('시간 잠그기')
  expect(actionText({ ...move, lock: false }, 0, 0)).toBeUndefined()
  expect(actionText(chosen({ change: 'cancel' })!, 2, 2)).toBe('2건 취소')
  expect(actionText(chosen({ change: 'shift', minutes: '30' })!, 0, 0)).toBe('시간표 변경')
})

test('only what changes is named on the new side', () => {
  const from = { date: '2026-11-20', time: '10:00 ~ 10:30', place: '도슨트 이수아' }
  expect(newText({ from, to: { ...from, place: '도슨트 김하준' } })).toBe('도슨트 김하준')
  expect(newText({ from, to: { ...from, time: '10:30 ~ 11:00' } })).toBe('10:30 ~ 11:00')
  expect(newText({ from, to: { ...from, date: '2026-11-21' } })).toBe('11.21 (토)')
  expect(newText({ from, to: null })).toBe('')
})
