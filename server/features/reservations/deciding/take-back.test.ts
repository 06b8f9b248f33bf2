import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { decideReservations, takeBackApprovals } from '../../../../contract/admin/bulk-decisions.ts'
import { moveReservation } from '../../../../contract/admin/moves.ts'
import { editNote } from '../../../../contract/admin/reservation-edits.ts'
import { listReservationHistory } from '../../../../contract/admin/reservations.ts'
import { bookTourFor } from '../../../../contract/admin/walk-ins.ts'
import { addWebhook } from '../../../../contract/admin/webhooks.ts'
import { allowPush } from '../../../../contract/push.ts'
import { listMyReservations, type Reservation } from '../../../../contract/reservation.ts'
import {
  actOnReservation,
  requestCancellation,
  takeBackApproval,
} from '../../../../contract/reservation-action.ts'
import { actionText } from '../../../../contract/reservation-history.ts'
import { TODAY, type Client } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { makeDocent, makeMember, makeTourSlots, tourParty } from '../../../../test/make.ts'
import { cancelRequest, decision, makeReservation } from '../../../../test/make-reservation.ts'
import { sendDue, sendMails, silent } from '../../../../test/outbox.ts'
import { startPushService } from '../../../../test/push-service.ts'
import { pushQueue } from '../../../outbox/push.ts'
import { vapidKeyOf } from '../../../outbox/vapid.ts'

const pushServices: string[] = []
const app = useTestApp({ pushServices, webhookAllow: ['127.0.0.0/8'] })
const admin = useAdmin(app, '박관리')
const colleague = useAdmin(app, '최동료')
const day = useEventDate(app)
const nextDay = useEventDate(app, '2026-11-21')
const service = startPushService()
afterAll(async () => (await service).stop())
beforeEach(async () => {
  const { origin } = await service
  if (pushServices.length === 0) pushServices.push(origin)
  await app.db.deleteFrom('webhooks').execute()
  await admin.ok(addWebhook, {
    body: { name: '문자', url: 'http://127.0.0.1:9/', events: ['reservation.decided'], is_on: true },
  })
})

const passSeconds = (seconds: number) => app.passMinutes(seconds / 60)
const named = ({ id, type }: Reservation) => ({ params: { id: String(id) }, body: { type } })
const TOO_LATE = { status: 409, code: 'too_late', error: '이미 안내가 발송되어 되돌릴 수 없습니다.' }

async function ask() {
  const made = await makeReservation(app, admin, nextDay)
  await made.browser.ok(allowPush, { body: (await service).subscribe() })
  return made
}
const approve = async () => {
  const made = await ask()
  passSeconds(1)
  const { reservation } = await admin.ok(actOnReservation, decision(made.reservation, 'approve'))
  return { ...made, reservation }
}

async function moveTour(reservation: Reservation) {
  if (reservation.type !== 'VIP_TOUR') throw new Error('no tour')
  const [slot] = await makeTourSlots(app.db, nextDay, await makeDocent(app.db), '15:00')
  const body = { type: 'VIP_TOUR' as const, available_tour_id: slot!.id, event_date_id: nextDay.id }
  await admin.ok(moveReservation, { params: { id: String(reservation.id) }, body })
}

async function waiting({ id }: { id: number }) {
  const mails = await sql<{ what: string; due: Date }>`
    select 'mail ' || kind as what, not_before as due from mails where reservation_id = ${id} and status = 'queued'
    union all select 'push', not_before from pushes where payload::json ->> 'tag' = ${`reservation-${id}`} and status = 'queued'
    union all select 'webhook', not_before from webhook_deliveries where reservation_id = ${id} and status = 'queued'
    union all select 'reminder ' || kind, due_at from reminders where reservation_id = ${id} and ended_at is null
    order by 1`.execute(app.db)
  return mails.rows
}
const whats = async (reservation: { id: number }) => (await waiting(reservation)).map(({ what }) => what)
const dueOf = async (reservation: { id: number }, wanted: string) =>
  (await waiting(reservation)).find(({ what }) => what === wanted)?.due
const stored = async ({ id }: { id: number }) => ({
  reservation: await app.db.selectFrom('reservations').selectAll().where('id', '=', id).execute(),
  waiting: await waiting({ id }),
})

test('mails, pushes and webhooks of an approval are sent ten seconds after it', async () => {
  const { reservation } = await approve()
  const due = new Date(app.now() + 10_000)
  expect(await waiting(reservation)).toEqual(
    expect.arrayContaining(['mail approved', 'push', 'webhook'].map((what) => ({ what, due }))),
  )
})

test('an approval that is undone leaves a waiting request, of which nobody is notified or reminded', async () => {
  const { reservation, browser } = await approve()
  expect(await whats(reservation)).toContain('reminder evening')
  passSeconds(9)
  expect(await admin.ok(takeBackApproval, named(reservation))).toMatchObject({
    message: '예약 승인을 되돌렸습니다.',
    reservation: { id: reservation.id, status: 'PENDING' },
  })
  expect(await whats(reservation)).toEqual(['mail request_received'])
  const { tours } = await browser.ok(listMyReservations, {})
  expect(tours.map(({ status }) => status)).toEqual(['PENDING'])
})

