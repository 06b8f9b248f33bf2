import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import { listMyReservations } from '../../../../contract/reservation.ts'
import { getSchedule } from '../../../../contract/schedule.ts'
import { startTestApp, TODAY, type Client } from '../../../../test/app.ts'
import { useEventDate, useTestApp } from '../../../../test/fixture.ts'
import {
  makeDocent,
  makeEventDate,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  makeVisitor,
  meetingParty,
  tourParty,
} from '../../../../test/make.ts'

const app = useTestApp()
const day = useEventDate(app)
const otherDay = useEventDate(app, '2026-11-21')

const countReservations = async () => {
  const { count } = await app.db
    .selectFrom('reservations')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

describe('a tour', () => {
  const form = (slot: { id: number }, visitor = {}) => ({
    body: {
      available_tour_id: slot.id,
      event_date_id: day.id,
      visitor: { ...tourParty, ...visitor },
      note: ' 휠체어 1대 ',
    },
  })

  test('is requested, waits for an administrator, holds its slot, and the member is mailed', async () => {
    const docent = await makeDocent(app.db)
    const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
    const { member, browser } = await makeVisitor(app)
    const { message, reservation } = await browser.ok(reserveTour, form(slot!))
    expect(message).toBe('투어 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.')
    expect(reservation).toMatchObject({
      status: 'PENDING',
      available_tour: {
        id: slot!.id,
        time: '10:00',
        end_time: '10:25',
        duration: 25,
        event_date: { id: day.id, date: TODAY },
        docent: { id: docent.id, name: docent.name },
      },
      user: { id: member.id, phone: member.phone },
      visitor: tourParty,
      note: '휠체어 1대',
      can_cancel: false,
    })
    expect((await browser.ok(listMyReservations, {})).tours).toEqual([reservation])
    const { tour_schedule } = await browser.ok(getSchedule, { query: { date: TODAY } })
    expect(tour_schedule.find((row) => row.docent.id === docent.id)!.time_slots).toMatchObject([
      { id: slot!.id, is_available: false, reservation: { status: 'PENDING' } },
    ])
    expect(await app.mails()).toContainEqual(
      expect.objectContaining({
        kind: 'request_received',
        to_address: member.email,
        reservation_id: reservation.id,
      }),
    )
  })

  test('that somebody else already has is refused, and nothing is written', async () => {
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
    const { browser: first } = await makeVisitor(app)
    const { browser: second } = await makeVisitor(app)
    await first.ok(reserveTour, form(slot!))
    const [before, mails] = [await countReservations(), (await app.mails()).length]
    expect(await second.refused(reserveTour, form(slot!))).toMatchObject({
      status: 409,
      code: 'slot_taken',
      error: '이미 예약되었거나 예약할 수 없는 시간입니다.',
    })
    expect(await countReservations()).toBe(before)
    expect(await app.mails()).toHaveLength(mails)
  })

  test('whose slot is locked, or was deleted meanwhile, is refused', async () => {
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
    await app.db.updateTable('slots').set({ is_locked: true }).where('id', '=', slot!.id).execute()
    const { browser } = await makeVisitor(app)
    expect(await browser.refused(reserveTour, form(slot!))).toMatchObject({ status: 409, code: 'slot_taken' })
    await app.db.deleteFrom('slots').where('id', '=', slot!.id).execute()
    expect(await browser.refused(reserveTour, form(slot!))).toMatchObject({ status: 409, code: 'slot_taken' })
  })

  test('cannot be booked from the minute it starts', async () => {
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
    const { browser } = await makeVisitor(app)
    app.setClock(TODAY, '10:00')
    expect(await browser.refused(reserveTour, form(slot!))).toMatchObject({ status: 409, code: 'past_time' })
  })

  test.each([
    ['normal', {}, { is_vip: true }, 403, 'VIP 회원만 예약할 수 있습니다.'],
    ['VIP', { is_vip: true }, { is_vip: true }, 201, undefined],
    ['VIP', { is_vip: true }, { is_vip: true, is_vvip: true }, 403, 'VVIP 회원만 예약할 수 있습니다.'],
    ['VVIP', { is_vip: true, is_vvip: true }, { is_vip: true, is_vvip: true }, 201, undefined],
  ])('a %s member asks for a docent of tier %o', async (_name, memberTier, docentTier, status, error) => {
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db, docentTier), '10:00')
    const { browser } = await makeVisitor(app, memberTier)
    const response = await browser.send(reserveTour, form(slot!))
    expect(response.statusCode).toBe(status)
    if (error) expect(response.json()).toMatchObject({ code: 'tier_required', error })
  })

  test('must name the date of its slot', async () => {
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
    const { browser } = await makeVisitor(app)
    const { body } = form(slot!)
    expect(
      await browser.refused(reserveTour, { body: { ...body, event_date_id: otherDay.id } }),
    ).toMatchObject({
      status: 400,
      code: 'invalid_input',
      fields: { event_date_id: '유효하지 않은 날짜입니다.' },
    })
  })

  test.each([
    [{ company: ' ' }, { 'visitor.company': '회사명을 입력해주세요.' }],
    [{ name: '' }, { 'visitor.name': '방문자명을 입력해주세요.' }],
    [{ phone: '010-1234-567' }, { 'visitor.phone': '올바른 연락처를 입력해주세요.' }],
    [{ count: 0 }, { 'visitor.count': '방문 인원은 1명 이상 30명 이하여야 합니다.' }],
    [{ count: 31 }, { 'visitor.count': '방문 인원은 1명 이상 30명 이하여야 합니다.' }],
    [{ count: 2.5 }, { 'visitor.count': '방문 인원은 1명 이상 30명 이하여야 합니다.' }],
  ])('with a visitor %o is refused by field', async (visitor, fields) => {
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
    const { browser } = await makeVisitor(app)
    const refusal = await browser.refused(reserveTour, form(slot!, visitor))
    expect(refusal).toMatchObject({ status: 400, code: 'invalid_input', error: Object.values(fields)[0] })
    expect(refusal.fields).toEqual(fields)
  })

  test('is not booked through the slot of a room', async () => {
    const [slot] = await makeRoomSlots(app.db, day, await makeRoom(app.db), '10:00')
    const { browser } = await makeVisitor(app)
    expect(await browser.refused(reserveTour, form(slot!))).toMatchObject({ status: 409, code: 'slot_taken' })
  })
})

