import { describe, expect, test } from 'vitest'
import type { Call, WaitRow } from '../history.ts'
import { check } from './check.ts'
import {
  ADMIN,
  losing,
  makeArrival,
  makeCall,
  makeMail,
  makeReservation,
  makeRow,
  makeStory,
  type Story,
} from './make-story.ts'

const told = (change: (story: Line) => void) => {
  const story = makeLine()
  change(story)
  return [...new Set(check(story.calls, story.evidence).map(({ law }) => law))]
}

const joining = (wish: string, member_id: number, id: number, begin: number): Call =>
  makeCall(wish, {
    kind: 'wait_tour',
    action: 'POST /api/user/waitlist/tour/',
    does: 'wait',
    member_id,
    begin,
    end: begin + 1,
    answer: JSON.stringify({ message: '대기', entry: { id } }),
  })

const makeWait = (id: number, wish: string, member_id: number): WaitRow => ({
  id,
  member_id,
  wish,
  outcome: null,
  reservation_id: null,
  reason: null,
  created_at: id * 1_000,
  slots: [70],
})

/** Two wait for the tour of the story; it is cancelled, and the first of them is served. */
function makeLine() {
  const story = makeStory()
  const { calls, evidence, approve, reservation } = story
  const [first, second] = [joining('w1x2x1', 6, 11, 50), joining('w1x3x1', 8, 12, 53)]
  const cancel: Call = { ...approve, wish: 'w1x9x2', does: 'cancel', begin: 60, end: 62 }
  calls.push(first, second, cancel)
  evidence.members.push({ id: 8, is_vip: false, is_vvip: false })
  Object.assign(reservation, { status: 'CANCELLED', version: 3 })
  evidence.history.push(
    makeRow(3, 1, {
      actor_kind: 'admin',
      actor: ADMIN,
      action: 'cancel',
      from_status: 'APPROVED',
      to_status: 'CANCELLED',
      reason: 'w1x9x2',
    }),
    makeRow(4, 2, {
      actor_kind: 'service',
      actor: '서비스',
      action: 'create',
      from_status: null,
      to_status: 'PENDING',
    }),
  )
  const served = { ...makeReservation(2, 'w1x2x1', 70), status: 'PENDING' as const, version: 1, member_id: 6 }
  evidence.reservations.push(served)
  evidence.slots[0]!.reservation_id = 2
  evidence.audit.push({ ...evidence.audit[0]! })
  evidence.mails.push(makeMail(1, 3, 'cancelled'), makeMail(2, 1, 'request_received'))
  evidence.arrived.push(makeArrival(1, 3, 'cancelled'), makeArrival(2, 1, 'request_received'))
  const wait: WaitRow = { ...makeWait(11, 'w1x2x1', 6), outcome: 'served', reservation_id: 2 }
  const behind = makeWait(12, 'w1x3x1', 8)
  evidence.waits.push(wait, behind)
  return { ...story, first, second, wait, behind, served }
}
type Line = Story & ReturnType<typeof makeLine>

/** The time is given back by the one who was served, and nobody has it since. */
function free({ evidence, served, calls, approve }: Line) {
  calls.push({
    ...approve,
    wish: 'w1x9x3',
    does: 'cancel',
    on: [2],
    begin: 70,
    end: 72,
    target: 'reservation 2',
  })
  Object.assign(served, { status: 'CANCELLED', version: 2 })
  evidence.history.push(
    makeRow(5, 2, {
      actor_kind: 'admin',
      actor: ADMIN,
      action: 'cancel',
      to_status: 'CANCELLED',
      reason: 'w1x9x3',
    }),
  )
  evidence.audit.push({ ...evidence.audit[0]!, target: 'reservation 2' })
  evidence.mails.push(makeMail(2, 2, 'cancelled'))
  evidence.arrived.push(makeArrival(2, 2, 'cancelled'))
  evidence.slots[0]!.reservation_id = null
}

const changing = (member_id: number): Call =>
  losing(
    makeCall('w1x9x8', {
      kind: 'change_member',
      by: 'admin',
      actor: ADMIN,
      member_id,
      action: 'PUT /api/admin/users/{id}/',
    }),
  )

const ending = (kind: 'leave_line' | 'remove_wait', entry_id: number): Call =>
  makeCall('w1x4x4', {
    kind,
    entry_id,
    begin: 55,
    end: 56,
    action: 'DELETE /api/user/waitlist/{id}/',
    answer: JSON.stringify({ message: '대기를 취소했습니다.' }),
  })

