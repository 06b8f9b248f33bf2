import { beforeEach, describe, expect, test } from 'vitest'
import { decideReservations } from '../../../contract/admin/bulk-decisions.ts'
import { reminderSettings } from '../../../contract/admin/settings.ts'
import { deleteMember } from '../../../contract/admin/members.ts'
import { moveReservation } from '../../../contract/admin/moves.ts'
import { getReservationContext } from '../../../contract/admin/reservation-context.ts'
import { bookTourFor } from '../../../contract/admin/walk-ins.ts'
import { endMeeting } from '../../../contract/meeting.ts'
import { actOnReservation, requestCancellation } from '../../../contract/reservation-action.ts'
import { isoInMadrid } from '../../../domain/madrid-time.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { cancelAll, makeAdmin, makeDocent, makeMember, makeTourSlots, tourParty } from '../../../test/make.ts'
import { cancelRequest, decision, makeReservation } from '../../../test/make-reservation.ts'
import { postMail } from '../../outbox/post-mail.ts'
import { sendDueReminders } from './sending/commands.ts'
import { catchUpWithReminders } from './commands.ts'
import { REMINDERS_ON } from '../../../test/reminder-settings.ts'

const app = useTestApp({ clock: ['2026-11-18', '10:00'] })
const admin = useAdmin(app)
const day = useEventDate(app, '2026-11-20')
const nextDay = useEventDate(app, '2026-11-21')

const EVENING = 'evening 2026-11-19T18:00:00+01:00'
const BEFORE = 'before 2026-11-20T09:40:00+01:00'

beforeEach(async () => {
  await cancelAll(app.db)
  await app.db.deleteFrom('reminders').execute()
  await app.db.deleteFrom('mails').execute()
  await admin.ok(reminderSettings.change, { body: REMINDERS_ON })
})

const agreed = (status: 'PENDING' | 'APPROVED' | 'CANCEL_REQUESTED' = 'APPROVED') =>
  makeReservation(app, admin, day, { status })

/** The reminders that wait to be sent, in their order. */
async function waiting() {
  const rows = await app.db
    .selectFrom('reminders')
    .select(['kind', 'due_at'])
    .where('ended_at', 'is', null)
    .orderBy('due_at')
    .execute()
  return rows.map(({ kind, due_at }) => `${kind} ${isoInMadrid(due_at.getTime())}`)
}
const send = () =>
  sendDueReminders({ db: app.db, postMail, publicUrl: 'https://stand.example.com' }, app.now())

test('a request has no reminders, and an approved one has two', async () => {
  const { reservation } = await agreed('PENDING')
  expect(await waiting()).toEqual([])
  await admin.ok(actOnReservation, decision(reservation, 'approve'))
  expect(await waiting()).toEqual([EVENING, BEFORE])
})

test('many that are approved by one decision have theirs', async () => {
  const made = [await agreed('PENDING'), await agreed('PENDING'), await agreed('PENDING')]
  const reservation_ids = made.map(({ reservation }) => reservation.id)
  await admin.ok(decideReservations, { body: { reservation_ids, action: 'approve', reason: null } })
  expect(await waiting()).toEqual([EVENING, EVENING, EVENING, BEFORE, BEFORE, BEFORE])
})

test('one that is booked at the desk has its own', async () => {
  const member = await makeMember(app.db)
  const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
  const body = { user_id: member.id, available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty }
  await admin.ok(bookTourFor, { body })
  expect(await waiting()).toEqual([EVENING, BEFORE])
})

test.each(['cancel', 'complete'] as const)(
  'none is left after an administrator’s action: %s',
  async (action) => {
    const { reservation } = await agreed()
    await admin.ok(actOnReservation, decision(reservation, action))
    expect(await waiting()).toEqual([])
  },
)

test('none while its member asks for its cancellation; they come again when that is refused', async () => {
  const { reservation, browser } = await agreed()
  await browser.ok(requestCancellation, cancelRequest(reservation))
  expect(await waiting()).toEqual([])
  await admin.ok(actOnReservation, decision(reservation, 'reject_cancellation'))
  expect(await waiting()).toEqual([EVENING, BEFORE])
  await browser.ok(requestCancellation, cancelRequest(reservation))
  await admin.ok(actOnReservation, decision(reservation, 'approve_cancellation'))
  expect(await waiting()).toEqual([])
})

test('what was sent before a refused cancellation is not sent again', async () => {
  const { reservation, browser } = await agreed()
  app.setClock('2026-11-19', '18:00')
  expect(await send()).toBe(1)
  app.setClock('2026-11-18', '12:00')
  await browser.ok(requestCancellation, cancelRequest(reservation))
  await admin.ok(actOnReservation, decision(reservation, 'reject_cancellation'))
  expect(await waiting()).toEqual([BEFORE])
})

test('none is left when its member is deleted', async () => {
  const { member } = await agreed()
  await admin.ok(deleteMember, { params: { id: String(member.id) } })
  expect(await waiting()).toEqual([])
})

test('none is left of a meeting that its member ends early', async () => {
  app.setClock('2026-11-20', '07:00')
  const today = (await makeAdmin(app)).browser
  const given = { kind: 'GROUP_MEETING', status: 'APPROVED' } as const
  const { reservation, browser } = await makeReservation(app, today, day, given)
  expect(await waiting()).toEqual([BEFORE])
  await browser.ok(endMeeting, { params: { id: String(reservation.id) } })
  expect(await waiting()).toEqual([])
})