describe('a meeting', () => {
  const form = (room: { id: number }, slots: { id: number }[], visitor = {}) => ({
    body: {
      room_id: room.id,
      event_date_id: day.id,
      visitor: { ...meetingParty, ...visitor },
      note: null,
      time_slots: slots.map((slot) => ({ available_room_id: slot.id, duration: 10 })),
    },
  })
  const roomWithMorning = async (given: { size?: number; is_vip?: boolean } = {}) => {
    const room = await makeRoom(app.db, given)
    return { room, slots: await makeRoomSlots(app.db, day, room, '10:00', '10:10', '10:20', '10:30') }
  }

  test('of three slots is requested as one reservation from the first start to the last end', async () => {
    const { room, slots } = await roomWithMorning()
    const { browser, member } = await makeVisitor(app)
    const { reservation, message } = await browser.ok(reserveMeeting, form(room, slots.slice(0, 3).reverse()))
    expect(message).toBe('미팅 예약이 신청되었습니다. 관리자 검토 후 이메일로 안내드립니다.')
    expect(reservation).toMatchObject({
      type: 'GROUP_MEETING',
      status: 'PENDING',
      room: { id: room.id, name: room.name, floor: 2, size: 8 },
      time_slots: [
        { available_room: { id: slots[0]!.id, time: '10:00' }, start_time: '10:00', end_time: '10:10' },
        { available_room: { id: slots[1]!.id, time: '10:10' }, start_time: '10:10', end_time: '10:20' },
        { available_room: { id: slots[2]!.id, time: '10:20' }, start_time: '10:20', end_time: '10:30' },
      ],
      total_duration: 30,
      time_range: '10:00 ~ 10:30',
      user: { id: member.id },
      visitor: meetingParty,
      note: null,
    })
  })

  test('is all or nothing: one taken slot refuses the rest, which stay free', async () => {
    const { room, slots } = await roomWithMorning()
    const [{ browser: first }, { browser: second }] = [await makeVisitor(app), await makeVisitor(app)]
    await first.ok(reserveMeeting, form(room, slots.slice(2, 3)))
    expect(await second.refused(reserveMeeting, form(room, slots))).toMatchObject({
      status: 409,
      code: 'slot_taken',
    })
    const { room_schedule } = await second.ok(getSchedule, { query: { date: TODAY } })
    const free = room_schedule
      .find((row) => row.room.id === room.id)!
      .time_slots.map((slot) => slot.is_available)
    expect(free).toEqual([true, true, false, true])
  })

  test('with a gap is refused', async () => {
    const { room, slots } = await roomWithMorning()
    const { browser } = await makeVisitor(app)
    const gapped = [slots[0]!, slots[2]!]
    expect(await browser.refused(reserveMeeting, form(room, gapped))).toMatchObject({
      status: 400,
      code: 'not_consecutive',
    })
  })

  test('of slots of another room, another date or an unknown room is invalid', async () => {
    const { room, slots } = await roomWithMorning()
    const { room: other } = await roomWithMorning()
    const { browser } = await makeVisitor(app)
    expect(await browser.refused(reserveMeeting, form(other, slots))).toMatchObject({
      status: 400,
      fields: { room_id: expect.any(String) },
    })
    expect(await browser.refused(reserveMeeting, form({ id: 999_999 }, slots))).toMatchObject({
      status: 400,
      fields: { room_id: expect.any(String) },
    })
    const { body } = form(room, slots)
    expect(
      await browser.refused(reserveMeeting, { body: { ...body, event_date_id: otherDay.id } }),
    ).toMatchObject({
      status: 400,
      fields: { event_date_id: '유효하지 않은 날짜입니다.' },
    })
  })

  test('for nobody, or more people than the room holds, is refused with the room size', async () => {
    const { room, slots } = await roomWithMorning({ size: 4 })
    const { browser } = await makeVisitor(app)
    for (const count of [0, 5])
      expect(await browser.refused(reserveMeeting, form(room, slots, { count }))).toMatchObject({
        status: 400,
        fields: { 'visitor.count': '방문 인원은 1명 이상 4명 이하여야 합니다.' },
      })
  })

  test.each([
    [{ title: ' ' }, { 'visitor.title': '미팅명을 입력해주세요.' }],
    [{ manager_name: '' }, { 'visitor.manager_name': '현장 미팅 담당자명을 입력해주세요.' }],
  ])('with a visitor %o is refused by field', async (visitor, fields) => {
    const { room, slots } = await roomWithMorning()
    const { browser } = await makeVisitor(app)
    expect((await browser.refused(reserveMeeting, form(room, slots, visitor))).fields).toEqual(fields)
  })

  test('cannot name a slot twice', async () => {
    const { room, slots } = await roomWithMorning()
    const { browser } = await makeVisitor(app)
    expect(await browser.refused(reserveMeeting, form(room, [slots[0]!, slots[0]!]))).toMatchObject({
      status: 400,
    })
    expect(await browser.refused(reserveMeeting, form(room, []))).toMatchObject({
      status: 400,
      fields: { time_slots: '예약하실 시간을 선택해주세요.' },
    })
  })

  test('in a VIP room needs a VIP member', async () => {
    const { room, slots } = await roomWithMorning({ is_vip: true })
    const { browser } = await makeVisitor(app)
    expect(await browser.refused(reserveMeeting, form(room, slots))).toMatchObject({
      status: 403,
      code: 'tier_required',
    })
  })
})

