import { describe, expect, test } from 'vitest'
import { findArrival, markArrival } from '../../../../contract/admin/arrivals.ts'
import { deleteEventDate } from '../../../../contract/admin/event-dates.ts'
import { listReservations } from '../../../../contract/admin/reservations.ts'
import { editNote, editVisitor } from '../../../../contract/admin/reservation-edits.ts'
import { decideReservations } from '../../../../contract/admin/bulk-decisions.ts'
import { reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import { listMyReservations, type Reservation } from '../../../../contract/reservation.ts'
import {
  actOnReservation,
  requestCancellation,
  takeBackApproval,
} from '../../../../contract/reservation-action.ts'
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
import { cancelRequest, decision, makeReservation } from '../../../../test/make-reservation.ts'

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

type Id = { id: number }
const freeTour = async () => (await makeTourSlots(app.db, day, await makeDocent(app.db), '11:00'))[0]!
const request = (slot: Id, replaces: Id) => ({
  body: { available_tour_id: slot.id, event_date_id: day.id, visitor: tourParty, replaces: replaces.id },
})
const approvedTour = () => makeReservation(app, admin, day, { status: 'APPROVED' })
/** An approved tour, and the request of its member for another time. */
async function withChange() {
  const { reservation: old, browser, ...made } = await approvedTour()
  const slot = await freeTour()
  const { reservation: change } = await browser.ok(reserveTour, request(slot, old))
  return { old, change, slot, browser, ...made }
}
const statusOf = async ({ id }: Id) =>
  (await app.db.selectFrom('reservations').select('status').where('id', '=', id).executeTakeFirstOrThrow())
    .status
const mailsAbout = async ({ id }: Id) =>
  (await app.mails()).filter((mail) => mail.reservation_id === id).map(({ kind }) => kind)
/** Mails that wait for the end of an undo. */
const waiting = async ({ id }: Id) => {
  const { rows } = await app.pool.query<{ kind: string }>(
    `select kind from mails where reservation_id = ${id} and not_before > '-infinity'`,
  )
  return rows.map(({ kind }) => kind)
}
const rangeOf = ({ available_tour: { time, end_time } }: Extract<Reservation, { type: 'VIP_TOUR' }>) =>
  `${time} ~ ${end_time}`

describe('a member asks for another time', () => {
  test('the request waits, names what it replaces, and the approved tour stays until it is decided', async () => {
    const { old, change, browser, slots } = await withChange()
    if (old.type !== 'VIP_TOUR') throw new Error('a tour')
    const { docent, event_date } = old.available_tour
    const replaces = { id: old.id, date: event_date.date, time: rangeOf(old), place: docent.name }
    expect(change).toMatchObject({ status: 'PENDING', replaces })
    const { tours } = await browser.ok(listMyReservations, {})
    expect(tours.find(({ id }) => id === change.id)).toEqual(change)
    expect(await statusOf(old)).toBe('APPROVED')
    const held = await app.db
      .selectFrom('slots')
      .select('reservation_id')
      .where('id', '=', slots[0]!.id)
      .execute()
    expect(held).toEqual([{ reservation_id: old.id }])
  })

  test('a former reservation until midnight ends at 24:00', async () => {
    const { reservation: old, browser } = await makeReservation(app, admin, day, {
      status: 'APPROVED',
      time: '23:35',
    })
    const { reservation: change } = await browser.ok(reserveTour, request(await freeTour(), old))
    expect(change.replaces!.time).toBe('23:35 ~ 24:00')
  })

  test('a second request for the same reservation is refused until the first is decided', async () => {
    const { old, change, browser } = await withChange()
    const other = await freeTour()
    expect(await browser.refused(reserveTour, request(other, old))).toMatchObject({
      status: 409,
      code: 'change_pending',
    })
    await admin.ok(actOnReservation, decision(change, 'reject'))
    await browser.ok(reserveTour, request(other, old))
  })

  test('a request that nobody decided in time is in the way of no other', async () => {
    const { reservation: old, browser } = await makeReservation(app, admin, day, {
      status: 'APPROVED',
      time: '15:00',
    })
    const [early] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
    const [late] = await makeTourSlots(app.db, day, await makeDocent(app.db), '17:00')
    const { reservation: past } = await browser.ok(reserveTour, request(early!, old))
    app.setClock(day.date, '12:00')
    const { reservation: change } = await browser.ok(reserveTour, request(late!, old))
    expect(change.replaces?.id).toBe(old.id)
    expect(await statusOf(past)).toBe('PENDING')
  })

  test('only for an own approved reservation of the same kind that has not begun', async () => {
    const { reservation: foreign } = await approvedTour()
    const { reservation: pending, browser } = await makeReservation(app, admin, day, { status: 'PENDING' })
    const slot = await freeTour()
    expect(await browser.refused(reserveTour, request(slot, foreign))).toMatchObject({ code: 'not_found' })
    expect(await browser.refused(reserveTour, request(slot, pending))).toMatchObject({
      code: 'invalid_transition',
      error: '현재 상태(대기중)에서는 처리할 수 없습니다.',
    })
    const meeting = await makeReservation(app, admin, day, { kind: 'GROUP_MEETING', status: 'APPROVED' })
    expect(await meeting.browser.refused(reserveTour, request(slot, meeting.reservation))).toMatchObject({
      code: 'not_found',
    })
    const mine = await approvedTour()
    app.setClock(day.date, '10:00')
    const begun = await mine.browser.refused(reserveTour, request(slot, mine.reservation))
    app.setClock(day.date, '08:00')
    expect(begun).toMatchObject({ code: 'invalid_transition' })
  })

  test('a time that the reservation itself holds is taken', async () => {
    const { reservation, slots, browser } = await approvedTour()
    expect(await browser.refused(reserveTour, request(slots[0]!, reservation))).toMatchObject({
      code: 'slot_taken',
    })
  })

  test('limits do not count the reservation that is replaced', async () => {
    const room = await makeRoom(app.db)
    const slots = await makeRoomSlots(app.db, day, room, '11:00', '11:10', '11:20', '11:30')
    const { browser } = await makeVisitor(app)
    const meeting = (times: Id[], more = {}) => ({
      body: {
        room_id: room.id,
        event_date_id: day.id,
        time_slots: times.map(({ id }) => ({ available_room_id: id })),
        visitor: meetingParty,
        ...more,
      },
    })
    await app.db.updateTable('settings').set({ max_reservations: 1, max_minutes_per_day: 20 }).execute()
    try {
      const { reservation } = await browser.ok(reserveMeeting, meeting(slots.slice(0, 2)))
      await admin.ok(actOnReservation, decision(reservation, 'approve'))
      expect(await browser.refused(reserveMeeting, meeting(slots.slice(2)))).toMatchObject({
        code: 'too_many_reservations',
      })
      await browser.ok(reserveMeeting, meeting(slots.slice(2), { replaces: reservation.id }))
    } finally {
      await app.db.updateTable('settings').set({ max_reservations: 50, max_minutes_per_day: 360 }).execute()
    }
  })
})

describe('an administrator decides it', () => {
  test.each(['by itself', 'in bulk'])(
    'approved %s: it takes the place of the former one, and one mail shows both times',
    async (way) => {
      const { old, change, slot, slots } = await withChange()
      if (way === 'in bulk')
        await admin.ok(decideReservations, { body: { action: 'approve', reservation_ids: [change.id] } })
      else await admin.ok(actOnReservation, decision(change, 'approve'))
      expect([await statusOf(old), await statusOf(change)]).toEqual(['CANCELLED', 'APPROVED'])
      const held = await app.db
        .selectFrom('slots')
        .select(['id', 'reservation_id'])
        .where('id', 'in', [slots[0]!.id, slot.id])
        .execute()
      expect(new Map(held.map(({ id, reservation_id }) => [id, reservation_id]))).toEqual(
        new Map([
          [slots[0]!.id, null],
          [slot.id, change.id],
        ]),
      )
      expect(await mailsAbout(old)).not.toContain('cancelled')
      expect(await mailsAbout(change)).toEqual(['request_received', 'moved'])
      const { rows } = await app.pool.query(
        `select facts #>> '{before,id}' as before, not_before from mails where reservation_id = ${change.id} and kind = 'moved'`,
      )
      expect(rows).toEqual([{ before: String(old.id), not_before: -Infinity }])
    },
  )

  test('the calendar entry of the former one goes on with a higher number', async () => {
    const { old, change } = await withChange()
    await admin.ok(actOnReservation, decision(change, 'approve'))
    const { rows } = await app.pool.query(
      `select id, calendar_identity ->> 'uid' as uid, version from reservations where id in (${old.id}, ${change.id}) order by id`,
    )
    const [before, after] = rows as { uid: string; version: number }[]
    expect(after!.uid).toBe(before!.uid)
    const sent = await app.pool.query(
      `select max((facts ->> 'version')::int) as version from mails where reservation_id = ${old.id}`,
    )
    expect(after!.version).toBeGreaterThan((sent.rows[0] as { version: number }).version)
  })

  test('the code on the phone stays valid, and so does an arrival of that day', async () => {
    const { old, change } = await withChange()
    const marked = await admin.ok(markArrival, { params: { id: String(old.id) }, body: {} })
    const { reservation } = await admin.ok(actOnReservation, decision(change, 'approve'))
    const { arrived_at } = marked.reservation
    expect(reservation).toMatchObject({ arrival_code: old.arrival_code, arrived_at })
    const found = await admin.ok(findArrival, { query: { code: old.arrival_code! } })
    expect(found.arrival).toMatchObject({ id: change.id, arrived_at })
  })

  test('what the desk corrects meanwhile is kept, unless the request has its own correction', async () => {
    const { old, change } = await withChange()
    const correct = async ({ id }: Id, name: string) =>
      admin.ok(editVisitor, {
        params: { id: String(id) },
        body: { type: 'VIP_TOUR', visitor: { ...tourParty, name } },
      })
    await correct(old, 'José O’Connor')
    const edited = { params: { id: String(old.id) }, body: { type: 'VIP_TOUR' as const, note: '휠체어' } }
    await admin.ok(editNote, edited)
    const { reservation } = await admin.ok(actOnReservation, decision(change, 'approve'))
    expect(reservation).toMatchObject({ visitor: { name: 'José O’Connor' }, note: '휠체어' })

    const own = await withChange()
    await correct(own.change, '김하나')
    await correct(own.old, '김둘')
    const approved = await admin.ok(actOnReservation, decision(own.change, 'approve'))
    expect(approved.reservation.visitor.name).toBe('김하나')
  })

  test('a correction that its room is too small for stays with the reservation', async () => {
    const { reservation: old, browser } = await makeReservation(app, admin, day, {
      kind: 'GROUP_MEETING',
      status: 'APPROVED',
    })
    const small = await makeRoom(app.db, { size: meetingParty.count })
    const [slot] = await makeRoomSlots(app.db, day, small, '13:00')
    const time_slots = [{ available_room_id: slot!.id }]
    const place = {
      room_id: small.id,
      event_date_id: day.id,
      time_slots,
      visitor: meetingParty,
      replaces: old.id,
    }
    const { reservation: change } = await browser.ok(reserveMeeting, { body: place })
    const body = {
      type: 'GROUP_MEETING' as const,
      visitor: { ...meetingParty, count: meetingParty.count + 1 },
    }
    await admin.ok(editVisitor, { params: { id: String(old.id) }, body })
    const { reservation } = await admin.ok(actOnReservation, decision(change, 'approve'))
    expect(reservation.visitor.count).toBe(meetingParty.count)
  })

  test('once the former one is cancelled, it is a request like others', async () => {
    const { old, change, browser } = await withChange()
    app.passMinutes(1)
    await admin.ok(actOnReservation, decision(old, 'cancel'))
    const { tours } = await browser.ok(listMyReservations, {})
    expect(tours.find(({ id }) => id === change.id)).toMatchObject({ status: 'PENDING', replaces: null })
    const since = { query: { updated_since: old.updated_at } }
    expect((await admin.ok(listReservations, since)).tours.map(({ id }) => id)).toEqual(
      expect.arrayContaining([old.id, change.id]),
    )
    await admin.ok(actOnReservation, decision(change, 'approve'))
    await admin.ok(takeBackApproval, { params: { id: String(change.id) }, body: { type: 'VIP_TOUR' } })
  })

  test('the mail about the cancellation of the former one says that it stays, unless its time is over', async () => {
    const STAYS = '함께 요청하신 시간 변경은 새 신청으로 계속 검토합니다.'
    const textAbout = async ({ id }: Id) =>
      (await app.mails()).findLast((mail) => mail.reservation_id === id)!.text
    const cancelled = await withChange()
    await admin.ok(actOnReservation, decision(cancelled.old, 'cancel'))
    expect(await textAbout(cancelled.old)).toContain(STAYS)
    const granted = await withChange()
    await granted.browser.ok(requestCancellation, cancelRequest(granted.old))
    await admin.ok(actOnReservation, decision(granted.old, 'approve_cancellation'))
    expect(await textAbout(granted.old)).toContain(STAYS)
    const { reservation: alone } = await approvedTour()
    await admin.ok(actOnReservation, decision(alone, 'cancel'))
    expect(await textAbout(alone)).not.toContain(STAYS)
    const over = await withChange()
    await app.pool.query(
      `update reservations set ends_at = $2, starts_at = $2::timestamptz - interval '9 minutes' where id = $1`,
      [over.change.id, new Date(app.now())],
    )
    await admin.ok(actOnReservation, decision(over.old, 'cancel'))
    expect(await textAbout(over.old)).not.toContain(STAYS)
  })

  test.each(['after it', 'in one bulk with it'])(
    'approved within ten seconds of the former one, %s: only the mail about both times is sent',
    async (when) => {
      const { reservation: old, browser } = await makeReservation(app, admin, day, { status: 'PENDING' })
      const approve = (...all: Id[]) =>
        admin.ok(decideReservations, {
          body: { action: 'approve', reservation_ids: all.map(({ id }) => id) },
        })
      await approve(old)
      const { reservation: change } = await browser.ok(reserveTour, request(await freeTour(), old))
      if (when === 'after it') await approve(change)
      else {
        await admin.ok(takeBackApproval, { params: { id: String(old.id) }, body: { type: 'VIP_TOUR' } })
        const { reservation: other } = await makeReservation(app, admin, day, { status: 'PENDING' })
        await approve(old, other, change)
        expect(await waiting(other), 'others can still be undone').toEqual(['approved'])
      }
      expect(await mailsAbout(old)).not.toContain('approved')
      expect(await mailsAbout(change)).toEqual(['request_received', 'moved'])
    },
  )

  test('it is not delayed, and cannot be undone', async () => {
    const { change } = await withChange()
    await admin.ok(actOnReservation, decision(change, 'approve'))
    const body = { type: 'VIP_TOUR' as const }
    expect(await admin.refused(takeBackApproval, { params: { id: String(change.id) }, body })).toMatchObject({
      status: 409,
      code: 'too_late',
    })
  })

  test('rejected, or approved when the former one is no longer approved: that one stays as it is', async () => {
    const rejected = await withChange()
    await admin.ok(actOnReservation, decision(rejected.change, 'reject'))
    expect(await statusOf(rejected.old)).toBe('APPROVED')
    const late = await withChange()
    await late.browser.ok(requestCancellation, cancelRequest(late.old))
    await admin.ok(actOnReservation, decision(late.change, 'approve'))
    expect(await statusOf(late.old)).toBe('CANCEL_REQUESTED')
    expect(await mailsAbout(late.change)).toEqual(['request_received', 'approved'])
  })

  test('cancelled together with the former one, its mail does not say that this one stays', async () => {
    const { change } = await withChange()
    await admin.ok(deleteEventDate, { body: { date: day.date } })
    const { rows } = await app.pool.query(
      `select facts #> '{reservation,replaces}' as replaces from mails where reservation_id = ${change.id} and kind = 'cancelled'`,
    )
    expect(rows).toEqual([{ replaces: null }])
  })
})
