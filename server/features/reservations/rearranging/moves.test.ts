import { afterEach, describe, expect, test } from 'vitest'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { rearrangeReservations } from '../../../../contract/admin/rearrange.ts'
import { listReservationHistory } from '../../../../contract/admin/reservations.ts'
import { lockFilteredSlots } from '../../../../contract/admin/slots.ts'
import { reserveMeeting } from '../../../../contract/booking.ts'
import { listMyReservations } from '../../../../contract/reservation.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import {
  deliverAll,
  findMismatched,
  makeTours,
  REASON,
  rearrange,
  rearranging,
} from '../../../../test/make-rearranging.ts'
import { makeConnections } from '../../../../test/make-connections.ts'
import { makeReservation } from '../../../../test/make-reservation.ts'
import { meetingForm, waitFor } from '../../../../test/make-waiting.ts'
import { makeDocent, makeRoom, makeRoomSlots, makeTourSlots, makeVisitor } from '../../../../test/make.ts'

const app = useTestApp()
const day = useEventDate(app)
const nextDay = useEventDate(app, '2026-11-21')
const admin = useAdmin(app, '관리자 하나')
afterEach(async () => expect(await findMismatched(app)).toEqual([]))

const TIMES = ['10:00', '10:30', '11:00']
const outcomesOf = (results: readonly { id: number; outcome: string }[]) =>
  results.map(({ outcome }) => outcome)
const substituteFor = async (given = {}, ...times: string[]) => {
  const docent = await makeDocent(app.db, given)
  return { docent, slots: await makeTourSlots(app.db, day, docent, ...(times.length ? times : TIMES)) }
}
const mailsAbout = async ({ id }: { id: number }) =>
  (await app.mails()).filter((mail) => mail.reservation_id === id)
const written = async () => {
  const { rows } = await app.pool.query(`select
    (select json_agg(r order by r.id) from reservations r) as reservations,
    (select json_agg(s order by s.id) from slots s) as slots,
    (select json_agg(e order by e.id) from waitlist_entries e) as entries,
    (select count(*) from reservation_history) as history,
    (select count(*) from mails) as mails, (select count(*) from audit_log) as audit`)
  return rows[0] as unknown
}