describe('one member', () => {
  const form = (slot: { id: number }) => ({
    body: { available_tour_id: slot.id, event_date_id: day.id, visitor: tourParty },
  })
  const limit = (max_reservations: number) =>
    app.db.updateTable('settings').set({ max_reservations }).execute()
  const limitTime = (max_meeting_minutes: number, max_minutes_per_day: number) =>
    app.db.updateTable('settings').set({ max_meeting_minutes, max_minutes_per_day }).execute()
  afterEach(async () => {
    await limit(50)
    await limitTime(180, 360)
  })

  test('cannot take every free room: only so many minutes of a day, and of one meeting', async () => {
    const startsFrom = (hour: number) =>
      Array.from({ length: 36 }, (_, i) => `${hour + Math.floor(i / 6)}:${i % 6}0`)
    const { browser } = await makeVisitor(app)
    const ask = async (date: typeof day, room: { id: number }, slots: readonly { id: number }[]) => {
      const time_slots = slots.map(({ id }) => ({ available_room_id: id }))
      const body = {
        event_date_id: date.id,
        room_id: room.id,
        visitor: { ...meetingParty, count: 1 },
        time_slots,
      }
      const answer = await browser.send(reserveMeeting, { body })
      return answer.statusCode === 201 ? 'booked' : answer.json<{ error: string }>().error
    }
    const answers: string[] = []
    for (const date of [day, day, otherDay]) {
      const room = await makeRoom(app.db)
      const slots = await makeRoomSlots(app.db, date, room, ...startsFrom(10))
      answers.push(await ask(date, room, slots.slice(0, 19)))
      for (const from of [0, 18]) answers.push(await ask(date, room, slots.slice(from, from + 18)))
    }
    const [tooLong, tooMuch] = [
      '한 번에 예약할 수 있는 시간은 180분입니다.',
      '하루에 예약할 수 있는 시간은 360분입니다.',
    ]
    expect(answers.slice(0, 3)).toEqual([tooLong, 'booked', 'booked'])
    expect(answers.slice(3, 6)).toEqual([tooLong, tooMuch, tooMuch])
    expect(answers.slice(6)).toEqual([tooLong, 'booked', 'booked'])
    await limitTime(190, 370)
    const docent = await makeDocent(app.db)
    const [tour] = await makeTourSlots(app.db, day, docent, '17:00')
    expect(await browser.refused(reserveTour, form(tour!))).toMatchObject({
      status: 409,
      code: 'too_much_time',
      error: '하루에 예약할 수 있는 시간은 370분입니다.',
    })
  })

  test('has no more reservations before they have ended than the settings allow, and hears how many', async () => {
    await limit(2)
    const slots = await makeTourSlots(
      app.db,
      day,
      await makeDocent(app.db),
      '10:00',
      '11:00',
      '12:00',
      '13:00',
    )
    const { browser } = await makeVisitor(app)
    const first = await browser.ok(reserveTour, form(slots[0]!))
    await browser.ok(reserveTour, form(slots[1]!))
    expect(await browser.refused(reserveTour, form(slots[2]!))).toMatchObject({
      status: 409,
      code: 'too_many_reservations',
      error: '끝나지 않은 예약은 한 분당 2건까지 가능합니다. 예약이 끝나거나 취소된 뒤 다시 신청해주세요.',
    })
    await (await makeVisitor(app)).browser.ok(reserveTour, form(slots[2]!))
    // A reservation that has ended no longer counts.
    app.setClock(TODAY, first.reservation.available_tour.end_time)
    await browser.ok(reserveTour, form(slots[3]!))
  })

  test('may book a limited number of times a minute, not counting repeats of a lost answer, and learns when to retry', async () => {
    const strict = await startTestApp({ bookingsAMinute: 2 })
    const { browser } = await makeVisitor(strict)
    const [date, docent] = [await makeEventDate(strict.db), await makeDocent(strict.db)]
    const [slot, other] = await makeTourSlots(strict.db, date, docent, '10:00', '11:00')
    const ask = (body: { id: number }, key?: string) =>
      browser.send(
        reserveTour,
        { body: { available_tour_id: body.id, event_date_id: date.id, visitor: tourParty } },
        key ? { 'idempotency-key': key } : {},
      )
    const statuses = []
    for (const key of ['a', 'a', 'a']) statuses.push((await ask(slot!, key)).statusCode)
    statuses.push((await ask(slot!)).statusCode)
    expect(statuses).toEqual([201, 201, 201, 409])
    const refusal = await ask(other!)
    expect(refusal.statusCode).toBe(429)
    expect(refusal.headers['retry-after']).toBe('60')
    strict.passMinutes(1)
    expect((await ask(other!)).statusCode).toBe(201)
    await strict.stop()
  })
})