const endingMail = { ...makeMail(12, 1, ''), kind: 'waitlist_ended', reservation_id: null }
const tellEnd = ({ evidence, behind }: Line) => {
  behind.outcome = 'time_deleted'
  const message_id = '<waitlist-12-abc.ended@localhost>'
  evidence.mails.push({ ...endingMail, message_id })
  evidence.arrived.push({ id: message_id, to: endingMail.to_address })
}

describe('a legal line passes', () => {
  const LEGAL: [string, (line: Line) => void][] = [
    ['the first in line is served', () => {}],
    ['a place in line whose answer was lost', ({ second }) => losing(second)],
    [
      'who left is not served',
      (line) => {
        free(line)
        line.calls.push(ending('leave_line', 12))
        line.behind.outcome = 'left'
      },
    ],
    [
      'who came later and has a higher tier is served first',
      ({ evidence, wait, behind, first, second }) => {
        Object.assign(
          evidence.members.find(({ id }) => id === 6)!,
          { is_vip: true },
        )
        Object.assign(wait, { created_at: 13_000 })
        Object.assign(first, { begin: 55, end: 56 })
        Object.assign(second, { begin: 50, end: 51 })
        behind.created_at = 11_000
      },
    ],
    [
      'a free time waits for somebody whose tier was not enough when it became free',
      (line) => {
        free(line)
        line.calls.push(changing(8))
      },
    ],
    [
      'a free time waits for somebody whose tier is not enough',
      (line) => {
        free(line)
        line.evidence.slots[0]!.tier = { is_vip: true, is_vvip: false }
      },
    ],
    [
      'a free time waits for somebody who had as many reservations as one may have',
      (line) => {
        free(line)
        line.evidence.most_reservations = 2
      },
    ],
    [
      'a free time waits for somebody who had an approved reservation at that time',
      (line) => {
        free(line)
        line.second.member_id = 5
        line.behind.member_id = 5
      },
    ],
    [
      'a free time that is locked waits',
      (line) => {
        free(line)
        line.evidence.slots[0]!.is_locked = true
      },
    ],
    ['who waited for a time that was deleted is told so', tellEnd],
  ]
  test.each(LEGAL)('%s', (_name, change) => {
    expect(told(change)).toEqual([])
  })
})

describe('each broken promise of a line is found', () => {
  const ILLEGAL: [string, (line: Line) => void][] = [
    ['a time that is free is nobody’s who waits for it', free],
    [
      'lines are served by tier, then by age',
      ({ wait, behind, first, second }) => {
        Object.assign(wait, { created_at: 13_000 })
        Object.assign(first, { begin: 55, end: 56 })
        Object.assign(second, { begin: 50, end: 51 })
        behind.created_at = 11_000
      },
    ],
    [
      'lines are served by tier, then by age',
      ({ evidence, first, second }) => {
        Object.assign(
          evidence.members.find(({ id }) => id === 8)!,
          { is_vip: true },
        )
        Object.assign(first, { begin: 55, end: 56 })
        Object.assign(second, { begin: 50, end: 51 })
      },
    ],
    ['who has left a line is not served', ({ calls }) => calls.push(ending('leave_line', 11))],
    [
      'who has left a line is not served',
      ({ calls, evidence }) => {
        calls.push({ ...ending('remove_wait', 12), by: 'admin', actor: ADMIN, target: 'waitlist 12' })
        evidence.audit.push({
          admin: ADMIN,
          action: 'DELETE /api/user/waitlist/{id}/',
          target: 'waitlist 12',
          summary: '대기를 취소했습니다.',
        })
      },
    ],
    ['nobody is taken off a line who has not left it', ({ behind }) => (behind.outcome = 'left')],
    ['a place in line that was answered is there', ({ evidence }) => evidence.waits.pop()],
    ['nobody waits who has not asked', ({ second }) => (second.outcome = 'refused')],
    ['nobody waits who has not asked', ({ behind }) => (behind.member_id = 5)],
    ['a wish is fulfilled once', ({ evidence, behind }) => evidence.waits.push({ ...behind, id: 13 })],
    ['a wish is fulfilled once', ({ evidence, served }) => evidence.reservations.push({ ...served, id: 3 })],
    ['what the service requests was waited for', ({ wait }) => Object.assign(wait, { outcome: 'booked' })],
    ['what the service requests was waited for', ({ wait }) => (wait.slots = [71])],
    [
      'what the service requests was waited for',
      ({ served, evidence }) => {
        Object.assign(served, { member_id: null, version: 2 })
        evidence.waits.shift()
      },
    ],
    ['who was served has a request', ({ behind }) => Object.assign(behind, { outcome: 'served' })],
    ['nothing exists that nobody asked for', ({ first }) => (first.outcome = 'refused')],
    ['a change that owes a mail has one', ({ evidence }) => evidence.mails.pop()],
    [
      'a change is mailed once',
      ({ evidence }) =>
        evidence.mails.push({
          ...evidence.mails.at(-1)!,
          message_id: '<reservation-2-xyz.1.request_received@localhost>',
        }),
    ],
    ['a change that owes a mail has one', ({ behind }) => (behind.outcome = 'time_deleted')],
    [
      'no mail tells what has not happened',
      (line) => {
        tellEnd(line)
        line.behind.outcome = 'booked'
      },
    ],
  ]
  test.each(ILLEGAL)('%s (%#)', (law, change) => {
    expect(told(change)).toContain(law)
  })
})

