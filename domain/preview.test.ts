import { expect, test } from 'vitest'
import { countFree, dayToOffer, isForAll, languagesOf, usualLength } from './preview.ts'
import { FLAGS_OF } from './tier.ts'

test('a preview shows the places that every member may book, and counts their free times', () => {
  expect(Object.values(FLAGS_OF).filter(isForAll)).toEqual([FLAGS_OF.normal])
  const place = (...free: boolean[]) => ({ time_slots: free.map((is_available) => ({ is_available })) })
  expect(countFree([place(true, false, true), place(true)])).toBe(3)
  expect(countFree([])).toBe(0)
})

test.each([
  ['most tours take 25 minutes', [40, 25, 25], 25],
  ['there are no tours yet', [], 25],
  ['all take 40', [40], 40],
])('the length of a tour when %s', (_when, durations, minutes) => {
  expect(usualLength(durations)).toBe(minutes)
})

test('each language is named once, also of docents who speak several', () => {
  const docents = ['한국어', 'English', '한국어 · English', 'Español/한국어'].map((language) => ({
    language,
  }))
  expect(languagesOf(docents)).toEqual(['한국어', 'English', 'Español'])
})

const day = (date: string, free_tours: number) => ({ date, free_tours, free_meetings: 0 })
const DAYS = [day('2026-11-19', 0), day('2026-11-20', 0), day('2026-11-21', 3)]

test.each([
  ['2026-11-18', '2026-11-21'],
  ['2026-11-21', '2026-11-21'],
  ['2026-11-22', undefined],
])('on %s the preview offers %s first', (today, offered) => {
  expect(dayToOffer(DAYS, today)?.date).toBe(offered)
})

test('a day is offered even when all are fully booked', () => {
  expect(dayToOffer(DAYS.slice(0, 2), '2026-11-19')?.date).toBe('2026-11-19')
})
