import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listMyReservations, listTours } from '../../../../contract/reservation.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { ADMIN_ACTIONS, type AdminAction, type Status } from '../../../../domain/reservation.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'
import { decideReservation } from './commands.ts'

const app = useTestApp()
const day = useEventDate(app)
const adminName = '관리자 하나'
const admin = useAdmin(app, adminName)

const KINDS = ['VIP_TOUR', 'GROUP_MEETING'] as const
const make = (given: Parameters<typeof makeReservation>[3] = {}) => makeReservation(app, admin, day, given)

const stored = async ({ id }: { id: number }) => ({
  reservation: await app.db.selectFrom('reservations').selectAll().where('id', '=', id).execute(),
  slots: await app.db.selectFrom('slots').select('id').where('reservation_id', '=', id).execute(),
  history: await app.db
    .selectFrom('reservation_history')
    .selectAll()
    .where('reservation_id', '=', id)
    .execute(),
  mails: (await app.mails()).filter((mail) => mail.reservation_id === id),
})

const heldBy = async ({ id }: { id: number }) => {
  const rows = await app.db
    .selectFrom('slots')
    .select('time')
    .where('reservation_id', '=', id)
    .orderBy('starts_at')
    .execute()
  return rows.map((row) => row.time)
}

const LEADS_TO: Record<Status, Partial<Record<AdminAction, Status>>> = {
  PENDING: { approve: 'APPROVED', reject: 'REJECTED', cancel: 'CANCELLED' },
  APPROVED: { cancel: 'CANCELLED', complete: 'COMPLETED' },
  CANCEL_REQUESTED: { approve_cancellation: 'CANCELLED', reject_cancellation: 'APPROVED' },
  COMPLETED: {},
  REJECTED: {},
  CANCELLED: {},
}
const IN_WORDS: Record<Status, string> = {
  PENDING: '대기중',
  APPROVED: '예약됨',
  CANCEL_REQUESTED: '취소 요청',
  COMPLETED: '종료됨',
  REJECTED: '거절됨',
  CANCELLED: '취소됨',
}
const LAST_DONE: Record<Status, string | null> = {
  PENDING: null,
  APPROVED: '승인',
  CANCEL_REQUESTED: '취소 요청',
  COMPLETED: '종료 처리',
  REJECTED: '거절',
  CANCELLED: '취소',
}
const cases = (Object.keys(LEADS_TO) as Status[]).flatMap((status) =>
  ADMIN_ACTIONS.map((action) => [status, action, LEADS_TO[status][action]] as const),
)
const steps = cases.flatMap(([status, action, next]) => (next ? [[status, action, next] as const] : []))
const refusals = cases.filter(([, , next]) => !next)

describe.each(KINDS)('a %s', (kind) => {
  test.each(refusals)('that is %s: %s leads to a refusal', async (status, action) => {
    const { reservation, member } = await make({ kind, status })
    expect(reservation.status).toBe(status)
    const before = await stored(reservation)
    app.passMinutes(7)
    const who = status === 'CANCEL_REQUESTED' ? member.name : adminName
    const done = LAST_DONE[status] ? ` ${who} 님이 08:00에 ${LAST_DONE[status]}했습니다.` : ''
    expect(await admin.refused(actOnReservation, decision(reservation, action))).toMatchObject({
      status: 409,
      code: 'invalid_transition',
      error: `현재 상태(${IN_WORDS[status]})에서는 처리할 수 없습니다.${done}`,
    })
    expect(await stored(reservation)).toEqual(before)
  })

  test.each(steps)('that is %s: %s leads to %s', async (status, action, expected) => {
    const { reservation, browser } = await make({ kind, status })
    expect(reservation.status).toBe(status)
    app.passMinutes(7)
    const { reservation: decided } = await admin.ok(actOnReservation, decision(reservation, action))
    expect(decided).toMatchObject({ id: reservation.id, type: kind, status: expected })
    const { tours, meetings } = await browser.ok(listMyReservations, {})
    expect([...tours, ...meetings].map((each) => each.status)).toEqual([expected])
  })
})

