import { describe, expect, test } from 'vitest'
import { reserveTour } from '../../../contract/booking.ts'
import { getMyInfo } from '../../../contract/member.ts'
import {
  deleteMember,
  deleteMembers,
  listMembers,
  memberImpact,
  membersImpact,
} from '../../../contract/admin/members.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeDocent, makeMember, makeTourSlots, makeVisitor, tourParty } from '../../../test/make.ts'
import { makeReservation } from '../../../test/make-reservation.ts'

const app = useTestApp()
const admin = useAdmin(app)
const day = useEventDate(app)

const one = ({ id }: { id: number }) => ({ params: { id: String(id) } })
const stored = (id: number) =>
  app.db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const mailsOf = async (id: number) => (await app.mails()).filter((mail) => mail.reservation_id === id)

describe('deleting a member', () => {
  test('cancels what is active, with a mail to the address that the member had, and frees the slots', async () => {
    const { member, reservation, slots } = await makeReservation(app, admin, day, { status: 'APPROVED' })
    const answer = await admin.ok(deleteMember, one(member))
    expect(answer.message).toBe('회원이 삭제되었습니다.')
    expect(answer.user).toMatchObject({ id: member.id, name: '삭제된 회원', phone: '' })
    expect(await stored(reservation.id)).toMatchObject({
      status: 'CANCELLED',
      cancel_note: '회원 정보가 삭제되어 예약이 취소되었습니다.',
      member_id: null,
    })
    const [slot] = await app.db.selectFrom('slots').selectAll().where('id', '=', slots[0]!.id).execute()
    expect(slot!.reservation_id).toBeNull()
    const told = (await mailsOf(reservation.id)).at(-1)!
    expect(told).toMatchObject({ kind: 'cancelled', to_address: member.email, calendar_method: 'CANCEL' })
    expect(told.text).toContain(member.name)
    // The mail has no link to the deleted account, only to the public privacy notice.
    expect(told.text.replace(/http\S+\/privacy$/m, '')).not.toContain('http')
  })

  test.each([
    ['PENDING', null],
    ['APPROVED', 'CANCEL'],
    ['CANCEL_REQUESTED', 'CANCEL'],
  ] as const)('takes a %s reservation out of calendars as they may hold it: %s', async (status, method) => {
    const { member, reservation } = await makeReservation(app, admin, day, { status })
    await admin.ok(deleteMember, one(member))
    expect((await mailsOf(reservation.id)).at(-1)).toMatchObject({
      kind: 'cancelled',
      calendar_method: method,
    })
  })

  test('ends the sessions', async () => {
    const { member, browser } = await makeVisitor(app)
    await browser.ok(getMyInfo, {})
    await admin.ok(deleteMember, one(member))
    expect(await browser.refused(getMyInfo, {})).toMatchObject({ status: 401, code: 'not_authenticated' })
  })

  test('keeps finished reservations with their date, place, status and head count', async () => {
    const { member, reservation } = await makeReservation(app, admin, day, {
      kind: 'GROUP_MEETING',
      status: 'COMPLETED',
    })
    const before = await stored(reservation.id)
    await admin.ok(deleteMember, one(member))
    const after = await stored(reservation.id)
    for (const kept of ['status', 'date', 'starts_at', 'ends_at', 'place', 'kind', 'room_id'] as const)
      expect(after[kept], kept).toEqual(before[kept])
    expect(after.visitor).toEqual({ title: '', company: '', name: '', manager_name: '', phone: '', count: 3 })
    expect(after.member).toEqual({ name: '삭제된 회원', company_name: '', position: '', phone: '' })
    expect(await mailsOf(reservation.id)).not.toContainEqual(expect.objectContaining({ kind: 'cancelled' }))
  })

  test('leaves other members unchanged', async () => {
    const other = await makeReservation(app, admin, day, { status: 'APPROVED', time: '12:00' })
    const before = await stored(other.reservation.id)
    await admin.ok(deleteMember, one(await makeMember(app.db)))
    expect(await stored(other.reservation.id)).toEqual(before)
    expect((await mailsOf(other.reservation.id)).every(({ text }) => text !== '')).toBe(true)
    await other.browser.ok(getMyInfo, {})
  })

  test('is 404 for one that is not there, the second time too', async () => {
    const member = await makeMember(app.db)
    await admin.ok(deleteMember, one(member))
    expect(await admin.refused(deleteMember, one(member))).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('during a booking of that member cancels or refuses the booking', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { member, browser } = await makeVisitor(app)
      const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '13:00')
      const body = { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty }
      const [booked] = await Promise.all([
        browser.send(reserveTour, { body }),
        admin.ok(deleteMember, one(member)),
      ])
      expect([201, 401]).toContain(booked.statusCode)
      const row = await app.db
        .selectFrom('slots')
        .select('reservation_id')
        .where('id', '=', slot!.id)
        .executeTakeFirst()
      expect(row!.reservation_id).toBeNull()
    }
  })
})