test('the history and the audit log keep the approval and its undoing', async () => {
  const { reservation } = await approve()
  passSeconds(3)
  await colleague.ok(takeBackApproval, named(reservation))
  const params = { id: String(reservation.id) }
  const history = await admin.ok(listReservationHistory, { params })
  expect(history.map(({ action, actor }) => `${actor} ${actionText(action)}`).slice(1)).toEqual([
    '박관리 승인',
    '최동료 승인 철회',
  ])
  const { results } = await admin.ok(listAudit, { query: {} })
  expect(results[0]).toMatchObject({
    admin: '최동료',
    target: `reservation ${reservation.id}`,
    summary: '예약 승인을 되돌렸습니다.',
  })
  // A second undo names the colleague who was faster.
  expect(await admin.refused(takeBackApproval, named(reservation))).toMatchObject({
    code: 'invalid_transition',
    error: '현재 상태(대기중)에서는 처리할 수 없습니다. 최동료 님이 방금 승인 철회했습니다.',
  })
})

test('approved again, it gets one mail, its reminders and a higher calendar sequence', async () => {
  const { reservation } = await approve()
  await admin.ok(takeBackApproval, named(reservation))
  passSeconds(20)
  await admin.ok(actOnReservation, decision(reservation, 'approve'))
  const mails = (await app.mails()).filter((mail) => mail.reservation_id === reservation.id)
  expect(mails.map(({ kind }) => kind)).toEqual(['request_received', 'approved'])
  expect(mails.at(-1)!.calendar).toContain('SEQUENCE:4')
  expect(await dueOf(reservation, 'mail approved')).toEqual(new Date(app.now() + 10_000))
  expect(await whats(reservation)).toContain('reminder evening')
  passSeconds(10)
  expect(await admin.refused(takeBackApproval, named(reservation))).toMatchObject(TOO_LATE)
})

test('the report counts how long a request waited until the decision that stands', async () => {
  const { reservation } = await approve()
  await admin.ok(takeBackApproval, named(reservation))
  const decided = () =>
    app.db
      .selectFrom('reservation_history')
      .select('action')
      .where('reservation_id', '=', reservation.id)
      .where('decided_kind', 'is not', null)
      .execute()
  expect(await decided()).toEqual([])
  await admin.ok(actOnReservation, decision(reservation, 'reject'))
  expect(await decided()).toEqual([{ action: 'reject' }])
})

describe('it is too late', () => {
  const expectTooLate = async (reservation: Reservation) => {
    const before = await stored(reservation)
    expect(await admin.refused(takeBackApproval, named(reservation))).toMatchObject(TOO_LATE)
    expect(await stored(reservation)).toEqual(before)
  }

  test('when ten seconds are over, whether or not anything was sent', async () => {
    const { reservation } = await approve()
    passSeconds(10)
    await expectTooLate(reservation)
  })

  test.each([
    ['mail', sql`update mails set attempts = 1 where kind = 'approved' and reservation_id = `],
    ['push', sql`update pushes set attempts = 1 where payload::json ->> 'tag' = 'reservation-' || `],
    ['webhook', sql`update webhook_deliveries set attempts = 1 where reservation_id = `],
  ])('when a worker has taken the %s', async (_, taking) => {
    const { reservation } = await approve()
    await sql`${taking}${sql.lit(reservation.id)}`.execute(app.db)
    await expectTooLate(reservation)
  })

  test('when the reservation has changed since', async () => {
    const { reservation } = await approve()
    const { type } = reservation
    await admin.ok(editNote, { params: { id: String(reservation.id) }, body: { type, note: '휠체어' } })
    await expectTooLate(reservation)
  })

  test('when the member asks to cancel it, or it is over', async () => {
    const { reservation, browser } = await approve()
    await browser.ok(requestCancellation, cancelRequest(reservation))
    await expectTooLate(reservation)
    const completed = await makeReservation(app, admin, day, { status: 'COMPLETED' })
    await expectTooLate(completed.reservation)
  })

  test('when its cancellation was refused', async () => {
    const { reservation, browser } = await approve()
    await browser.ok(requestCancellation, cancelRequest(reservation))
    await admin.ok(actOnReservation, decision(reservation, 'reject_cancellation'))
    await expectTooLate(reservation)
  })

  test('for a booking at the desk, which is mailed at once', async () => {
    const [slot] = await makeTourSlots(app.db, nextDay, await makeDocent(app.db), '11:00')
    const { id: user_id } = await makeMember(app.db)
    const body = { user_id, available_tour_id: slot!.id, event_date_id: nextDay.id, visitor: tourParty }
    const { reservation } = await admin.ok(bookTourFor, { body })
    expect((await dueOf(reservation, 'mail approved')) as unknown).toBe(-Infinity)
    await expectTooLate(reservation)
  })
})