describe('what the process remembers', () => {
  beforeAll(() => app.server.sessions.keep(true))
  afterAll(() => app.server.sessions.keep(false))

  async function makeKnown() {
    const room = await makeRoom(app.db)
    const slots = await makeRoomSlots(app.db, day, room, '10:00', '10:10', '10:20', '10:30', '10:40', '10:50')
    const [{ browser: first }, { browser, member }] = [await makeVisitor(app), await makeVisitor(app)]
    const ask = (by: Client, [from, to]: [number, number]) =>
      by.send(reserveMeeting, {
        body: {
          room_id: room.id,
          event_date_id: day.id,
          visitor: meetingParty,
          time_slots: slots.slice(from, to).map(({ id }) => ({ available_room_id: id })),
        },
      })
    expect((await ask(first, [0, 1])).statusCode).toBe(201)
    await browser.ok(listMyReservations, {})
    return { room, member, browser, ask }
  }

  test('lets nobody book with a session that ended in another process', async () => {
    const { browser, member, ask } = await makeKnown()
    await app.db.deleteFrom('sessions').where('member_id', '=', member.id).execute()
    const before = await countReservations()
    expect((await ask(browser, [1, 4])).statusCode).toBe(401)
    expect(await countReservations()).toBe(before)
  })

  test('books a slot that was freed in another process', async () => {
    const { room, browser, ask } = await makeKnown()
    expect((await ask(browser, [0, 1])).statusCode).toBe(409)
    await app.pool.query(
      `with gone as (update reservations set status = 'REJECTED' where room_id = $1 returning id)
      update slots set reservation_id = null where reservation_id in (select id from gone)`,
      [room.id],
    )
    expect((await ask(browser, [0, 1])).statusCode).toBe(201)
  })

  test('is ignored when the tier changed in another process', async () => {
    const { room, member, browser, ask } = await makeKnown()
    await app.db.updateTable('rooms').set({ is_vip: true }).where('id', '=', room.id).execute()
    expect((await ask(browser, [1, 2])).statusCode).toBe(403)
    await app.db.updateTable('members').set({ is_vip: true }).where('id', '=', member.id).execute()
    expect((await ask(browser, [1, 2])).statusCode).toBe(201)
  })
})

describe('my reservations', () => {
  let mine: Client

  test('lists the newest start first, and never those of others', async () => {
    const docent = await makeDocent(app.db)
    const slots = await makeTourSlots(app.db, day, docent, '13:00', '15:00', '14:00')
    mine = (await makeVisitor(app)).browser
    const { browser: other } = await makeVisitor(app)
    for (const slot of slots.slice(0, 2))
      await mine.ok(reserveTour, {
        body: { available_tour_id: slot.id, event_date_id: day.id, visitor: tourParty },
      })
    await other.ok(reserveTour, {
      body: { available_tour_id: slots[2]!.id, event_date_id: day.id, visitor: tourParty },
    })
    const { tours, meetings } = await mine.ok(listMyReservations, {})
    expect(tours.map((tour) => tour.available_tour.time)).toEqual(['15:00', '13:00'])
    expect(meetings).toEqual([])
  })
})
