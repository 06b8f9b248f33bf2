import { expect, test } from 'vitest'
import { partOf, runFrom } from './free-run.ts'

/** Free slots that last from one of these times to the next; the id is the start without its colon. */
const slots = (...spans: [time: string, end_time: string, duration: number][]) =>
  spans.map(([time, end_time, duration]) => ({ id: Number(time.replace(':', '')), time, end_time, duration }))
const startsOf = (found: readonly { time: string }[] | null) => found?.map(({ time }) => time) ?? null

const FREE = slots(
  ['10:00', '10:10', 10],
  ['10:10', '10:20', 10],
  ['10:30', '10:40', 10],
  ['10:40', '11:00', 20],
  ['11:00', '11:10', 10],
)

test.each([
  [1000, ['10:00', '10:10']],
  [1010, ['10:10']],
  [1030, ['10:30', '10:40', '11:00']],
  [1020, []],
])('the gapless free run from slot %i is %j', (id, run) => {
  expect(startsOf(runFrom(FREE, id))).toEqual(run)
})

test.each([
  [10, ['10:30']],
  [20, null],
  [30, ['10:30', '10:40']],
  [40, ['10:30', '10:40', '11:00']],
  [50, null],
])('the first %i minutes of a run are %j', (minutes, part) => {
  expect(startsOf(partOf(runFrom(FREE, 1030), minutes))).toEqual(part)
})