describe('an absent docent', () => {
  test('is replaced: all tours move to a substitute at their times, with one history row and mail each', async () => {
    const { tours, scope, slots } = await makeTours(app, admin, day, TIMES)
    const { docent, slots: targets } = await substituteFor({ name: '이하늘' })
    const { dry, body } = await rearranging(admin, { scope, act: 'move', to_docent_id: docent.id })
    expect(dry).toMatchObject({ message: '3건 중 3건을 변경할 수 있습니다.', changed_ids: [], refusal: null })
    expect(dry.results[0]).toMatchObject({
      id: tours[0]!.reservation.id,
      type: 'VIP_TOUR',
      outcome: 'ok',
      status: 'APPROVED',
      visitor: '박지민',
      company: '한빛전자',
      count: 3,
      is_vip: false,
      from: { date: day.date, time: '10:00 ~ 10:25' },
      to: { date: day.date, time: '10:00 ~ 10:25', place: '이하늘' },
    })
    const answer = await admin.ok(rearrangeReservations, { body })
    expect(answer.message).toBe('예약 3건이 변경되었습니다. 변경 안내 메일을 보냅니다.')
    expect(answer.changed_ids).toEqual(tours.map(({ reservation }) => reservation.id))
    for (const [n, { reservation, browser, member }] of tours.entries()) {
      const [own] = (await browser.ok(listMyReservations, {})).tours
      expect(own).toMatchObject({
        status: 'APPROVED',
        available_tour: { id: targets[n]!.id, time: TIMES[n] },
      })
      const mail = (await mailsAbout(reservation)).at(-1)
      expect(mail).toMatchObject({ kind: 'moved', to_address: member.email, calendar_method: 'REQUEST' })
      expect(mail!.text).toMatch(/도슨트: 도슨트\d+ → 이하늘/)
      expect(mail!.text).toContain(`안내 메시지:\n  ${REASON}`)
      const history = await admin.ok(listReservationHistory, { params: { id: String(reservation.id) } })
      expect(history.at(-1)).toMatchObject({
        action: 'move',
        actor: '관리자 하나',
        reason: REASON,
        changes: expect.stringMatching(/^도슨트 도슨트\d+ → 이하늘$/),
      })
      expect(history.filter(({ action }) => action === 'move')).toHaveLength(1)
    }
    const left = app.db.selectFrom('slots').select(['reservation_id', 'is_locked'])
    const free = { reservation_id: null, is_locked: false }
    const ids = slots.map(({ id }) => id)
    expect(await left.where('id', 'in', ids).execute()).toEqual([free, free, free])
    const [row] = (await admin.ok(listAudit, { query: {} })).results
    expect(row).toMatchObject({
      action: 'POST /api/admin/reservations/rearrange/',
      admin: '관리자 하나',
      summary: answer.message,
      details: { act: 'move', date: day.date, docent_id: scope.docent_id, to_docent_id: docent.id },
    })
    expect(row!.details['changed_ids']).toEqual(answer.changed_ids)
    expect(JSON.stringify(row)).not.toContain(REASON)
  })

  test('whose times are locked leaves nothing to the waiting list; unlocked ones are given to it', async () => {
    for (const lock of [true, false]) {
      const { scope, slots } = await makeTours(app, admin, day, TIMES, 2)
      const waiting = await makeVisitor(app)
      await waitFor(waiting.browser, slots[0]!)
      const { docent } = await substituteFor()
      await rearrange(admin, { scope, act: 'move', to_docent_id: docent.id, lock })
      const locked = app.db.selectFrom('slots').select('is_locked').where('docent_id', '=', scope.docent_id)
      expect((await locked.execute()).map(({ is_locked }) => is_locked)).toEqual([lock, lock, lock])
      expect((await waiting.browser.ok(listMyReservations, {})).tours).toHaveLength(lock ? 0 : 1)
    }
  })

  test('moves what fits; the others keep their slots and can be moved elsewhere or cancelled', async () => {
    const { tours, scope } = await makeTours(app, admin, day, TIMES)
    const { docent } = await substituteFor({}, '10:00', '11:00')
    const change = { scope, act: 'move', to_docent_id: docent.id, lock: true } as const
    const { dry, body } = await rearranging(admin, change)
    expect(outcomesOf(dry.results)).toEqual(['ok', 'outside', 'ok'])
    expect(dry.results[1]!.to).toBeNull()
    const before = await written()
    const refused = await admin.send(rearrangeReservations, { body })
    expect(refused.statusCode).toBe(409)
    expect(refused.json()).toMatchObject({ code: 'not_possible', results: dry.results })
    expect(await written()).toEqual(before)
    const { changed_ids } = await admin.ok(rearrangeReservations, { body: { ...body, only_possible: true } })
    expect(changed_ids).toEqual([tours[0]!.reservation.id, tours[2]!.reservation.id])
    const other = await substituteFor()
    const rest = await rearrange(admin, { scope, act: 'move', to_docent_id: other.docent.id })
    expect(rest.changed_ids).toEqual([tours[1]!.reservation.id])
  })

  test.each([
    ['taken', {}, 'held'],
    ['taken', {}, 'locked'],
    ['tier', { is_vip: true }, null],
  ] as const)('cannot be replaced where the outcome is %s (%j, %s)', async (outcome, given, state) => {
    const { scope } = await makeTours(app, admin, day, ['10:00'])
    const { docent } = await substituteFor(given)
    if (state === 'locked')
      await admin.ok(lockFilteredSlots, {
        body: { type: 'tour', resource_id: docent.id, date: day.date, action: 'lock' },
      })
    if (state === 'held') {
      const busy = await makeTours(app, admin, day, ['10:00'])
      scope.docent_id = busy.docent.id
      await rearrange(admin, { scope, act: 'move', to_docent_id: docent.id })
      scope.docent_id = (await makeTours(app, admin, day, ['10:00'])).docent.id
    }
    const { dry, body } = await rearranging(admin, { scope, act: 'move', to_docent_id: docent.id })
    expect(outcomesOf(dry.results)).toEqual([outcome])
    // Nothing fits, so there is nothing to do.
    const none = { body: { ...body, only_possible: true } }
    expect(await admin.refused(rearrangeReservations, none)).toMatchObject({ code: 'not_possible' })
  })
})

describe('a lost room', () => {
  const meetingIn = async (size: number) => {
    const { reservation, browser } = await makeReservation(app, admin, day, { kind: 'GROUP_MEETING' })
    if (reservation.type !== 'GROUP_MEETING') throw new Error('a meeting')
    const room = await makeRoom(app.db, { size })
    const slots = await makeRoomSlots(app.db, day, room, '10:00', '10:10', '10:20', '10:30')
    const scope = { date: day.date, room_id: reservation.room.id! }
    return { reservation, browser, room, slots, scope }
  }

  test('is replaced by another one, a pending request too', async () => {
    const { reservation, room, slots, scope } = await meetingIn(8)
    await rearrange(admin, { scope, act: 'move', to_room_id: room.id })
    const held = app.db.selectFrom('slots').select('id').where('reservation_id', '=', reservation.id)
    expect(await held.orderBy('id').execute()).toEqual(slots.slice(0, 3).map(({ id }) => ({ id })))
    const mail = (await mailsAbout(reservation)).at(-1)
    expect(mail).toMatchObject({ kind: 'moved', calendar_method: null })
    expect(mail!.text).toContain('아직 확정된 예약이 아닙니다.')
  })

  test('is not replaced by a room that is too small, or partly held', async () => {
    const small = await meetingIn(2)
    const change = { act: 'move', to_room_id: small.room.id } as const
    const { dry } = await rearranging(admin, { scope: small.scope, ...change })
    expect(outcomesOf(dry.results)).toEqual(['capacity'])
    const { room, slots, scope } = await meetingIn(8)
    const { browser } = await makeVisitor(app)
    await browser.ok(reserveMeeting, meetingForm(room, slots.slice(2, 3)))
    const second = await rearranging(admin, { scope, act: 'move', to_room_id: room.id })
    expect(outcomesOf(second.dry.results)).toEqual(['taken'])
  })
})

