import { describe, expect, test } from 'vitest'
import { listAudit } from '../../../../contract/admin/audit.ts'
import { rearrangeReservations } from '../../../../contract/admin/rearrange.ts'
import { reserveTour } from '../../../../contract/booking.ts'
import { listMyReservations } from '../../../../contract/reservation.ts'
import { requestCancellation } from '../../../../contract/reservation-action.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { deliverAll, makeTours, REASON, rearrange, rearranging } from '../../../../test/make-rearranging.ts'
import { cancelRequest } from '../../../../test/make-reservation.ts'
import { tourForm, waitFor } from '../../../../test/make-waiting.ts'
import { makeAdmin, makeDocent, makeVisitor } from '../../../../test/make.ts'

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

describe('a cancellation of many', () => {
  test('cancels all, requested cancellations too, with the reason and one mail each', async () => {
    const { scope, tours, slots } = await makeTours(app, admin, day, ['10:00', '10:30', '11:00'])
    await tours[1]!.browser.ok(requestCancellation, cancelRequest(tours[1]!.reservation))
    const waiting = await makeVisitor(app)
    await waitFor(waiting.browser, slots[0]!)
    const hours = { from: '10:00', to: '11:00' }
    const answer = await rearrange(admin, { scope: { ...scope, ...hours }, act: 'cancel' })
    expect(answer).toMatchObject({
      message: '예약 2건이 취소되었습니다. 취소 안내 메일을 보냅니다.',
      results: [{ to: null }, {}],
    })
    const statuses = await Promise.all(
      tours.map(async ({ browser }) => (await browser.ok(listMyReservations, {})).tours[0]!.status),
    )
    expect(statuses).toEqual(['CANCELLED', 'CANCELLED', 'APPROVED'])
    const mails = (await app.mails()).filter(({ kind }) => kind === 'cancelled')
    expect(mails.map(({ to_address }) => to_address)).toEqual(
      tours.slice(0, 2).map(({ member }) => member.email),
    )
    expect(mails.every(({ text }) => text.includes(REASON))).toBe(true)
    expect((await waiting.browser.ok(listMyReservations, {})).tours).toHaveLength(1)
  })

  test('of none locks the free times', async () => {
    const { scope } = await makeTours(app, admin, day, ['15:00', '15:30'], 0)
    const { message } = await rearrange(admin, { scope, act: 'cancel', lock: true })
    expect(message).toBe('비는 시간 2개를 잠갔습니다.')
    expect((await rearrange(admin, { scope, act: 'cancel' })).message).toBe('예약 0건이 취소되었습니다.')
  })

  test('with locked times serves no entry, and without mails notifies no member', async () => {
    const { scope, slots, tours } = await makeTours(app, admin, day, ['12:00'])
    const waiting = await makeVisitor(app)
    await waitFor(waiting.browser, slots[0]!)
    const { dry, body } = await rearranging(admin, { scope, act: 'cancel', lock: true, notify: false })
    await deliverAll(app)
    expect(dry.message).toBe('1건이 취소됩니다.')
    const { message } = await admin.ok(rearrangeReservations, { body })
    expect(message).toBe('예약 1건이 취소되었습니다. 비는 시간 1개를 잠갔습니다.')
    expect((await waiting.browser.ok(listMyReservations, {})).tours).toEqual([])
    const { email } = tours[0]!.member
    const told = (await app.mails()).filter(
      ({ to_address, kind }) => to_address === email && kind === 'cancelled',
    )
    expect(told).toEqual([])
  })

  test('without mails still notifies who would otherwise hear of an approval that is no more', async () => {
    const { scope, tours } = await makeTours(app, admin, day, ['13:00'])
    await rearrange(admin, { scope, act: 'cancel', notify: false })
    const { id } = tours[0]!.reservation
    const mails = (await app.mails()).filter(({ reservation_id }) => reservation_id === id)
    expect(mails.map(({ kind }) => kind)).toEqual(['request_received', 'approved', 'cancelled'])
  })
})