test.each(['PENDING', 'REJECTED', 'CANCELLED'] as const)('for a reservation that is %s', async (status) => {
  const { reservation } = await makeReservation(app, admin, nextDay, { status })
  const refusal = await admin.refused(takeBackApproval, named(reservation))
  expect(refusal).toMatchObject({ status: 409, code: 'invalid_transition' })
})

test('it needs a session, and the id and type of a reservation', async () => {
  const { reservation } = await approve()
  const wrong = { ...named(reservation), body: { type: 'GROUP_MEETING' as const } }
  expect(await admin.refused(takeBackApproval, wrong)).toMatchObject({ status: 404 })
  expect(await app.client().refused(takeBackApproval, named(reservation))).toMatchObject({ status: 401 })
})

/** Sends what is due, and answers the mails and pushes about a reservation that have left. */
async function sent({ id }: Reservation) {
  const { origin, delivered } = await service
  const left: string[] = []
  await sendMails(app, async ({ reservation_id, kind }) => void (reservation_id === id && left.push(kind)))
  delivered.length = 0
  const parts = { db: app.db, now: app.now, log: silent }
  const key = vapidKeyOf(app.server.keyFor)
  await sendDue(parts, pushQueue({ ...parts, key, pushServices: [origin], publicUrl: origin }))
  const pushed = delivered.filter(({ payload }) => payload.tag === `reservation-${id}`)
  return [...left, ...pushed.map(({ payload }) => payload.title)]
}

test('notices of later changes are not sent before those of the approval, and not held up afterwards', async () => {
  const cancel = (who: Client, reservation: Reservation) =>
    who.ok(actOnReservation, decision(reservation, 'cancel'))
  const { reservation } = await approve()
  passSeconds(4)
  await cancel(colleague, reservation)
  expect(await sent(reservation)).toEqual(['request_received'])
  passSeconds(6)
  const cancelled = '투어 예약이 취소되었습니다'
  expect(await sent(reservation)).toEqual(['approved', 'cancelled', '투어 예약이 승인되었습니다', cancelled])
  const settled = await approve()
  passSeconds(10)
  await sent(settled.reservation)
  await cancel(admin, settled.reservation)
  expect(await sent(settled.reservation)).toEqual(['cancelled', cancelled])
})

test('pushes of later changes come after that of the approval', async () => {
  const { reservation } = await approve()
  passSeconds(4)
  await moveTour(reservation)
  expect(await sent(reservation)).toEqual(['request_received'])
  passSeconds(6)
  expect(await sent(reservation)).toEqual([
    'approved',
    'moved',
    '투어 예약이 승인되었습니다',
    '투어 예약 시간·장소가 변경되었습니다',
  ])
})

test('no reminder falls due while an approval can be undone', async () => {
  // The evening's reminder is due at 18:00.
  app.setClock(TODAY, '17:59')
  passSeconds(54)
  const { reservation } = await approve()
  expect(await whats(reservation)).not.toContain('reminder evening')
})

describe('many approvals', () => {
  const approveAll = async (count: number) => {
    const made = await Promise.all(Array.from({ length: count }, ask))
    const reservation_ids = made.map(({ reservation }) => reservation.id)
    await admin.ok(decideReservations, { body: { reservation_ids, action: 'approve' } })
    return made.map(({ reservation }) => reservation)
  }

  test('are undone together', async () => {
    const approved = await approveAll(3)
    const ids = approved.map(({ id }) => id).toSorted((a, b) => a - b)
    expect(await admin.ok(takeBackApprovals, { body: { reservation_ids: [...ids, ids[0]!] } })).toEqual({
      message: '예약 3건의 승인을 되돌렸습니다.',
      done: 3,
      failed: 0,
      results: ids.map((id) => ({ id, done: true, error: null })),
    })
    for (const each of approved) expect(await whats(each)).toEqual(['mail request_received'])
  })

  test('each has its own result', async () => {
    const [open, sent, edited] = (await approveAll(3)) as [Reservation, Reservation, Reservation]
    await sql`update pushes set attempts = 1 where payload::json ->> 'tag' = ${`reservation-${sent.id}`}`.execute(
      app.db,
    )
    const { type } = edited
    await colleague.ok(editNote, { params: { id: String(edited.id) }, body: { type, note: '휠체어' } })
    const { reservation: pending } = await ask()
    const reservation_ids = [open.id, sent.id, edited.id, pending.id, 999_999]
    const answer = await admin.ok(takeBackApprovals, { body: { reservation_ids } })
    expect(answer).toMatchObject({
      message: '예약 1건의 승인을 되돌렸습니다. 4건은 처리하지 못했습니다.',
      done: 1,
      failed: 4,
    })
    expect(answer.results).toEqual(
      [
        { id: open.id, done: true, error: null },
        { id: sent.id, done: false, error: TOO_LATE.error },
        { id: edited.id, done: false, error: TOO_LATE.error },
        { id: pending.id, done: false, error: '현재 상태(대기중)에서는 처리할 수 없습니다.' },
        { id: 999_999, done: false, error: '요청하신 내용을 찾을 수 없습니다.' },
      ].toSorted((a, b) => a.id - b.id),
    )
    expect(await whats(sent)).toContain('mail approved')
  })
})