test('a mail that has not left by then is taken back, too', async () => {
  const { reservation, browser } = await agreed()
  app.setClock('2026-11-19', '18:00')
  await send()
  const queued = async () => (await app.mails()).filter(({ kind }) => kind === 'reminder_evening')
  expect(await queued()).toHaveLength(1)
  app.setClock('2026-11-18', '12:00')
  await browser.ok(requestCancellation, cancelRequest(reservation))
  expect(await queued()).toEqual([])
})

describe('one that is moved', () => {
  const moveTo = async (id: number, on: { id: number; date: string }, time: string, by = admin) => {
    const [slot] = await makeTourSlots(app.db, on, await makeDocent(app.db), time)
    const body = { type: 'VIP_TOUR' as const, available_tour_id: slot!.id, event_date_id: on.id }
    await by.ok(moveReservation, { params: { id: String(id) }, body })
  }

  test('takes its reminders along', async () => {
    const { reservation } = await agreed()
    await moveTo(reservation.id, nextDay, '15:00')
    expect(await waiting()).toEqual(['evening 2026-11-20T18:00:00+01:00', 'before 2026-11-21T14:40:00+01:00'])
  })

  test('to another docent at the same time keeps them, also one that a service which was down has not sent', async () => {
    const { reservation } = await agreed()
    app.setClock('2026-11-19', '18:30')
    await moveTo(reservation.id, day, '10:00', (await makeAdmin(app)).browser)
    expect(await waiting()).toEqual([EVENING, BEFORE])
  })

  test('is reminded of on the evening before its new day too, and not once more when it is moved back', async () => {
    const { reservation } = await agreed()
    app.setClock('2026-11-19', '18:00')
    await send()
    app.setClock('2026-11-18', '12:00')
    await moveTo(reservation.id, nextDay, '15:00')
    expect((await waiting())[0]).toBe('evening 2026-11-20T18:00:00+01:00')
    await moveTo(reservation.id, day, '10:00')
    expect(await waiting()).toEqual([BEFORE])
  })

  test('and waits for an answer has none', async () => {
    const { reservation } = await agreed('PENDING')
    await moveTo(reservation.id, nextDay, '15:00')
    expect(await waiting()).toEqual([])
  })
})

describe('a change of the settings', () => {
  const change = (changes: Partial<typeof REMINDERS_ON>) =>
    admin.ok(reminderSettings.change, { body: { ...REMINDERS_ON, ...changes } })

  test('moves what has not been sent', async () => {
    await agreed()
    await change({ reminder_minutes: 60 })
    expect(await waiting()).toEqual([EVENING, 'before 2026-11-20T09:00:00+01:00'])
  })

  test.each([
    [{ reminder_evening: false }, [BEFORE]],
    [{ reminder_before: false }, [EVENING]],
    [{ reminders: false }, []],
    [{ reminders_by_mail: false }, [EVENING, BEFORE]],
  ])('%o', async (changes, left) => {
    await agreed()
    await change(changes)
    expect(await waiting()).toEqual(left)
    await change({})
    expect(await waiting()).toEqual([EVENING, BEFORE])
  })

  test('sends nothing again that was sent', async () => {
    await agreed()
    app.setClock('2026-11-19', '18:00')
    expect(await send()).toBe(1)
    app.setClock('2026-11-18', '12:00')
    await change({ reminder_minutes: 30 })
    expect(await waiting()).toEqual(['before 2026-11-20T09:30:00+01:00'])
  })

  test('plans nothing for requests, nor for what is asked to be cancelled', async () => {
    await agreed('PENDING')
    await agreed('CANCEL_REQUESTED')
    await change({ reminder_minutes: 30 })
    expect(await waiting()).toEqual([])
  })
})

describe('what a release without reminders has agreed to', () => {
  test('is planned by the next one that looks', async () => {
    await agreed()
    await agreed('PENDING')
    await app.db.deleteFrom('reminders').execute()
    await catchUpWithReminders(app.db, app.now())
    await catchUpWithReminders(app.db, app.now())
    expect(await waiting()).toEqual([EVENING, BEFORE])
  })

  test('also of a visitor without an account, for the webhooks', async () => {
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
    const visitor = { company: '새벽상사', name: '노 처음', count: 2 }
    const body = { user_id: null, available_tour_id: slot!.id, event_date_id: day.id, visitor }
    await admin.ok(bookTourFor, { body })
    await app.db.deleteFrom('reminders').execute()
    await catchUpWithReminders(app.db, app.now())
    expect(await waiting()).toEqual([EVENING, BEFORE])
  })

  test('but not of the sample event, which is nobody', async () => {
    const { member } = await agreed()
    await app.db.deleteFrom('reminders').execute()
    await app.db.updateTable('members').set({ is_sample: true }).where('id', '=', member.id).execute()
    await catchUpWithReminders(app.db, app.now())
    expect(await waiting()).toEqual([])
  })
})

test('an administrator sees beside a reservation when its member will be reminded', async () => {
  const { reservation } = await agreed()
  const of = { params: { id: String(reservation.id) }, query: { type: 'VIP_TOUR' as const } }
  expect((await admin.ok(getReservationContext, of)).reminders).toEqual([
    { kind: 'evening', due_at: '2026-11-19T18:00:00+01:00' },
    { kind: 'before', due_at: '2026-11-20T09:40:00+01:00' },
  ])
})