const MOMENT = Date.parse('2026-11-20T00:00:01.000+01:00')

/** The story's visitors come: they are marked, and stay marked. */
function makeArrived() {
  const story = makeStory()
  const { calls, evidence, reservation } = story
  const arrive = pressing('w1x9x5', 'arrive', 50, { at: new Date(MOMENT).toISOString() })
  calls.push(arrive)
  evidence.audit.push({ admin: ADMIN, action: arrive.action, target: 'reservation 1', summary: '도착' })
  evidence.history.push(stepOf(3, 'arrive'))
  Object.assign(reservation, { version: 3, arrived_at: MOMENT })
  return { ...story, arrive }
}
type Arrived = ReturnType<typeof makeArrived>

const pressing = (wish: string, does: 'arrive' | 'undo_arrival', begin: number, body: object): Call =>
  makeCall(wish, {
    kind: does,
    by: 'admin',
    actor: ADMIN,
    action: 'POST /api/admin/reservations/{id}/arrival/',
    target: 'reservation 1',
    does,
    on: [1],
    begin,
    end: begin + 2,
    body: JSON.stringify(body),
    answer: JSON.stringify({ message: '도착' }),
  })

const stepOf = (id: number, action: string) =>
  makeRow(id, 1, {
    actor_kind: 'admin',
    actor: ADMIN,
    action,
    from_status: 'APPROVED',
    to_status: 'APPROVED',
  })

const undoing = ({ calls, evidence, reservation }: Arrived) => {
  calls.push(pressing('w1x9x6', 'undo_arrival', 60, {}))
  evidence.audit.push({ ...evidence.audit.at(-1)! })
  evidence.history.push(stepOf(4, 'undo_arrival'))
  reservation.version = 4
}
const arrivedLaws = (change: (story: Arrived) => void) => {
  const story = makeArrived()
  change(story)
  return [...new Set(check(story.calls, story.evidence).map(({ law }) => law))]
}

test.each<[string, (story: Arrived) => void]>([
  ['an arrival that was answered', () => {}],
  ['an arrival whose answer was lost', ({ arrive }) => losing(arrive)],
  [
    'an arrival that was taken back',
    (story) => {
      undoing(story)
      story.reservation.arrived_at = null
    },
  ],
])('at the desk passes %s', (_name, change) => {
  expect(arrivedLaws(change)).toEqual([])
})

test('an arrival that was pressed before the end may be written after it', () => {
  const laws = arrivedLaws(({ evidence, reservation }) => {
    evidence.history[2]!.from_status = 'COMPLETED'
    reservation.over_at = MOMENT + 1
  })
  expect(laws).not.toContain('only what is approved is arrived for')
})

test.each<[string, (story: Arrived) => void]>([
  ['only what is approved is arrived for', ({ evidence }) => (evidence.history[2]!.from_status = 'PENDING')],
  [
    'only what is approved is arrived for',
    ({ evidence, reservation }) => {
      evidence.history[2]!.from_status = 'COMPLETED'
      reservation.over_at = MOMENT
    },
  ],
  ['an arrival is marked once', ({ evidence }) => evidence.history.push(stepOf(4, 'arrive'))],
  ['an arrival is marked once', ({ evidence }) => evidence.history.splice(2, 1, stepOf(3, 'undo_arrival'))],
  ['a wish is fulfilled once', ({ evidence }) => evidence.history.push(stepOf(4, 'arrive'))],
  ['what was answered has happened', ({ evidence }) => evidence.history.pop()],
  [
    'an arrival is of the moment that was answered last',
    ({ reservation }) => (reservation.arrived_at = MOMENT + 1),
  ],
  [
    'an arrival is of the moment that was answered last',
    ({ reservation }) => (reservation.arrived_at = null),
  ],
  [
    'an arrival is of the moment that was answered last',
    ({ evidence, reservation }) => {
      evidence.history.pop()
      reservation.arrived_at = null
    },
  ],
  ['an arrival is of the moment that was answered last', undoing],
])('at the desk is found: %s (%#)', (law, change) => {
  expect(arrivedLaws(change)).toContain(law)
})
