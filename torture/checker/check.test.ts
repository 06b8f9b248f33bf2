import { describe, expect, test } from 'vitest'
import { check } from './check.ts'
import type { Ending } from '../history.ts'
import {
  ADMIN,
  bookAgain,
  cancelling,
  losing,
  makeArrival,
  makeCall,
  makeMail,
  makeReservation,
  makeRow,
  makeStory,
  MOVED,
  moving,
  readAt,
  type Story,
} from './make-story.ts'

const OWNER = { role: 'owner', least: 'manager' } as const

const lawsBrokenIn = ({ calls, evidence }: Pick<Story, 'calls' | 'evidence'>) => [
  ...new Set(check(calls, evidence).map(({ law }) => law)),
]
/** Before the booking, which the session `here` makes. */
const endingSessions = ({ calls, book }: Story, ends: Omit<Ending, 'actor'>, since = 2) => {
  book.session = { id: 'here', since }
  const ending = {
    begin: 5,
    end: 8,
    action: 'DELETE /api/user/sessions/',
    ends: { actor: book.actor, ...ends },
  }
  calls.push(makeCall('w1x1x9', ending))
}
const told = (change: (story: Story) => void) => {
  const story = makeStory()
  change(story)
  return lawsBrokenIn(story)
}

describe('a legal history passes', () => {
  const LEGAL: [string, (story: Story) => void][] = [
    ['a booking that was approved', () => {}],
    ['a booking whose answer was lost, and which is there', ({ book }) => losing(book)],
    [
      'a booking whose answer was lost, and which is not there',
      (story) => story.calls.push(losing(makeCall('w1x2x1', { does: 'create' }))),
    ],
    [
      'a booking that was refused',
      (story) => story.calls.push(makeCall('w1x2x1', { does: 'create', outcome: 'refused', status: 409 })),
    ],
    [
      'a repeat under one key with the first answer',
      ({ calls, book }) => calls.push({ ...book, begin: 25, end: 28 }),
    ],
    [
      'a reading that finds what was booked before, and another that came before',
      ({ calls }) => calls.push(readAt(25, [1]), readAt(5, [])),
    ],
    ['a decision whose answer was lost', ({ approve }) => losing(approve)],
    ['a mail that came twice after a crash', ({ evidence: { arrived } }) => arrived.push(arrived[0]!)],
    [
      'a reading of a member who was being deleted meanwhile',
      ({ calls }) => {
        const action = 'DELETE /api/admin/users/{id}/'
        const deletion = { kind: 'delete_member', by: 'admin', actor: ADMIN, member_id: 5, action } as const
        calls.push(losing(makeCall('w1x9x5', { ...deletion, begin: 24 })), readAt(25, []))
      },
    ],
    [
      'a repeat that comes after its reservation was moved, and its slot booked by another one',
      (story) => {
        const { evidence, reservation, calls, book, approve } = story
        calls.push(moving(approve))
        evidence.history.push({ ...makeRow(3, 1, MOVED), actor: ADMIN })
        evidence.mails.push(makeMail(1, 3, 'moved'))
        evidence.arrived.push(makeArrival(1, 3, 'moved'))
        evidence.audit.push({ ...evidence.audit[0]!, summary: '변경' })
        evidence.slots.push({ ...evidence.slots[0]!, id: 72, time: '12:00', end_time: '12:25' })
        bookAgain(story, 70)
        evidence.slots[0]!.reservation_id = 2
        Object.assign(reservation, { ...makeReservation(1, 'w1x1x1', 72), version: 3 })
        reservation.times[0] = { slot_id: 72, time: '12:00', end_time: '12:25', is_kept: true }
        calls.push({ ...book, begin: 90, end: 95 })
      },
    ],
    [
      'a slot that was given on after a deletion had cancelled its holder',
      (story) => {
        const { evidence, reservation, calls, approve } = story
        calls.push(cancelling(approve))
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
        )
        evidence.mails.push(makeMail(1, 3, 'cancelled'))
        evidence.arrived.push(makeArrival(1, 3, 'cancelled'))
        evidence.audit.push({ admin: ADMIN, action: 'DELETE /slots/', target: null, summary: '삭제' })
        bookAgain(story, 70)
        evidence.slots[0]!.reservation_id = 2
      },
    ],
    ['a booking after all other sessions were ended', (story) => endingSessions(story, { but: 'here' })],
    ['a booking after another session was ended', (story) => endingSessions(story, { only: 'there' })],
    ['a booking of a session that began after all were ended', (story) => endingSessions(story, {}, 9)],
    ['a decision of a role that may', ({ approve }) => Object.assign(approve, OWNER)],
  ]
  test.each(LEGAL)('%s', (_name, change) => {
    expect(told(change)).toEqual([])
  })
})

