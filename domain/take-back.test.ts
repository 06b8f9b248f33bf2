import { expect, test } from 'vitest'
import { STATUSES, type ReservationFacts, type Status } from './reservation.ts'
import { checkTakeBack, TAKE_BACK_MS } from './take-back.ts'

const APPROVED_AT = Date.parse('2026-11-21T09:00:00+01:00')
const facts = (status: Status, minutes = 60): ReservationFacts => ({
  kind: 'VIP_TOUR',
  status,
  starts_at: APPROVED_AT,
  ends_at: APPROVED_AT + minutes * 60_000,
})
const approval = { action: 'approve', by: 'admin', at: APPROVED_AT }
const SECOND = 1_000

test('an approval can be undone for ten seconds', () => {
  const after = (ms: number) => checkTakeBack(facts('APPROVED'), approval, APPROVED_AT + ms)
  expect(TAKE_BACK_MS).toBe(10 * SECOND)
  expect([0, 9_999, 10_000, 3_600 * SECOND].map(after)).toEqual([null, null, 'too_late', 'too_late'])
})

test.each([
  ['PENDING', 'invalid_transition'],
  ['APPROVED', null],
  ['CANCEL_REQUESTED', 'too_late'],
  ['COMPLETED', 'too_late'],
  ['REJECTED', 'invalid_transition'],
  ['CANCELLED', 'invalid_transition'],
] as const)('%s: %s', (status, problem) => {
  expect(STATUSES).toContain(status)
  expect(checkTakeBack(facts(status), approval, APPROVED_AT + SECOND)).toBe(problem)
  // Where there is no approval to undo, it does not matter how long ago anything happened.
  const later = checkTakeBack(facts(status), approval, APPROVED_AT + 60 * SECOND)
  expect(later).toBe(problem ?? 'too_late')
})

test('an automatic approval stays', () => {
  const automatic = { ...approval, by: 'service' }
  expect(checkTakeBack(facts('APPROVED'), automatic, APPROVED_AT)).toBe('too_late')
})

test.each(['create', 'reject_cancellation', 'edit_note', 'edit_place', 'move', 'arrive', 'feedback'])(
  'an approved reservation whose latest change is %s keeps its approval',
  (action) => {
    expect(checkTakeBack(facts('APPROVED'), { action, by: 'admin', at: APPROVED_AT }, APPROVED_AT)).toBe(
      'too_late',
    )
  },
)

test("an approval cannot be undone after the reservation's end", () => {
  const ending = facts('APPROVED', 5 / 60)
  const after = (ms: number) => checkTakeBack(ending, approval, APPROVED_AT + ms)
  expect([4_999, 5_000].map(after)).toEqual([null, 'too_late'])
})

test('an approval that a rehearsal made on a later clock cannot be undone on this one', () => {
  expect(checkTakeBack(facts('APPROVED'), approval, APPROVED_AT - 60 * SECOND)).toBe('too_late')
})
