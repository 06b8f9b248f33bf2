import { describe, expect, test } from 'vitest'
import { bookTourFor } from '../../../../contract/admin/walk-ins.ts'
import { eventSettings } from '../../../../contract/admin/event-settings.ts'
import { waitlistSettings } from '../../../../contract/admin/settings.ts'
import { changeMember } from '../../../../contract/admin/members.ts'
import { lockTourSlots } from '../../../../contract/admin/slots.ts'
import { deleteTourSlot } from '../../../../contract/admin/slot-deletions.ts'
import { reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { removeFromWaitlist } from '../../../../contract/admin/waitlist.ts'
import { waitForMeeting, waitForTour } from '../../../../contract/waitlist-requests.ts'
import { leaveWaitlist, listMyWaitlist } from '../../../../contract/waitlist.ts'
import { TODAY, type Client } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import {
  makeDocent,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  makeVisitor,
  meetingParty,
  tourParty,
} from '../../../../test/make.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'
import { makeVip, meetingForm, tourForm, waitFor, waitForRun } from '../../../../test/make-waiting.ts'
import { postMail } from '../../../outbox/post-mail.ts'
import { endMissed } from '../commands.ts'

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

const one = ({ id }: { id: number }) => ({ params: { id: String(id) } })
async function takenTour(time = '10:00') {
  const { reservation, slots, browser, member } = await makeReservation(app, admin, day, { time })
  return { reservation, slot: { ...slots[0]!, event_date_id: day.id }, browser, member }
}
/** A room in which another member has three slots, with a free one before and after. */
async function takenRoom(given: Parameters<typeof makeRoom>[1] = {}) {
  const room = await makeRoom(app.db, given)
  const slots = await makeRoomSlots(app.db, day, room, '09:50', '10:00', '10:10', '10:20', '10:30')
  const { browser } = await makeVisitor(app)
  await browser.ok(reserveMeeting, meetingForm(room, slots.slice(1, 4)))
  return { room, slots }
}
const entriesOf = async ({ browser }: { browser: Client }) => (await browser.ok(listMyWaitlist, {})).entries
const countStored = async () =>
  Number((await app.pool.query('select count(*) from waitlist_entries')).rows[0].count)

describe('a visitor who finds a slot taken', () => {
  test('joins the waiting list with the completed form, and sees the position', async () => {
    const { slot } = await takenTour()
    const [first, second] = [await makeVisitor(app), await makeVisitor(app)]
    await waitFor(first.browser, slot)
    app.passMinutes(1)
    const { message, entry } = await second.browser.ok(waitForTour, tourForm(slot, { note: '휠체어 이용' }))
    expect(message).toBe(
      '대기 2번째로 등록되었습니다. 자리가 나면 자동으로 예약이 신청되고 이메일로 안내드립니다.',
    )
    expect(entry).toMatchObject({
      type: 'VIP_TOUR',
      state: 'waiting',
      place: 2,
      passed_over: null,
      reservation_id: null,
      event_date: day,
      time: '10:00',
      end_time: '10:25',
      slot_ids: [slot.id],
      visitor: tourParty,
      note: '휠체어 이용',
      docent: { language: '한국어', start_point: '안내 데스크' },
      created_at: `${TODAY}T08:01:00+01:00`,
      ended_at: null,
    })
    expect(await second.browser.ok(listMyWaitlist, {})).toEqual({ max_entries: 5, entries: [entry] })
    expect(await entriesOf(first)).toMatchObject([{ place: 1 }])
    expect(await entriesOf(await makeVisitor(app))).toEqual([])
  })

  test('can wait for several slots of a room; the position counts entries that need any of them', async () => {
    const { room, slots } = await takenRoom()
    const [a, b, c] = [await makeVisitor(app), await makeVisitor(app), await makeVip(app, 'VIP')]
    await waitForRun(a.browser, room, slots.slice(3, 5))
    const run = await waitForRun(b.browser, room, slots.slice(0, 4))
    expect(run).toMatchObject({
      type: 'GROUP_MEETING',
      place: 2,
      time: '09:50',
      end_time: '10:30',
      room: { id: room.id, name: room.name, floor: 2, size: 8 },
      visitor: meetingParty,
    })
    // A higher tier, but for another time than the first entry.
    await waitForRun(c.browser, room, slots.slice(1, 2))
    expect(await entriesOf(a)).toMatchObject([{ place: 1 }])
    expect(await entriesOf(b)).toMatchObject([{ place: 3 }])
    expect(await entriesOf(c)).toMatchObject([{ place: 1 }])
  })

  test('with a higher tier comes before earlier entries', async () => {
    const { slot } = await takenTour()
    const people = [
      await makeVisitor(app),
      await makeVip(app, 'VIP'),
      await makeVip(app, 'VVIP'),
      await makeVip(app, 'VIP'),
    ]
    for (const { browser } of people) {
      await waitFor(browser, slot)
      app.passMinutes(1)
    }
    const places = await Promise.all(people.map(async (each) => (await entriesOf(each))[0]!.place))
    expect(places).toEqual([4, 2, 1, 3])
  })

  test('can wait for a locked slot', async () => {
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
    await admin.ok(lockTourSlots, { body: { time_slot_ids: [slot!.id], action: 'lock' } })
    expect(await waitFor((await makeVisitor(app)).browser, slot!)).toMatchObject({ place: 1 })
  })

  test('is asked to book instead if the slot is free by now', async () => {
    const before = await countStored()
    const room = await makeRoom(app.db)
    const slots = await makeRoomSlots(app.db, day, room, '10:00', '10:10')
    const { browser } = await makeVisitor(app)
    const refusal = await browser.refused(waitForMeeting, meetingForm(room, slots))
    expect(refusal).toMatchObject({
      status: 409,
      code: 'slot_free',
      error: '지금 바로 예약할 수 있는 시간입니다. 자리 대기 없이 예약을 신청해주세요.',
    })
    expect(await countStored()).toBe(before)
  })
})

describe('the rules of a booking hold, but for what is taken', () => {
  test('tier', async () => {
    const docent = await makeDocent(app.db, { is_vip: true })
    const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
    await (await makeVip(app, 'VIP')).browser.ok(reserveTour, tourForm(slot!))
    const { browser } = await makeVisitor(app)
    expect(await browser.refused(waitForTour, tourForm(slot!))).toMatchObject({
      status: 403,
      code: 'tier_required',
      error: 'VIP 회원만 예약할 수 있습니다.',
    })
  })

  test('past times, an unknown one, the wrong date, gaps and too many people', async () => {
    const { browser } = await makeVisitor(app)
    const { slot } = await takenTour('09:00')
    const wrong = await browser.refused(waitForTour, tourForm({ ...slot, event_date_id: 999_999 }))
    expect(wrong).toMatchObject({ status: 400, fields: { event_date_id: '유효하지 않은 날짜입니다.' } })
    expect(await browser.refused(waitForTour, tourForm({ ...slot, id: 999_999 }))).toMatchObject({
      code: 'slot_taken',
    })
    const { room, slots } = await takenRoom({ size: 3 })
    const gap = await browser.refused(waitForMeeting, meetingForm(room, [slots[1]!, slots[3]!]))
    expect(gap).toMatchObject({ status: 400, code: 'not_consecutive' })
    const many = { visitor: { ...meetingParty, count: 4 } }
    expect(await browser.refused(waitForMeeting, meetingForm(room, slots, many))).toMatchObject({
      fields: { 'visitor.count': '방문 인원은 1명 이상 3명 이하여야 합니다.' },
    })
    const nameless = { visitor: { ...tourParty, name: ' ' } }
    expect(await browser.refused(waitForTour, tourForm(slot, nameless))).toMatchObject({
      fields: { 'visitor.name': '방문자명을 입력해주세요.' },
    })
    app.setClock(TODAY, '09:00')
    expect(await browser.refused(waitForTour, tourForm(slot))).toMatchObject({ code: 'past_time' })
  })

  test('the reservation limit', async () => {
    const { slot } = await takenTour()
    const settings = await admin.ok(eventSettings.get, {})
    await admin.ok(eventSettings.change, { body: { ...settings, max_reservations: 1 } })
    const { browser } = await makeReservation(app, admin, day)
    expect(await browser.refused(waitForTour, tourForm(slot))).toMatchObject({
      status: 409,
      code: 'too_many_reservations',
      error: expect.stringContaining('한 분당 1건까지'),
    })
    await admin.ok(eventSettings.change, { body: settings })
  })
})

describe('nobody can wait twice for one slot, or for their own', () => {
  test('the same time again', async () => {
    const { room, slots } = await takenRoom()
    const { browser } = await makeVisitor(app)
    await waitForRun(browser, room, slots.slice(1, 3))
    expect(await browser.refused(waitForMeeting, meetingForm(room, slots.slice(2, 4)))).toMatchObject({
      status: 409,
      code: 'already_waiting',
      error: '이미 자리 대기 중인 시간입니다.',
    })
    await waitForRun(browser, room, slots.slice(3, 5))
  })

  test('a slot that they hold', async () => {
    const { slot, browser } = await takenTour()
    expect(await browser.refused(waitForTour, tourForm(slot))).toMatchObject({
      status: 409,
      code: 'already_reserved',
      error: '이미 예약하신 시간입니다.',
    })
  })

  test('a slot booked for them at the desk: the entry ends as booked', async () => {
    const { slot, reservation } = await takenTour()
    const { browser, member } = await makeVisitor(app)
    await waitFor(browser, slot)
    // Served from the waiting list; the desk can only book free slots.
    const [other] = await makeTourSlots(app.db, day, await makeDocent(app.db), '12:00')
    await admin.ok(lockTourSlots, { body: { time_slot_ids: [other!.id], action: 'lock' } })
    await waitFor(browser, other!)
    await app.db.updateTable('slots').set({ is_locked: false }).where('id', '=', other!.id).execute()
    const { reservation: desk } = await admin.ok(bookTourFor, {
      body: { ...tourForm(other!).body, user_id: member.id },
    })
    expect(await entriesOf({ browser })).toMatchObject([
      { state: 'waiting', slot_ids: [slot.id] },
      { state: 'booked', slot_ids: [other!.id], place: null },
    ])
    expect(await browser.refused(waitForTour, tourForm(other!))).toMatchObject({ code: 'already_reserved' })
    await admin.ok(actOnReservation, decision(desk, 'cancel'))
    const { rows } = await app.pool.query('select reservation_id from slots where id = $1', [other!.id])
    expect(rows).toEqual([{ reservation_id: null }])
    expect(await entriesOf({ browser })).toMatchObject([{ state: 'waiting' }, { state: 'booked' }])
    app.passMinutes(1)
    await admin.ok(actOnReservation, decision(reservation, 'cancel'))
    expect(await entriesOf({ browser })).toMatchObject([{ state: 'served' }, { state: 'booked' }])
  })
})

describe('how many', () => {
  const setMax = async (max_waitlist_entries: number) =>
    admin.ok(waitlistSettings.change, { body: { max_waitlist_entries } })

  test('five may be waited for at once; those that have ended do not count', async () => {
    const { browser } = await makeVisitor(app)
    const taken = [await takenTour('09:00')]
    for (let n = 0; n < 5; n += 1) taken.push(await takenTour())
    for (const { slot } of taken.slice(0, 5)) await waitFor(browser, slot)
    const last = tourForm(taken[5]!.slot)
    expect(await browser.refused(waitForTour, last)).toMatchObject({
      status: 409,
      code: 'too_many_entries',
      error: '자리 대기는 한 분당 5건까지 가능합니다. 다른 자리 대기를 취소한 뒤 다시 신청해주세요.',
    })
    app.setClock(TODAY, '09:00')
    await browser.ok(waitForTour, last)
    expect(await browser.refused(waitForTour, tourForm((await takenTour()).slot))).toMatchObject({
      code: 'too_many_entries',
    })
    await browser.ok(leaveWaitlist, one((await entriesOf({ browser }))[0]!))
    await browser.ok(waitForTour, tourForm((await takenTour()).slot))
  })

  test('none if switched off; existing entries are still served', async () => {
    const { slot, reservation } = await takenTour()
    const { browser } = await makeVisitor(app)
    await waitFor(browser, slot)
    await setMax(0)
    const late = await makeVisitor(app)
    expect(await late.browser.refused(waitForTour, tourForm(slot))).toMatchObject({
      status: 409,
      code: 'waitlist_off',
      error: '지금은 자리 대기를 받지 않습니다.',
    })
    expect((await browser.ok(listMyWaitlist, {})).max_entries).toBe(0)
    await admin.ok(actOnReservation, decision(reservation, 'reject'))
    expect(await entriesOf({ browser })).toMatchObject([{ state: 'served' }])
    await setMax(5)
  })

  test('is set by administrators, none of whom overwrites another unseen', async () => {
    const stored = await admin.ok(waitlistSettings.get, {})
    expect(stored).toMatchObject({ max_waitlist_entries: 5 })
    const body = { max_waitlist_entries: 3, expected: { max_waitlist_entries: 5 } }
    expect(await admin.ok(waitlistSettings.change, { body })).toEqual({
      message: '자리 대기 설정이 저장되었습니다.',
      settings: { ...stored, max_waitlist_entries: 3 },
    })
    const late = { max_waitlist_entries: 7, expected: { max_waitlist_entries: 5 } }
    expect(await admin.refused(waitlistSettings.change, { body: late })).toMatchObject({
      code: 'changed_meanwhile',
    })
    for (const max_waitlist_entries of [-1, 100, 1.5])
      expect(await admin.refused(waitlistSettings.change, { body: { max_waitlist_entries } })).toMatchObject({
        fields: { max_waitlist_entries: '0건 이상 99건 이하로 입력해주세요.' },
      })
    await setMax(5)
  })
})

describe('one who waits', () => {
  test('can leave; leaving again changes nothing', async () => {
    const { slot, reservation } = await takenTour()
    const { browser } = await makeVisitor(app)
    const entry = await waitFor(browser, slot)
    app.passMinutes(1)
    const answer = await browser.ok(leaveWaitlist, one(entry))
    expect(answer).toMatchObject({
      message: '자리 대기를 취소했습니다.',
      entry: { state: 'left', place: null, ended_at: `${TODAY}T08:01:00+01:00` },
    })
    expect(await browser.ok(leaveWaitlist, one(entry))).toEqual(answer)
    await admin.ok(actOnReservation, decision(reservation, 'reject'))
    expect(await entriesOf({ browser })).toMatchObject([{ state: 'left', reservation_id: null }])
    await (await makeVisitor(app)).browser.ok(reserveTour, tourForm(slot))
    expect(await waitFor(browser, slot)).toMatchObject({ place: 1 })
  })

  test('cannot end another member’s entry, or one that became a reservation', async () => {
    const { slot, reservation } = await takenTour()
    const [{ browser }, other] = [await makeVisitor(app), await makeVisitor(app)]
    const entry = await waitFor(browser, slot)
    expect(await other.browser.refused(leaveWaitlist, one(entry))).toMatchObject({ status: 404 })
    await admin.ok(actOnReservation, decision(reservation, 'reject'))
    expect(await browser.refused(leaveWaitlist, one(entry))).toMatchObject({
      status: 409,
      code: 'waitlist_over',
      error: '이미 자리가 나서 예약이 신청되었습니다. 예약내역에서 확인해주세요.',
    })
  })

  test('waits until the slot begins; then the entry has ended', async () => {
    const { slot } = await takenTour()
    const { browser } = await makeVisitor(app)
    const entry = await waitFor(browser, slot)
    app.setClock(TODAY, '09:59')
    expect(await entriesOf({ browser })).toMatchObject([{ state: 'waiting', place: 1 }])
    app.setClock(TODAY, '10:00')
    expect(await entriesOf({ browser })).toMatchObject([
      { state: 'expired', place: null, ended_at: `${TODAY}T10:00:00+01:00` },
    ])
    expect(await browser.refused(leaveWaitlist, one(entry))).toMatchObject({ code: 'waitlist_over' })
  })

  test('sees why the entry would be skipped', async () => {
    const docent = await makeDocent(app.db, { is_vip: true })
    const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
    await (await makeVip(app, 'VIP')).browser.ok(reserveTour, tourForm(slot!))
    const { member, browser } = await makeVip(app, 'VIP')
    await waitFor(browser, slot!)
    await admin.ok(changeMember, { ...one(member), body: { ...member, is_vip: false } })
    expect(await entriesOf({ browser })).toMatchObject([{ state: 'waiting', passed_over: 'tier_required' }])
  })

  test('is not promised a request, in the answer or the mail, that would be skipped', async () => {
    const { slot } = await takenTour()
    const room = await makeRoom(app.db)
    const { browser, member } = await makeVisitor(app)
    const [at] = await makeRoomSlots(app.db, day, room, '10:00')
    const { reservation } = await browser.ok(reserveMeeting, meetingForm(room, [at!]))
    await admin.ok(actOnReservation, decision(reservation, 'approve'))
    const { message } = await browser.ok(waitForTour, tourForm(slot))
    const skipped = '같은 시간에 승인된 예약이 있어 자리가 나도 신청되지 않습니다.'
    expect(message).toBe(`대기 1번째로 등록되었습니다. ${skipped}`)
    const { rows } = await app.pool.query(
      `select facts ->> 'passed_over' as passed_over from mails where to_address = $1 and kind = 'waitlist_joined'`,
      [member.email],
    )
    expect(rows).toEqual([{ passed_over: 'has_other' }])
  })

  test('sees a deleted slot with its reason, in the list and by mail', async () => {
    const { slot } = await takenTour()
    const { browser, member } = await makeVisitor(app)
    const entry = await waitFor(browser, slot)
    await admin.ok(deleteTourSlot, { ...one(slot), body: { reason: '도슨트 사정' } })
    expect(await entriesOf({ browser })).toMatchObject([
      {
        state: 'time_deleted',
        reason: '도슨트 사정',
        slot_ids: [],
        time: '10:00',
        docent: { id: null, name: entry.type === 'VIP_TOUR' ? entry.docent.name : '' },
      },
    ])
    const mail = (await app.mails()).findLast(({ kind }) => kind === 'waitlist_ended')!
    expect(mail).toMatchObject({ to_address: member.email, reservation_id: null })
    expect(mail.text).toContain('도슨트 사정')
  })
})

describe('is told by mail', () => {
  const mailsTo = async ({ email }: { email: string }) =>
    (await app.mails()).filter(({ to_address }) => to_address === email)
  const miss = () => endMissed({ db: app.db, postMail, publicUrl: 'https://stand.example.com' }, app.now())

  test('that the entry was accepted, and in which order times are given', async () => {
    const { slot } = await takenTour()
    const { browser, member } = await makeVisitor(app)
    await waitFor(browser, slot)
    expect(await mailsTo(member)).toMatchObject([
      { kind: 'waitlist_joined', text: expect.stringContaining('VVIP, VIP 순서로 배정') },
    ])
  })

  test('that an administrator ended it, with the reason', async () => {
    const { slot } = await takenTour()
    const { browser, member } = await makeVisitor(app)
    const { id } = await waitFor(browser, slot)
    await admin.ok(removeFromWaitlist, { ...one({ id }), body: { reason: '중복 신청' } })
    expect((await mailsTo(member)).at(-1)).toMatchObject({
      kind: 'waitlist_ended',
      text: expect.stringMatching(/관리자가 자리 대기를 종료했습니다[\s\S]*중복 신청/),
    })
  })

  test('with the name that its docent has now', async () => {
    const { slot } = await takenTour()
    const { browser, member } = await makeVisitor(app)
    const { id } = await waitFor(browser, slot)
    await app.pool.query(
      `update docents set name = '새도슨트' where id = (select docent_id from slots where id = $1)`,
      [slot.id],
    )
    await admin.ok(removeFromWaitlist, { ...one({ id }), body: {} })
    expect((await mailsTo(member)).at(-1)!.text).toContain('도슨트: 새도슨트\n')
  })

  test('once, that its time came without a place; not if the time was booked directly', async () => {
    const { slot } = await takenTour()
    const { browser, member } = await makeVisitor(app)
    await waitFor(browser, slot)
    await miss()
    expect(await mailsTo(member)).toHaveLength(1)
    const own = await takenTour()
    const lucky = await makeVisitor(app)
    await waitFor(lucky.browser, own.slot)
    // A direct change of the database does not serve the waiting list.
    await app.pool.query('update slots set is_locked = true where id = $1', [own.slot.id])
    await admin.ok(actOnReservation, decision(own.reservation, 'reject'))
    await app.pool.query('update slots set is_locked = false where id = $1', [own.slot.id])
    await lucky.browser.ok(reserveTour, tourForm(own.slot))
    app.setClock(TODAY, '10:00')
    await Promise.all([miss(), miss()])
    expect(await miss()).toBe(0)
    expect((await mailsTo(member)).map(({ kind }) => kind)).toEqual(['waitlist_joined', 'waitlist_ended'])
    expect((await mailsTo(member)).at(-1)!.text).toContain('기다리시던 시간에는 예약을 도와드리지 못했습니다')
    expect((await mailsTo(lucky.member)).map(({ kind }) => kind)).not.toContain('waitlist_ended')
    expect(await entriesOf({ browser })).toMatchObject([
      { state: 'expired', ended_at: `${TODAY}T10:00:00+01:00` },
    ])
  })
})

describe('a request that is sent again under its key', () => {
  const key = { 'idempotency-key': 'wait' }

  test('creates one entry', async () => {
    const { slot } = await takenTour()
    const { browser } = await makeVisitor(app)
    const first = await browser.send(waitForTour, tourForm(slot), key)
    const again = await browser.send(waitForTour, tourForm(slot), key)
    expect([first.statusCode, again.statusCode]).toEqual([201, 201])
    expect(again.body).toBe(first.body)
    expect(await entriesOf({ browser })).toHaveLength(1)
  })

  test('is refused if the entry has ended since', async () => {
    const { slot, reservation } = await takenTour()
    const { browser } = await makeVisitor(app)
    await browser.send(waitForTour, tourForm(slot), key)
    await admin.ok(actOnReservation, decision(reservation, 'reject'))
    const again = await browser.send(waitForTour, tourForm(slot), key)
    expect(again.json()).toMatchObject({ code: 'request_over' })
  })
})