describe('an action', () => {
  test('needs the type that the reservation has; MEETING_ROOM is a meeting too', async () => {
    const [tour, meeting] = [await make(), await make({ kind: 'GROUP_MEETING' })]
    const NOT_FOUND = { status: 404, code: 'not_found' }
    for (const [{ reservation }, type] of [
      [tour, 'GROUP_MEETING'],
      [tour, 'MEETING_ROOM'],
      [meeting, 'VIP_TOUR'],
    ] as const)
      expect(
        await admin.refused(actOnReservation, decision({ ...reservation, type: type as never }, 'approve')),
      ).toMatchObject(NOT_FOUND)
    const named = { ...meeting.reservation, type: 'MEETING_ROOM' as never }
    const { reservation } = await admin.ok(actOnReservation, decision(named, 'approve'))
    expect(reservation.type).toBe('GROUP_MEETING')
  })

  test.each(['999999', '0', '-1', '1.5', 'abc', '99999999999', '%00'])(
    'on a reservation %s that is not there is 404',
    async (id) => {
      const input = { ...decision({ id: 1, type: 'VIP_TOUR' }, 'approve'), params: { id } }
      expect(await admin.refused(actOnReservation, input)).toMatchObject({ status: 404, code: 'not_found' })
    },
  )

  test('must be one that there is, on a type that there is', async () => {
    const { reservation } = await make()
    const body = { type: 'TOUR', action: 'end_early' } as never
    const refusal = await admin.refused(actOnReservation, { ...decision(reservation, 'approve'), body })
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(Object.keys(refusal.fields!).sort()).toEqual(['action', 'type'])
  })

  test('of rejecting or cancelling needs a reason', async () => {
    const { reservation } = await make()
    for (const action of ['reject', 'cancel'] as const)
      for (const reason of [null, '', ' \n '])
        expect((await admin.refused(actOnReservation, decision(reservation, action, reason))).fields).toEqual(
          { reason: '사유를 입력해주세요.' },
        )
    expect((await stored(reservation)).history).toHaveLength(1)
  })

  test('takes a reason of 500 characters in several lines, and not of more', async () => {
    const { reservation } = await make()
    expect(
      await admin.refused(actOnReservation, decision(reservation, 'reject', '가'.repeat(501))),
    ).toMatchObject({ status: 400, fields: { reason: '500자 이하로 입력해주세요.' } })
    const reason = `${'가'.repeat(250)}\n${'나'.repeat(249)}`
    const { reservation: rejected } = await admin.ok(
      actOnReservation,
      decision(reservation, 'reject', ` ${reason.replace('\n', '\r\n')} `),
    )
    expect(rejected.cancel_note).toBe(reason)
  })

  test('on a cancellation request may go without a reason, which keeps the one of the request', async () => {
    for (const action of ['approve_cancellation', 'reject_cancellation'] as const) {
      const [silent, spoken] = [
        await make({ status: 'CANCEL_REQUESTED' }),
        await make({ status: 'CANCEL_REQUESTED' }),
      ]
      expect(silent.reservation.cancel_note).toBe('일정 변경')
      const { reservation } = await admin.ok(actOnReservation, decision(silent.reservation, action, null))
      expect(reservation.cancel_note).toBe('일정 변경')
      const answer = await admin.ok(actOnReservation, decision(spoken.reservation, action, '확인했습니다'))
      expect(answer.reservation.cancel_note).toBe('확인했습니다')
    }
  })

  test('still works on the reservation of a member who is gone', async () => {
    const { reservation, member } = await make()
    await app.db.deleteFrom('members').where('id', '=', member.id).execute()
    const { reservation: approved } = await admin.ok(actOnReservation, decision(reservation, 'approve'))
    expect(approved).toMatchObject({ status: 'APPROVED', user: { id: null, name: member.name } })
    expect((await stored(reservation)).mails).toHaveLength(1)
  })
})

