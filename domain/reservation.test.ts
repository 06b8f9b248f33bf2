import { describe, expect, test } from 'vitest'
import { queuePartOf } from './queue-part.ts'
import {
  ADMIN_ACTIONS,
  canAddToCalendar,
  canCancel,
  canComplete,
  canEndEarly,
  canGiveFeedback,
  checkAction,
  displayedStatus,
  earlyEndOf,
  HOLDING,
  isActive,
  isCountedOn,
  isAwaited,
  isPastRequest,
  nextStatus,
  STATUSES,
  TRANSITIONS,
  type Action,
  type Actor,
  type ReservationFacts,
  type Status,
} from './reservation.ts'

const at = (iso: string) => Date.parse(iso)

/** A meeting on 21 November 2026, 10:00 to 10:30 in Madrid. */
const meeting = (status: Status): ReservationFacts => ({
  kind: 'GROUP_MEETING',
  status,
  starts_at: at('2026-11-21T10:00+01:00'),
  ends_at: at('2026-11-21T10:30+01:00'),
})
const tour = (status: Status): ReservationFacts => ({ ...meeting(status), kind: 'VIP_TOUR' })

const moments = [
  ['the day before', at('2026-11-20T23:59:59+01:00')],
  ['that morning', at('2026-11-21T09:59:59+01:00')],
  ['at its start', at('2026-11-21T10:00+01:00')],
  ['a second before its end', at('2026-11-21T10:29:59+01:00')],
  ['at its end', at('2026-11-21T10:30+01:00')],
  ['the day after', at('2026-11-22T10:00+01:00')],
] as const

const ACTIONS = Object.keys(TRANSITIONS) as Action[]
const NEVER = [null, null, null, null, null, null]
const always = (status: Status) => [status, status, status, status, status, status]
const untilStart = (status: Status) => [status, status, null, null, null, null]
const untilEnd = (status: Status) => [status, status, status, status, null, null]
const thatDayUntilEnd = (status: Status) => [null, status, status, status, null, null]

/** Everything that is allowed, at each of the moments above. Anything else is refused. */
const allowed: Record<string, (Status | null)[]> = {
  'admin approve PENDING': untilEnd('APPROVED'),
  'admin take_back APPROVED': untilEnd('PENDING'),
  'admin reject PENDING': always('REJECTED'),
  'admin cancel PENDING': always('CANCELLED'),
  'admin cancel APPROVED': untilEnd('CANCELLED'),
  'admin complete APPROVED': untilEnd('COMPLETED'),
  'admin approve_cancellation CANCEL_REQUESTED': always('CANCELLED'),
  'admin reject_cancellation CANCEL_REQUESTED': always('APPROVED'),
  'member request_cancellation APPROVED': untilStart('CANCEL_REQUESTED'),
  'member end_early APPROVED': thatDayUntilEnd('COMPLETED'),
}

describe('allowed actions, from the day before to the day after', () => {
  const everything = (['admin', 'member'] as const).flatMap((actor) =>
    ACTIONS.flatMap((action) => STATUSES.map((status) => [actor, action, status] as const)),
  )

  test.each(everything)('%s, %s, when it is %s', (actor, action, status) => {
    const after = (of: ReservationFacts) => moments.map(([, now]) => nextStatus(of, action, actor, now))
    const expected = allowed[`${actor} ${action} ${status}`] ?? NEVER

    expect(after(meeting(status))).toEqual(expected)
    expect(after(tour(status))).toEqual(action === 'end_early' ? NEVER : expected)
  })

  test('the table names existing actions and statuses', () => {
    const known = everything.map((row) => row.join(' '))
    for (const row of Object.keys(allowed)) expect(known).toContain(row)
  })
})

