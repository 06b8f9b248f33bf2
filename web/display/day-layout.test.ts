import { expect, test } from 'vitest'
import { instantOf, startOfDay } from '../../domain/madrid-time.ts'
import { slotsBetween, stepAt, timeMarks } from './day-layout.ts'

const at = (date: string, time: string) => instantOf(date, time)!

test('the times stand every ten minutes, from the first slot to the end of the day', () => {
  const marks = timeMarks(at('2026-11-20', '09:00'), at('2026-11-20', '19:10'))
  expect(marks).toHaveLength(62)
  expect(marks[0]).toEqual({ at: 0, text: '09:00', isHour: true })
  expect(marks[1]).toEqual({ at: 1, text: '09:10', isHour: false })
  expect(marks.at(-1)).toEqual({ at: 61, text: '19:10', isHour: false })
})

test('a day that begins at an odd minute has round times all the same', () => {
  const marks = timeMarks(at('2026-11-20', '09:05'), at('2026-11-20', '09:25'))
  expect(marks).toEqual([
    { at: 0.5, text: '09:10', isHour: false },
    { at: 1.5, text: '09:20', isHour: false },
  ])
})

test.each([
  ['2026-03-29', 23, '01:50', '03:00'],
  ['2026-10-25', 25, '02:50', '02:00'],
])('on %s, of %i hours, the times follow the clock', (date, hours, before, after) => {
  const from = startOfDay(date)
  const to = from + hours * 3_600_000
  expect(slotsBetween(from, to)).toBe(hours * 6)
  const texts = timeMarks(from, to).map(({ text }) => text)
  expect(texts).toHaveLength(hours * 6 + 1)
  expect(texts.some((text, i) => text === before && texts[i + 1] === after)).toBe(true)
})

test('in the course of minutes the board stands in all places around its own, none of them for two minutes', () => {
  const minutes = Array.from({ length: 90 }, (_, i) => String(stepAt(i * 60_000)))
  expect(new Set(minutes).size).toBe(9)
  expect(minutes.some((place, i) => place === minutes[i + 1])).toBe(false)
})
