import { expect, test } from 'vitest'
import { existingOf, planCells, totalOf } from './plan-cells.ts'

const day = { id: 1, date: '2026-11-21' }
const spring = { id: 2, date: '2027-03-28' }
const plan = {
  windows: [{ start_time: '02:00', end_time: '04:00' }],
  interval_minutes: 30,
  duration_minutes: 30,
}
test('each room gets on each date what fits beside its own slots of that date', () => {
  const existing = existingOf({
    patterns: ['02:10+40 09:00+40', '02:10+40'],
    days: [
      { place_id: 7, event_date_id: day.id, pattern: 0, is_locked: false },
      { place_id: 8, event_date_id: spring.id, pattern: 1, is_locked: true },
    ],
  })
  const cells = planCells(plan, [{ id: 7 }, { id: 8 }], [day, spring], existing)
  const [ofNew] = planCells(plan, [{ id: 9 }], [day], existing)
  expect(ofNew, 'a new room had nothing to reopen').toMatchObject({ created: 5, reopened: '' })
  const night = '그날 없거나 자정을 넘기는 시간 2개'
  const overlap = '겹치는 시간 2개'
  const cell = (place_id: number, event_date_id: number, existing: number, created: number) => {
    return { place_id, event_date_id, existing, created }
  }
  expect(cells).toEqual([
    { ...cell(7, 1, 2, 3), skipped: 2, why: overlap, reopened: '03:00 ~ 04:30', isLocked: false },
    // Its neighbour has slots from 02:10 to 09:40.
    { ...cell(8, 1, 0, 5), skipped: 0, why: null, reopened: '02:00 ~ 04:30', isLocked: false },
    // Nobody can have a slot at a time that the night leaves out.
    { ...cell(7, 2, 0, 3), skipped: 2, why: night, reopened: '', isLocked: false },
    { ...cell(8, 2, 0, 3), skipped: 2, why: night, reopened: '', isLocked: true },
  ])
  expect(totalOf(cells)).toEqual({ created: 14, skipped: 6 })
})