describe('an undecided request', () => {
  test.each(moments)('%s', (_when, now) => {
    const isPast = now >= meeting('PENDING').ends_at
    expect(isPastRequest(meeting('PENDING'), now)).toBe(isPast)
    expect(queuePartOf(meeting('PENDING'), now)).toBe(isPast ? 'past' : 'coming')
    expect(queuePartOf(meeting('CANCEL_REQUESTED'), now)).toBe(isPast ? 'past_cancellations' : 'coming')
    expect(checkAction(meeting('PENDING'), 'approve', 'admin', now)).toBe(isPast ? 'past_time' : null)
    expect(checkAction(tour('PENDING'), 'reject', 'admin', now)).toBe(null)
  })

  test('is the only past request, and the only one refused for its time', () => {
    const late = moments.at(-1)![1]
    expect(STATUSES.filter((status) => isPastRequest(meeting(status), late))).toEqual(['PENDING'])
    const refused = STATUSES.map((status) => checkAction(meeting(status), 'approve', 'admin', late))
    expect(refused.filter((reason) => reason === 'past_time')).toHaveLength(1)
  })
})

describe('a meeting can end early only on its own date in Madrid', () => {
  /** 00:10 to 00:40 in Madrid, when it is still the 20th in UTC. */
  const afterMidnight: ReservationFacts = {
    kind: 'GROUP_MEETING',
    status: 'APPROVED',
    starts_at: at('2026-11-21T00:10+01:00'),
    ends_at: at('2026-11-21T00:40+01:00'),
  }

  test.each([
    ['late the evening before', '2026-11-20T23:59:59+01:00', null],
    ['from midnight on', '2026-11-21T00:00:00+01:00', 'COMPLETED'],
    ['while it runs', '2026-11-21T00:20:00+01:00', 'COMPLETED'],
    ['when it is over', '2026-11-21T00:40:00+01:00', null],
  ])('%s', (_when, now, expected) => {
    expect(nextStatus(afterMidnight, 'end_early', 'member', at(now))).toBe(expected)
  })
})

describe('the status that everyone sees', () => {
  test.each(STATUSES.flatMap((status) => moments.map(([when, now]) => [status, when, now] as const)))(
    '%s, %s',
    (status, _when, now) => {
      const isOver = now >= meeting(status).ends_at
      const expected = status === 'APPROVED' && isOver ? 'COMPLETED' : status
      expect(displayedStatus(meeting(status), now)).toBe(expected)
      expect(displayedStatus(tour(status), now)).toBe(expected)
    },
  )
})

describe('who sees a cancel button', () => {
  const yes = (moment: number) => moments.map((_, i) => i < moment)
  const rows: [Actor, Status, boolean[]][] = [
    ['member', 'PENDING', yes(0)],
    ['member', 'APPROVED', yes(2)],
    ['member', 'CANCEL_REQUESTED', yes(0)],
    ['member', 'COMPLETED', yes(0)],
    ['member', 'REJECTED', yes(0)],
    ['member', 'CANCELLED', yes(0)],
    ['admin', 'PENDING', yes(6)],
    ['admin', 'APPROVED', yes(4)],
    ['admin', 'CANCEL_REQUESTED', yes(0)],
    ['admin', 'COMPLETED', yes(0)],
    ['admin', 'REJECTED', yes(0)],
    ['admin', 'CANCELLED', yes(0)],
  ]

  test.each(rows)('%s, of a reservation that is %s', (viewer, status, expected) => {
    expect(moments.map(([, now]) => canCancel(meeting(status), viewer, now))).toEqual(expected)
    expect(moments.map(([, now]) => canCancel(tour(status), viewer, now))).toEqual(expected)
  })
})

describe('buttons of a meeting', () => {
  const [no, thatDay, always] = [
    [0, 0, 0, 0, 0, 0],
    [0, 1, 1, 1, 0, 0],
    [1, 1, 1, 1, 1, 1],
  ].map((row) => row.map(Boolean)) as [boolean[], boolean[], boolean[]]

  test.each([
    ['PENDING', no, no],
    ['APPROVED', thatDay, always],
    ['CANCEL_REQUESTED', no, no],
    ['COMPLETED', no, always],
    ['REJECTED', no, no],
    ['CANCELLED', no, no],
  ] as [Status, boolean[], boolean[]][])(
    'a meeting that is %s: early end %j, feedback %j',
    (status, end, feedback) => {
      expect(moments.map(([, now]) => canEndEarly(meeting(status), now))).toEqual(end)
      expect(moments.map(([, now]) => canGiveFeedback(meeting(status), now))).toEqual(feedback)
    },
  )

  test.each(STATUSES)('a tour that is %s has neither button', (status) => {
    for (const [, now] of moments) {
      expect(canEndEarly(tour(status), now)).toBe(false)
      expect(canGiveFeedback(tour(status), now)).toBe(false)
    }
  })
})