describe('each kind of violation is found', () => {
  const ILLEGAL: [string, (story: Story) => void][] = [
    ['no slot has two live holders', (story) => bookAgain(story, 70)],
    ['no docent and no room is booked twice at one time', (story) => bookAgain(story, 71)],
    ['no slot is given away while it is held', (story) => bookAgain(story, 70)],
    [
      'a live reservation holds its slots, and no others',
      ({ evidence }) => (evidence.slots[0]!.reservation_id = null),
    ],
    [
      'slots of one place do not overlap',
      ({ evidence: { slots } }) =>
        slots.push({ ...slots[0]!, id: 71, reservation_id: null, time: '10:20', end_time: '10:40' }),
    ],
    ['a booking that was answered is there', ({ evidence }) => evidence.reservations.pop()],
    ['a booking that was answered is there', ({ reservation }) => (reservation.wish = 'w1x3x3')],
    ['nothing exists that nobody asked for', ({ calls }) => calls.shift()],
    ['nothing exists that nobody asked for', ({ book }) => (book.outcome = 'refused')],
    [
      'nothing exists that nobody asked for',
      ({ evidence }) => evidence.reservations.push({ ...makeReservation(2, null, 71), member_id: null }),
    ],
    [
      'a wish is fulfilled once',
      ({ evidence }) => evidence.reservations.push(makeReservation(2, 'w1x1x1', 71)),
    ],
    [
      'a wish is fulfilled once',
      ({ evidence: { history } }) => history.push({ ...history[1]!, id: 3, from_status: 'APPROVED' }),
    ],
    [
      'a refused call changes nothing',
      ({ calls, evidence }) => {
        calls.push(makeCall('w1x9x3', { outcome: 'refused' }))
        evidence.things.push({ thing: 'docent 3', texts: '도슨트 w1x9x3' })
      },
    ],
    [
      'a key is answered once and always alike',
      ({ calls, book }) => calls.push({ ...book, answer: book.answer!.replace('신청', '다시') }),
    ],
    [
      'statuses walk along the table of transitions',
      ({ evidence }) => (evidence.history[1]!.from_status = 'COMPLETED'),
    ],
    [
      'statuses walk along the table of transitions',
      ({ evidence }) => (evidence.history[1]!.actor_kind = 'member'),
    ],
    ['statuses walk along the table of transitions', ({ reservation }) => (reservation.status = 'COMPLETED')],
    ['what was answered is read', ({ calls }) => calls.push(readAt(25, []))],
    ['versions rise by one for each change', ({ reservation }) => (reservation.version = 3)],
    ['nothing happens that nobody asked for', ({ approve }) => (approve.outcome = 'refused')],
    ['nothing happens that nobody asked for', ({ approve }) => (approve.on = [2])],
    ['what was answered has happened', ({ evidence }) => (evidence.history[1]!.reason = null)],
    ['a change that owes a mail has one', ({ evidence }) => evidence.mails.pop()],
    [
      'no mail tells what has not happened',
      ({ evidence }) => evidence.mails.push(makeMail(1, 3, 'cancelled')),
    ],
    ['each mail arrives', ({ evidence }) => evidence.arrived.pop()],
    ['each mail arrives', ({ evidence }) => (evidence.mails[0]!.status = 'failed')],
    [
      'no mail arrives that was not posted',
      ({ evidence }) => evidence.arrived.push(makeArrival(9, 1, 'approved')),
    ],
    ['no mail arrives that was not posted', ({ evidence }) => (evidence.arrived[0]!.to = 'b@example.com')],
    [
      'a mail arrives twice only after a fault',
      ({ evidence }) => {
        evidence.had_faults = false
        evidence.arrived.push(evidence.arrived[0]!)
      },
    ],
    ['the audit log has what was done', ({ evidence }) => evidence.audit.pop()],
    ['the audit log has what was done', ({ evidence }) => (evidence.audit[0]!.target = 'reservation 2')],
    ['the audit log has nothing else', ({ evidence }) => evidence.audit.push(evidence.audit[0]!)],
    ['the audit log has nothing else', ({ approve }) => (approve.outcome = 'refused')],
    ['an ended session does nothing', (story) => endingSessions(story, {})],
    ['an ended session does nothing', (story) => endingSessions(story, { only: 'here' })],
    ['an ended session does nothing', (story) => endingSessions(story, { but: 'there' })],
    ['a role does only what it may', ({ approve }) => Object.assign(approve, OWNER, { role: 'desk' })],
    [
      'a role is let do what it may',
      ({ approve }) => Object.assign(approve, OWNER, { outcome: 'refused', code: 'role_required' }),
    ],
  ]
  test.each(ILLEGAL)('%s (%#)', (law, change) => {
    expect(told(change)).toContain(law)
  })
})