test('a date moves: everything goes to the same place and time of another date', async () => {
  const early = { from: '13:00', to: '13:30' }
  const { scope, docent, tours } = await makeTours(app, admin, day, ['13:00', '13:30'])
  await makeTourSlots(app.db, nextDay, docent, '13:00', '13:30')
  app.setClock(TODAY, '09:00')
  const change = { act: 'move', to_date: nextDay.date } as const
  const answer = await rearrange(admin, { scope: { ...scope, ...early }, ...change })
  expect(answer.changed_ids).toEqual([tours[0]!.reservation.id])
  const [own] = (await tours[0]!.browser.ok(listMyReservations, {})).tours
  expect(own!.available_tour).toMatchObject({ time: '13:00', event_date: nextDay, docent: { id: docent.id } })
  expect((await mailsAbout(tours[0]!.reservation)).at(-1)!.text).toMatch(/변경 전: 2026년.11월.20일/)
  const reminders = app.db.selectFrom('reminders').select('starts_at').distinct()
  const own_id = tours[0]!.reservation.id
  expect(await reminders.where('reservation_id', '=', own_id).execute()).toEqual([
    { starts_at: new Date('2026-11-21T13:00:00+01:00') },
  ])
})

test('two tours that would get one slot: the earlier request gets it', async () => {
  const first = await makeTours(app, admin, day, ['15:00'])
  const second = await makeTours(app, admin, day, ['15:00'])
  const { docent } = await substituteFor({}, '15:00')
  await rearrange(admin, { scope: second.scope, act: 'move', to_docent_id: docent.id })
  const { dry } = await rearranging(admin, { scope: first.scope, act: 'move', to_docent_id: docent.id })
  expect(outcomesOf(dry.results)).toEqual(['taken'])
})

test('a move is pushed to phones, but not with notify: false', async () => {
  const { scope, tours } = await makeTours(app, admin, day, ['17:00'])
  await makeConnections(app, admin, day, tours[0]!)
  const pushes = app.db.selectFrom('pushes').select('fact').where('fact', 'like', 'moved.%')
  for (const notify of [false, true]) {
    const { docent } = await substituteFor({}, '17:00')
    await deliverAll(app)
    await rearrange(admin, { scope, act: 'move', to_docent_id: docent.id, notify })
    scope.docent_id = docent.id
    expect(await pushes.execute()).toHaveLength(notify ? 1 : 0)
  }
})

test.each(['mails', 'pushes'])(
  'notify: false mails the move anyway while one of the %s still names the former time',
  async (unsent) => {
    const { scope, tours } = await makeTours(app, admin, day, ['18:30'])
    await makeConnections(app, admin, day, tours[0]!)
    await deliverAll(app)
    await app.pool.query(`update ${unsent} set status = 'queued' where reservation_id = $1`, [
      tours[0]!.reservation.id,
    ])
    const { docent } = await substituteFor({}, '18:30')
    const change = { scope, act: 'move', to_docent_id: docent.id, notify: false } as const
    expect((await rearrange(admin, change)).message).toContain('변경 안내 메일을 보냅니다.')
    expect((await mailsAbout(tours[0]!.reservation)).at(-1)!.kind).toBe('moved')
  },
)

test('notify: false sends no mail, and a dry run changes nothing', async () => {
  const { scope, tours } = await makeTours(app, admin, day, ['16:00'])
  const { docent } = await substituteFor({}, '16:00')
  await deliverAll(app)
  const before = await written()
  const change = { scope, act: 'move', to_docent_id: docent.id, notify: false } as const
  const { body } = await rearranging(admin, change)
  expect(await written()).toEqual(before)
  const answer = await admin.ok(rearrangeReservations, { body })
  expect(answer.message).toBe('예약 1건이 변경되었습니다.')
  expect((await mailsAbout(tours[0]!.reservation)).map(({ kind }) => kind)).not.toContain('moved')
})