test.each(STATUSES)('only approved reservations that are not over have a calendar entry: %s', (status) => {
  const expected = moments.map(([, now]) => status === 'APPROVED' && now < meeting(status).ends_at)
  expect(moments.map(([, now]) => canAddToCalendar(meeting(status), now))).toEqual(expected)
  expect(moments.map(([, now]) => canAddToCalendar(tour(status), now))).toEqual(expected)
})

test.each(STATUSES)('only approved reservations under way can be completed: %s', (status) => {
  const isOffered = status === 'APPROVED'
  expect(moments.map(([, now]) => canComplete(meeting(status), now))).toEqual([
    false,
    false,
    isOffered,
    isOffered,
    false,
    false,
  ])
})

test.each(STATUSES)(
  'a member is notified of changes to an approved reservation until its end: %s',
  (status) => {
    const wasAgreed = status === 'APPROVED' || status === 'CANCEL_REQUESTED'
    const last = at('2026-11-21T10:29:59+01:00')
    expect([last, last + 1_000].map((now) => isCountedOn(meeting(status), now))).toEqual([wasAgreed, false])
  },
)

test.each(STATUSES)('%s: awaited until its end, decided or not', (status) => {
  const isOpen = ['PENDING', 'APPROVED', 'CANCEL_REQUESTED'].includes(status)
  const last = at('2026-11-21T10:29:59+01:00')
  expect([last, last + 1_000].map((now) => isAwaited(meeting(status), now))).toEqual([isOpen, false])
})

describe('reasons and slots', () => {
  test('rejecting and cancelling need a reason, approving a cancellation does not', () => {
    const asking = ACTIONS.filter((action) => TRANSITIONS[action].needsReason)
    expect(asking.toSorted()).toEqual(['cancel', 'reject', 'request_cancellation'])
  })

  test('the administrator has six actions and can undo an approval, the member has two', () => {
    const by = (actor: Actor) => ACTIONS.filter((action) => TRANSITIONS[action].by === actor)
    expect(by('admin').toSorted()).toEqual([...ADMIN_ACTIONS, 'take_back'].toSorted())
    expect(by('member').toSorted()).toEqual(['end_early', 'request_cancellation'])
  })

  test('a reservation holds its slots until it is rejected or cancelled', () => {
    expect(STATUSES.filter((status) => !HOLDING.includes(status))).toEqual(['REJECTED', 'CANCELLED'])
  })
})

test.each([
  [null, null],
  ['2026-11-21T09:59:59+01:00', 'before_start'],
  ['2026-11-21T10:00:00+01:00', 'early'],
  ['2026-11-21T10:12:00+01:00', 'early'],
])('what ended at %s ended %s', (ended, expected) => {
  expect(earlyEndOf(meeting('COMPLETED').starts_at, ended === null ? null : at(ended))).toBe(expected)
})

describe('deleting its slots or place cancels', () => {
  const [before, after] = [at('2026-11-21T10:29:59+01:00'), at('2026-11-21T10:30+01:00')]
  test.each<[Status, boolean, boolean]>([
    ['PENDING', true, true],
    ['APPROVED', true, false],
    ['CANCEL_REQUESTED', true, true],
    ['COMPLETED', false, false],
    ['REJECTED', false, false],
    ['CANCELLED', false, false],
  ])('a meeting that is %s: before its end %s, after it %s', (status, expectedBefore, expectedAfter) => {
    expect(isActive(meeting(status), before)).toBe(expectedBefore)
    expect(isActive(meeting(status), after)).toBe(expectedAfter)
  })
})
