import { afterEach, describe, expect, test } from 'vitest'
import { rearrangeReservations } from '../../../../contract/admin/rearrange.ts'
import { listReservationHistory } from '../../../../contract/admin/reservations.ts'
import { addTourSlot } from '../../../../contract/admin/slots.ts'
import { reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import { listMyReservations } from '../../../../contract/reservation.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { waitForTour } from '../../../../contract/waitlist-requests.ts'
import { listMyWaitlist } from '../../../../contract/waitlist.ts'
import { TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import {
  findMismatched,
  makeTours,
  REASON,
  rearrange,
  rearranging,
} from '../../../../test/make-rearranging.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'
import { meetingForm, tourForm, waitFor, waitForRun, waitThenBook } from '../../../../test/make-waiting.ts'
import { makeRoom, makeRoomSlots, makeVisitor } from '../../../../test/make.ts'

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app, '관리자 하나')
afterEach(async () => expect(await findMismatched(app)).toEqual([]))

const mailsTo = async (address: string, kind: string) =>
  (await app.mails()).filter((mail) => mail.to_address === address && mail.kind === kind)
const textOf = (mail: { text: string } | undefined) => mail!.text.replaceAll('\u{a0}', ' ')
const timesOf = async ({ docent_id }: { docent_id: number }) => {
  const slots = app.db.selectFrom('slots').select(['time', 'end_time']).where('docent_id', '=', docent_id)
  return (await slots.orderBy('starts_at').execute()).map(({ time, end_time }) => `${time} ~ ${end_time}`)
}

describe('a late day', () => {
  test('moves all slots, held and free, with their reservations, reminders and mails', async () => {
    const { scope, tours, slots } = await makeTours(app, admin, day, ['10:00', '10:25', '10:50'], 2)
    const change = { scope: { ...scope, from: '10:00' }, act: 'shift', minutes: 25 } as const
    const { dry, body } = await rearranging(admin, change)
    expect(dry.results).toMatchObject([
      { outcome: 'ok', from: { time: '10:00 ~ 10:25' }, to: { date: day.date, time: '10:25 ~ 10:50' } },
      { outcome: 'ok', from: { time: '10:25 ~ 10:50' }, to: { time: '10:50 ~ 11:15' } },
    ])
    expect(dry.message).toBe('10:00부터 가용 시간 3개와 예약 2건을 25분 늦춥니다.')
    const { message } = await admin.ok(rearrangeReservations, { body })
    expect(message).toBe('10:00부터 가용 시간 3개와 예약 2건을 25분 늦췄습니다. 변경 안내 메일을 보냅니다.')
    expect(await timesOf(scope)).toEqual(['10:25 ~ 10:50', '10:50 ~ 11:15', '11:15 ~ 11:40'])
    const { reservation, browser, member } = tours[0]!
    expect((await browser.ok(listMyReservations, {})).tours[0]).toMatchObject({
      available_tour: { id: slots[0]!.id, time: '10:25', end_time: '10:50' },
    })
    const [mail] = await mailsTo(member.email, 'moved')
    expect(textOf(mail)).toMatch(/변경 전: .*10:00 ~ 10:25\n/)
    expect(textOf(mail)).toContain(REASON)
    expect(mail!.calendar).toContain('DTSTART;TZID=Europe/Madrid:20261120T102500')
    const history = await admin.ok(listReservationHistory, { params: { id: String(reservation.id) } })
    expect(history.at(-1)).toMatchObject({ action: 'move', reason: REASON })
    const reminders = app.db.selectFrom('reminders').select('starts_at').distinct()
    expect(await reminders.where('reservation_id', '=', reservation.id).execute()).toEqual([
      { starts_at: new Date(`${TODAY}T10:25:00+01:00`) },
    ])
    // The slots still follow each other: the last one can be booked, and another cannot be put between them.
    const visitor = await makeVisitor(app)
    await visitor.browser.ok(reserveTour, tourForm(slots[2]!))
    const between = { docent_id: scope.docent_id, event_date_id: day.id, time: '11:00', duration: 25 }
    expect(await admin.refused(addTourSlot, { body: between })).toMatchObject({ code: 'slot_overlap' })
  })

  test('shifting back restores the times', async () => {
    const { scope, tours } = await makeTours(app, admin, day, ['10:00', '10:30'], 1)
    await rearrange(admin, { scope, act: 'shift', minutes: 40 })
    const { message } = await rearrange(admin, { scope, act: 'shift', minutes: -40 })
    expect(message).toBe('가용 시간 2개와 예약 1건을 40분 당겼습니다. 변경 안내 메일을 보냅니다.')
    const mails = await mailsTo(tours[0]!.member.email, 'moved')
    expect(mails.map(({ calendar }) => /SEQUENCE:\d/.exec(calendar!)?.[0])).toEqual([
      'SEQUENCE:3',
      'SEQUENCE:4',
    ])
    expect(await timesOf(scope)).toEqual(['10:00 ~ 10:25', '10:30 ~ 10:55'])
  })

  test('leaves what has started, and a decision about a moved request names the new time', async () => {
    const { scope } = await makeTours(app, admin, day, ['10:00', '10:30'])
    const visitor = await makeVisitor(app)
    const room = await makeRoom(app.db)
    const slots = await makeRoomSlots(app.db, day, room, '10:20', '10:30', '10:40')
    const { reservation } = await visitor.browser.ok(reserveMeeting, meetingForm(room, slots))
    app.setClock(TODAY, '10:00')
    await rearrange(admin, { scope, act: 'shift', minutes: 30 })
    expect(await timesOf(scope)).toEqual(['10:00 ~ 10:25', '11:00 ~ 11:25'])
    // A meeting moves whole.
    const { changed_ids } = await rearrange(admin, {
      scope: { date: day.date, room_id: room.id, from: '10:20' },
      act: 'shift',
      minutes: 5,
    })
    expect(changed_ids).toEqual([reservation.id])
    const approved = await admin.ok(actOnReservation, decision(reservation, 'approve'))
    expect(approved.reservation).toMatchObject({
      time_range: '10:25 ~ 10:55',
      time_slots: [{ start_time: '10:25' }, { start_time: '10:35' }, { start_time: '10:45' }],
    })
  })

  test('takes an open time change along, whose approval still replaces the former reservation', async () => {
    const { scope, slots, tours } = await makeTours(app, admin, day, ['10:00', '10:30'], 1)
    const { reservation, browser, member } = tours[0]!
    const change = await browser.ok(reserveTour, tourForm(slots[1]!, { replaces: reservation.id }))
    const { changed_ids } = await rearrange(admin, { scope, act: 'shift', minutes: 15 })
    expect(changed_ids).toEqual([reservation.id, change.reservation.id])
    await admin.ok(actOnReservation, decision(change.reservation, 'approve'))
    expect((await browser.ok(listMyReservations, {})).tours).toMatchObject([
      { status: 'APPROVED', available_tour: { time: '10:45' } },
      { status: 'CANCELLED', available_tour: { time: '10:15' } },
    ])
    expect(textOf((await mailsTo(member.email, 'moved')).at(-1))).toMatch(/변경 전: .*10:15 ~ 10:40\n/)
  })

  test('leaves a meeting whole that began before the first time', async () => {
    const { reservation } = await makeReservation(app, admin, day, { kind: 'GROUP_MEETING' })
    if (reservation.type !== 'GROUP_MEETING') throw new Error('a meeting')
    const scope = { date: day.date, room_id: reservation.room.id!, from: '10:10' }
    const answer = await rearrange(admin, { scope, act: 'shift', minutes: 30 })
    expect(answer).toMatchObject({ changed_ids: [], message: expect.stringContaining('시간 0개와 예약 0건') })
  })

  test.each([
    ['past midnight', ['23:20'], 30, {}, '23:20: 그날 없거나 자정을 넘는 시간으로 옮길 수 없습니다.'],
    ['into the past', ['10:00'], -121, {}, '10:00: 지난 시간으로 옮길 수 없습니다.'],
    [
      'onto another slot',
      ['10:00', '10:30'],
      -10,
      { from: '10:30' },
      '10:30: 다른 시간과 겹쳐 옮길 수 없습니다.',
    ],
  ] as const)('%s is refused as a whole and names the slot', async (_, times, minutes, hours, text) => {
    const { scope, docent } = await makeTours(app, admin, day, [...times])
    const before = await timesOf(scope)
    const change = { scope: { ...scope, ...hours }, act: 'shift', minutes, only_possible: true } as const
    const { dry, body } = await rearranging(admin, change)
    expect(dry.refusal).toBe(`${docent.name} ${text}`)
    expect(dry.results.map(({ outcome }) => outcome)).not.toContain('ok')
    const refused = await admin.refused(rearrangeReservations, { body })
    expect(refused).toMatchObject({ code: 'not_possible', error: dry.refusal, results: dry.results })
    expect(await timesOf(scope)).toEqual(before)
  })
})

describe('a screen that still shows the former times', () => {
  test('books none of the shifted slots by them, neither a tour nor a meeting nor a place in line', async () => {
    const { scope, slots } = await makeTours(app, admin, day, ['10:00', '10:30'], 1)
    const room = await makeRoom(app.db)
    const runs = await makeRoomSlots(app.db, day, room, '10:00', '10:10')
    const times = (time: string) =>
      runs.map(({ id }, n) => ({ available_room_id: id, time: `${time}:${n}0` }))
    const { browser } = await makeVisitor(app)
    await rearrange(admin, { scope, act: 'shift', minutes: 60 })
    await rearrange(admin, { scope: { date: day.date, room_id: room.id }, act: 'shift', minutes: 60 })
    const tour = (n: number, time: string) => tourForm(slots[n]!, { time })
    const taken = { code: 'slot_taken' }
    expect(await browser.refused(reserveTour, tour(1, '10:30'))).toMatchObject(taken)
    expect(await browser.refused(waitForTour, tour(0, '10:00'))).toMatchObject(taken)
    const former = meetingForm(room, runs, { time_slots: times('10') })
    expect(await browser.refused(reserveMeeting, former)).toMatchObject(taken)
    await browser.ok(reserveTour, tour(1, '11:30'))
    await browser.ok(waitForTour, tour(0, '11:00'))
    await browser.ok(reserveMeeting, meetingForm(room, runs, { time_slots: times('11') }))
  })
})

describe('the waiting list', () => {
  test('moves along: its members are told the former and the new time, and are served at the new one', async () => {
    const { scope, tours, slots } = await makeTours(app, admin, day, ['10:00'])
    const { browser, member } = await makeVisitor(app)
    await waitFor(browser, slots[0]!)
    await rearrange(admin, { scope, act: 'shift', minutes: 30 })
    const [entry] = (await browser.ok(listMyWaitlist, {})).entries
    expect(entry).toMatchObject({ state: 'waiting', time: '10:30', end_time: '10:55' })
    const [mail] = await mailsTo(member.email, 'waitlist_moved')
    expect(mail!.subject).toContain('투어 자리 대기 시간이 변경되었습니다')
    expect(textOf(mail)).toContain('변경 전: 10:00 ~ 10:25')
    expect(textOf(mail)).toContain(REASON)
    app.setClock(TODAY, '08:01')
    await rearrange(admin, { scope, act: 'shift', minutes: 5, notify: false })
    await rearrange(admin, { scope, act: 'shift', minutes: -5 })
    expect(await mailsTo(member.email, 'waitlist_moved')).toHaveLength(2)
    await admin.ok(actOnReservation, decision(tours[0]!.reservation, 'cancel'))
    expect((await browser.ok(listMyReservations, {})).tours).toMatchObject([
      { available_tour: { time: '10:30' } },
    ])
  })

  test('of a member who has since booked the time: only the reservation is mailed', async () => {
    const { scope, slots } = await makeTours(app, admin, day, ['10:00'], 0)
    const { browser, member } = await waitThenBook(app, slots[0]!)
    await rearrange(admin, { scope, act: 'shift', minutes: 30 })
    expect(await mailsTo(member.email, 'moved')).toHaveLength(1)
    expect(await mailsTo(member.email, 'waitlist_moved')).toEqual([])
    expect((await browser.ok(listMyWaitlist, {})).entries).toMatchObject([{ state: 'booked' }])
  })

  test.each([true, false])(
    'ends entries whose slots are no longer adjacent, and tells their members even without mails of moves (%s)',
    async (notify) => {
      const room = await makeRoom(app.db)
      const slots = await makeRoomSlots(app.db, day, room, '10:00', '10:10', '10:20')
      const [holder, other] = [await makeVisitor(app), await makeVisitor(app)]
      await holder.browser.ok(reserveMeeting, meetingForm(room, slots.slice(1, 2)))
      await waitForRun(other.browser, room, slots.slice(0, 2))
      const scope = { date: day.date, room_id: room.id, from: '10:10' }
      await rearrange(admin, { scope, act: 'shift', minutes: 30, notify })
      expect((await other.browser.ok(listMyWaitlist, {})).entries).toMatchObject([{ state: 'time_deleted' }])
      expect(await mailsTo(other.member.email, 'waitlist_ended')).toHaveLength(1)
    },
  )
})