describe('a call', () => {
  const body = (more: object) => ({
    body: { scope: { date: day.date }, act: 'cancel' as const, dry_run: true, ...more },
  })

  test.each([
    ['without a reason', { dry_run: false, reservation_ids: [] }, 'reason'],
    ['with an empty reason', { dry_run: false, reservation_ids: [], reason: ' ' }, 'reason'],
    ['with a reason that is too long', { reason: '가'.repeat(501) }, 'reason'],
    ['without the reservations of the dry run', { dry_run: false, reason: REASON }, 'reservation_ids'],
    ['that moves nowhere', { act: 'move' }, 'to_date'],
    ['that moves to the same date', { act: 'move', to_date: '2026-11-20' }, 'to_date'],
    ['that moves all docents to one', { act: 'move', to_docent_id: 1 }, 'to_date'],
    ['that shifts by nothing', { act: 'shift', minutes: 0 }, 'minutes'],
    ['that shifts without minutes', { act: 'shift' }, 'minutes'],
    ['that cancels and shifts', { minutes: 10 }, 'minutes'],
    [
      'that shifts a part',
      { act: 'shift', minutes: 9, scope: { date: '2026-11-20', to: '12:00' } },
      'scope.to',
    ],
    [
      'with a docent and a room',
      { scope: { date: '2026-11-20', docent_id: 1, room_id: 1 } },
      'scope.room_id',
    ],
    [
      'with times in the wrong order',
      { scope: { date: '2026-11-20', from: '12:00', to: '11:00' } },
      'scope.from',
    ],
    ['of an unknown docent', { scope: { date: '2026-11-20', docent_id: 99_999 } }, 'scope.docent_id'],
    ['of an unknown room', { scope: { date: '2026-11-20', room_id: 99_999 } }, 'scope.room_id'],
  ])('%s is refused', async (_, more, field) => {
    const refused = await admin.refused(rearrangeReservations, body(more))
    expect(refused).toMatchObject({ status: 400, code: 'invalid_input' })
    expect(Object.keys(refused.fields!)).toEqual([field])
  })

  test('from or to an unknown docent is refused', async () => {
    const { id } = await makeDocent(app.db)
    const refusalOf = async (docent_id: number, to_docent_id: number) => {
      const change = { scope: { date: day.date, docent_id }, act: 'move', to_docent_id }
      return (await admin.refused(rearrangeReservations, body(change))).fields
    }
    expect(await refusalOf(id, 99_999)).toEqual({ to_docent_id: '도슨트를 선택해주세요.' })
    expect(await refusalOf(99_999, id)).toEqual({ 'scope.docent_id': '도슨트를 선택해주세요.' })
  })

  test('for a date that does not exist affects nothing', async () => {
    const answer = await admin.ok(rearrangeReservations, body({ scope: { date: '2030-01-01' } }))
    expect(answer).toMatchObject({ message: '해당하는 예약이 없습니다.', results: [] })
  })

  test('by the desk is refused', async () => {
    const { browser } = await makeAdmin(app, undefined, 'desk')
    expect(await browser.refused(rearrangeReservations, body({}))).toMatchObject({ code: 'role_required' })
    const manager = (await makeAdmin(app, undefined, 'manager')).browser
    await manager.ok(rearrangeReservations, body({}))
  })
})

test('what has changed since the dry run refuses the call, and leaves no audit row', async () => {
  const { scope, slots } = await makeTours(app, admin, day, ['13:00', '13:30'], 1)
  const { body: shown } = await rearranging(admin, { scope, act: 'shift', minutes: 10 })
  const { state: _, ...body } = shown
  const visitor = await makeVisitor(app)
  await visitor.browser.ok(reserveTour, tourForm(slots[1]!))
  const before = (await admin.ok(listAudit, { query: {} })).results[0]!.id
  expect(await admin.refused(rearrangeReservations, { body })).toMatchObject({ code: 'changed_meanwhile' })
  expect((await admin.ok(listAudit, { query: {} })).results[0]!.id).toBe(before)
  const { results } = await rearrange(admin, { scope, act: 'shift', minutes: 10 })
  expect(results).toHaveLength(2)
  const times = app.db.selectFrom('slots').select('time').where('docent_id', '=', scope.docent_id)
  expect(await times.orderBy('time').execute()).toEqual([{ time: '13:10' }, { time: '13:40' }])
})

test('what two administrators shift is shifted once: the second one sees that the times have changed', async () => {
  const { scope } = await makeTours(app, admin, day, ['14:00'], 0)
  const { body } = await rearranging(admin, { scope, act: 'shift', minutes: 10 })
  await admin.ok(rearrangeReservations, { body })
  expect(await admin.refused(rearrangeReservations, { body })).toMatchObject({ code: 'changed_meanwhile' })
})