describe('the slots of a reservation', () => {
  test.each([
    ['PENDING', 'reject', []],
    ['PENDING', 'cancel', []],
    ['APPROVED', 'cancel', []],
    ['CANCEL_REQUESTED', 'approve_cancellation', []],
    ['PENDING', 'approve', ['10:00', '10:10', '10:20']],
    ['CANCEL_REQUESTED', 'reject_cancellation', ['10:00', '10:10', '10:20']],
  ] as const)('that is %s, after %s: held are %o', async (status, action, held) => {
    const { reservation } = await make({ kind: 'GROUP_MEETING', status })
    expect(await heldBy(reservation)).toEqual(['10:00', '10:10', '10:20'])
    await admin.ok(actOnReservation, decision(reservation, action))
    expect(await heldBy(reservation)).toEqual(held)
  })

  test.each([
    ['08:00', []],
    ['10:09', ['10:00']],
    ['10:10', ['10:00', '10:10']],
    ['10:20', ['10:00', '10:10', '10:20']],
  ])('that is completed at %s: those that have begun, %o, stay held', async (time, held) => {
    const { reservation } = await make({ kind: 'GROUP_MEETING', status: 'APPROVED' })
    app.setClock(TODAY, time)
    await admin.ok(actOnReservation, decision(reservation, 'complete'))
    expect(await heldBy(reservation)).toEqual(held)
  })
})

describe('an approved reservation whose end has come', () => {
  test.each(KINDS)('counts as completed: a %s can no longer be cancelled or completed', async (kind) => {
    const { reservation, browser } = await make({ kind, status: 'APPROVED' })
    const end = kind === 'VIP_TOUR' ? '10:25' : '10:30'
    app.setClock(TODAY, end)
    for (const action of ['cancel', 'complete', 'approve', 'approve_cancellation'] as const)
      expect(await admin.refused(actOnReservation, decision(reservation, action))).toMatchObject({
        status: 409,
        error: '현재 상태(종료됨)에서는 처리할 수 없습니다.',
      })
    const { tours, meetings } = await browser.ok(listMyReservations, {})
    expect([...tours, ...meetings]).toMatchObject([{ status: 'COMPLETED', can_cancel: false }])
    expect((await stored(reservation)).reservation).toMatchObject([{ status: 'APPROVED' }])
  })

  test('a minute before it can be cancelled', async () => {
    const { reservation } = await make({ status: 'APPROVED' })
    app.setClock(TODAY, '10:24')
    await admin.ok(actOnReservation, decision(reservation, 'cancel'))
  })

  test('is completed at once when its cancellation is refused too late', async () => {
    const { reservation } = await make({ status: 'CANCEL_REQUESTED' })
    app.setClock(TODAY, '12:00')
    const answer = await admin.ok(actOnReservation, decision(reservation, 'reject_cancellation'))
    expect(answer.reservation).toMatchObject({ status: 'COMPLETED', can_cancel: false })
  })
})

test.each([
  ['PENDING', false, true],
  ['APPROVED', true, true],
  ['CANCEL_REQUESTED', false, false],
  ['COMPLETED', false, false],
  ['REJECTED', false, false],
  ['CANCELLED', false, false],
] as const)(
  '%s: the member may ask to cancel %s, the administrator may cancel %s',
  async (status, member, ours) => {
    const { reservation, browser } = await make({ status })
    expect((await browser.ok(listMyReservations, {})).tours).toMatchObject([{ can_cancel: member }])
    const { results } = await admin.ok(listTours, { query: {} })
    expect(results.find((tour) => tour.id === reservation.id)).toMatchObject({ status, can_cancel: ours })
  },
)

test('PostgreSQL reuses the plans of decisions', async () => {
  // PostgreSQL plans five executions individually before it considers a generic plan.
  const several = Array.from({ length: 6 }, () => make({ status: 'PENDING' }))
  const made = (await Promise.all(several)).map(({ reservation }) => reservation)
  const { postMail, publicUrl } = app.server
  await app.db.transaction().execute(async (tx) => {
    const context = { db: tx, postMail, publicUrl }
    // A full event is never scanned for one row; the test's small tables would be.
    await sql`set local enable_seqscan = off`.execute(tx)
    for (const { id, type } of made)
      await decideReservation(context, { id: 1, name: adminName }, id, { type, action: 'approve' }, app.now())
    for (const written of ['%with moved as%', '%insert into reminders%', '%insert into pushes%']) {
      const { rows } = await sql<{ kept: number }>`
        select generic_plans::int as kept from pg_prepared_statements
        where statement like ${written} and generic_plans + custom_plans >= ${made.length}`.execute(tx)
      // The connection may have planned these statements differently before.
      expect(rows, written).not.toEqual([])
      for (const { kept } of rows) expect(kept, written).toBeGreaterThan(0)
    }
  })
})