describe('deleting several members', () => {
  test('answers how many, and leaves the others', async () => {
    const [a, b, c] = [await makeMember(app.db), await makeMember(app.db), await makeMember(app.db)]
    const answer = await admin.ok(deleteMembers, { body: { user_ids: [a.id, b.id, 999_999] } })
    expect(answer).toEqual({ message: '선택한 2명의 회원이 삭제되었습니다.', deleted: 2 })
    const { results } = await admin.ok(listMembers, { query: {} })
    expect(results.map(({ id }) => id)).toContain(c.id)
    expect(results.map(({ id }) => id)).not.toContain(a.id)
  })

  const count = async () => (await admin.ok(listMembers, { query: {} })).count
  const send = (payload: string | undefined, headers: Record<string, string> = {}) =>
    app.server.inject({
      method: 'DELETE',
      url: '/api/admin/users/',
      cookies: Object.fromEntries(admin.jar),
      headers: { 'x-csrftoken': admin.jar.get('csrftoken')!, ...headers },
      ...(payload !== undefined && { payload }),
    })
  const JSON_BODY = { 'content-type': 'application/json' }

  test.each([
    '{}',
    '{"user_ids":[]}',
    '{"user_ids":null}',
    '{"user_ids":"1"}',
    '{"user_ids":[0]}',
    '{"user_ids":["1"]}',
    '{"delete_all":false}',
    '{"delete_all":true,"user_ids":[1]}',
    '{"reason":"행사가 끝났습니다."}',
    'null',
    '[]',
    ' \n',
  ])('never takes the body %j for all of them', async (payload) => {
    await makeMember(app.db)
    const before = await count()
    const response = await send(payload, JSON_BODY)
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_input'])
    expect(await count()).toBe(before)
  })

  test.each([
    [undefined, {}],
    ['', JSON_BODY],
  ])('with no body at all deletes all: %j', async (payload, headers) => {
    await makeMember(app.db)
    const { reservation } = await makeReservation(app, admin, day, { status: 'PENDING' })
    const before = await count()
    const response = await send(payload, headers)
    expect(response.json()).toEqual({ message: '모든 회원이 삭제되었습니다.', deleted: before })
    expect(await count()).toBe(0)
    expect((await stored(reservation.id)).status).toBe('CANCELLED')
  })
})

describe('what a deletion would touch', () => {
  test('is shown beforehand: active reservations by start', async () => {
    await send0()
    const pending = await makeReservation(app, admin, day, { status: 'PENDING', time: '14:00' })
    const approved = await makeReservation(app, admin, day, { status: 'APPROVED', time: '15:00' })
    const finished = await makeReservation(app, admin, day, { status: 'COMPLETED', time: '16:00' })
    const of = (ids?: number[]) => admin.ok(membersImpact, { query: ids ? { ids: ids.join() } : {} })
    expect(await admin.ok(memberImpact, one(pending.member))).toEqual({
      reservation_ids: [pending.reservation.id],
    })
    expect(await admin.ok(memberImpact, one(finished.member))).toEqual({ reservation_ids: [] })
    expect(await of([approved.member.id, finished.member.id])).toEqual({
      reservation_ids: [approved.reservation.id],
    })
    expect(await of()).toEqual({ reservation_ids: [pending.reservation.id, approved.reservation.id] })
    app.setClock(TODAY, '18:00')
    // A past request is cancelled without a mail.
    expect(await of()).toEqual({ reservation_ids: [] })
  })

  const send0 = () => app.db.deleteFrom('members').execute()

  test('is 404 for a member that is not there, and 400 for what is no list of ids', async () => {
    expect(await admin.refused(memberImpact, one({ id: 999_999 }))).toMatchObject({ status: 404 })
    for (const ids of ['', '1,', 'x', '0', '1;2'])
      expect(await admin.refused(membersImpact, { query: { ids } })).toMatchObject({ status: 400 })
  })
})
