import { beforeEach, describe, expect, test } from 'vitest'
import { bookingSettings } from '../../../../contract/admin/settings.ts'
import { moveReservation } from '../../../../contract/admin/moves.ts'
import { bookTourFor } from '../../../../contract/admin/walk-ins.ts'
import { reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import { listDisplayRooms } from '../../../../contract/display.ts'
import { getPreview } from '../../../../contract/preview.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { getSchedule } from '../../../../contract/schedule.ts'
import { listAvailableRooms, listAvailableTours } from '../../../../contract/slot.ts'
import { waitForTour } from '../../../../contract/waitlist-requests.ts'
import { listMyWaitlist } from '../../../../contract/waitlist.ts'
import { addDays, shortKoreanDate } from '../../../../domain/madrid-time.ts'
import { at, TODAY } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../../test/fixture.ts'
import { makeDocent, makeRoom, makeRoomSlots, makeTourSlots, makeVisitor } from '../../../../test/make.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'
import { meetingForm, tourForm, waitFor } from '../../../../test/make-waiting.ts'
import { postMail } from '../../../outbox/post-mail.ts'
import { endMissed } from '../../waitlist/commands.ts'

const app = useTestApp()
const day = useEventDate(app)
const admin = useAdmin(app)

const NINE = `${TODAY}T09:00:00+01:00`
const NOT_OPEN = { status: 409, code: 'not_open', error: '예약은 11월 20일 (금) 09:00부터 가능합니다.' }
const CLOSED = { status: 409, code: 'booking_closed', error: '예약 가능한 시간이 지났습니다.' }

const open = (booking_opens_at: string | null, booking_closes_minutes = 0) =>
  admin.ok(bookingSettings.change, {
    body: { booking_opens_at, booking_closes_minutes, auto_approve: 'none' },
  })
beforeEach(async () => {
  app.server.snapshots.keep(false)
  await open(null)
})

async function freeTour(time = '10:00') {
  const docent = await makeDocent(app.db)
  const [slot] = await makeTourSlots(app.db, day, docent, time)
  return { docent, slot: { ...slot!, event_date_id: day.id } }
}
const visitor = async () => (await makeVisitor(app)).browser

describe('before booking opens', () => {
  test('a member is refused and told when it opens; from that minute on the same request is accepted', async () => {
    const { slot } = await freeTour()
    const browser = await visitor()
    await open(NINE)
    app.setClock(TODAY, '08:59')
    expect(await browser.refused(reserveTour, tourForm(slot))).toMatchObject(NOT_OPEN)
    app.setClock(TODAY, '09:00')
    await browser.ok(reserveTour, tourForm(slot))
  })

  test('nobody joins a waiting list, or asks for another time', async () => {
    const { slots } = await makeReservation(app, admin, day)
    const { reservation, browser } = await makeReservation(app, admin, day, { status: 'APPROVED' })
    const other = await freeTour('11:00')
    await open(NINE)
    const taken = tourForm({ ...slots[0]!, event_date_id: day.id })
    expect(await (await visitor()).refused(waitForTour, taken)).toMatchObject(NOT_OPEN)
    const { body } = tourForm(other.slot)
    const change = { body: { ...body, replaces: reservation.id } }
    expect(await browser.refused(reserveTour, change)).toMatchObject(NOT_OPEN)
  })

  test('the desk books, and administrators move reservations', async () => {
    const { member } = await makeVisitor(app)
    const [first, second] = [await freeTour(), await freeTour('11:00')]
    await open(NINE, 10_080)
    const { reservation } = await admin.ok(bookTourFor, {
      body: { ...tourForm(first.slot).body, user_id: member.id },
    })
    await admin.ok(moveReservation, {
      params: { id: String(reservation.id) },
      body: { type: 'VIP_TOUR', available_tour_id: second.slot.id, event_date_id: day.id },
    })
  })

  test('the public page says when it opens, and counts the times that can be booked then', async () => {
    await freeTour('12:00')
    const before = await app.client().ok(getPreview, {})
    await open(NINE)
    const { opens_at, days } = await app.client().ok(getPreview, {})
    expect([before.opens_at, opens_at]).toEqual([null, NINE])
    expect(days).toEqual(before.days)
    app.setClock(TODAY, '09:00')
    expect((await app.client().ok(getPreview, {})).opens_at).toBeNull()
  })
})

describe('so many minutes before a slot starts', () => {
  test('it is closed, also with a later slot; a slot that starts later is not', async () => {
    const room = await makeRoom(app.db)
    const slots = await makeRoomSlots(app.db, day, room, '10:00', '10:10', '10:20')
    const browser = await visitor()
    await open(null, 30)
    app.setClock(TODAY, '09:30')
    expect(await browser.refused(reserveMeeting, meetingForm(room, slots))).toMatchObject(CLOSED)
    await browser.ok(reserveMeeting, meetingForm(room, slots.slice(1)))
  })

  test('its waiting list is closed too: nobody joins or is served, and who waits is told once, in time', async () => {
    const { reservation, slots } = await makeReservation(app, admin, day)
    const slot = { ...slots[0]!, event_date_id: day.id }
    const { browser, member } = await makeVisitor(app)
    await waitFor(browser, slot)
    await open(null, 30)
    const end = () => endMissed({ db: app.db, postMail, publicUrl: 'http://localhost:3000' }, app.now())
    app.setClock(TODAY, '09:29')
    expect(await end()).toBe(0)
    app.setClock(TODAY, '09:30')
    expect(await (await visitor()).refused(waitForTour, tourForm(slot))).toMatchObject(CLOSED)
    await admin.ok(actOnReservation, decision(reservation, 'reject'))
    const over = [{ state: 'expired', place: null, ended_at: `${TODAY}T09:30:00+01:00` }]
    expect((await browser.ok(listMyWaitlist, {})).entries).toMatchObject(over)
    expect([await end(), await end()]).toEqual([1, 0])
    expect((await browser.ok(listMyWaitlist, {})).entries).toMatchObject(over)
    const told = (await app.mails()).filter(({ to_address }) => to_address === member.email)
    expect(told.map(({ kind }) => kind)).toEqual(['waitlist_joined', 'waitlist_ended'])
    expect(told[1]!.text).toContain('기다리시던 시간에는 예약을 도와드리지 못했습니다')
  })

  test('a minute earlier an entry is served', async () => {
    const { reservation, slots } = await makeReservation(app, admin, day)
    const browser = await visitor()
    await waitFor(browser, { ...slots[0]!, event_date_id: day.id })
    await open(null, 30)
    app.setClock(TODAY, '09:29')
    await admin.ok(actOnReservation, decision(reservation, 'reject'))
    expect((await browser.ok(listMyWaitlist, {})).entries).toMatchObject([{ state: 'served' }])
  })
})

describe('cached answers change at the minute', () => {
  test("a member's schedule, lists of slots and the room list: closed, open from 09:00, closed from 09:30", async () => {
    const { docent, slot } = await freeTour()
    const room = await makeRoom(app.db)
    await makeRoomSlots(app.db, day, room, '10:00')
    const browser = await visitor()
    await open(NINE, 30)
    app.server.snapshots.keep(true)
    const seen = async () => {
      const { opens_at, tour_schedule } = await browser.ok(getSchedule, { query: { date: TODAY } })
      const [own] = tour_schedule.find((row) => row.docent.id === docent.id)!.time_slots
      const [tour] = await browser.ok(listAvailableTours, {
        query: { date: TODAY, docent_id: String(docent.id) },
      })
      const rooms = await browser.ok(listAvailableRooms, { query: { date: TODAY, room_id: String(room.id) } })
      const board = (await app.client().ok(listDisplayRooms, {})).find(({ id }) => id === room.id)!
      expect(own).toMatchObject({ id: slot.id, is_locked: opens_at !== null })
      expect([tour!.is_locked, rooms.all_slots[0]!.is_locked]).toEqual([!tour!.available, !tour!.available])
      return {
        opens_at,
        is: [own!.is_available, tour!.available, rooms.available_slots.length > 0, board.has_available_slots],
      }
    }
    const [yes, no] = [Array(4).fill(true), Array(4).fill(false)]
    for (const [time, opens_at, is] of [
      ['08:59', NINE, no],
      ['09:00', null, yes],
      ['09:29', null, yes],
      ['09:30', null, no],
    ] as const) {
      app.setClock(TODAY, time)
      expect({ time, ...(await seen()) }).toEqual({ time, opens_at, is })
    }
  })
})

describe('the waiting list is not offered', () => {
  const shown = async ({ id }: { id: number }) => {
    const browser = await visitor()
    const { tour_schedule } = await browser.ok(getSchedule, { query: { date: TODAY } })
    const [own] = tour_schedule.find(({ docent }) => docent.id === id)!.time_slots
    const query = { date: TODAY, docent_id: String(id) }
    const [tour] = await browser.ok(listAvailableTours, { query })
    expect(tour!.available).toBe(false)
    return { is: [own!.is_closed, tour!.is_closed], holds: own!.reservation?.status, locked: tour!.is_locked }
  }

  test('for a reserved time before booking opens, and from its closing time on', async () => {
    const { docent, slot } = await freeTour()
    await (await visitor()).ok(reserveTour, tourForm(slot))
    await open(NINE, 30)
    const taken = { holds: 'PENDING', locked: false }
    for (const [time, closed] of [
      ['08:59', true],
      ['09:00', undefined],
      ['09:29', undefined],
      ['09:30', true],
    ] as const) {
      app.setClock(TODAY, time)
      expect({ time, ...(await shown(docent)) }).toEqual({
        time,
        is: [closed, closed],
        ...taken,
      })
    }
  })

  test('and a time that an administrator locked is still shown as locked, not as closed', async () => {
    const { docent, slot } = await freeTour()
    await app.db.updateTable('slots').set({ is_locked: true }).where('id', '=', slot.id).execute()
    await open(null, 30)
    app.setClock(TODAY, '09:30')
    const { is, locked } = await shown(docent)
    expect([is[1], locked]).toEqual([undefined, true])
  })
})

describe('the settings', () => {
  test('refuse an opening time after the last day of the event', async () => {
    const { rows } = await app.pool.query('select max(date)::text as last from event_dates')
    const last = rows[0].last as string
    const body = { booking_closes_minutes: 0, auto_approve: 'none' as const }
    const late = { body: { ...body, booking_opens_at: `${addDays(last, 1)}T00:00:00+01:00` } }
    expect(await admin.refused(bookingSettings.change, late)).toMatchObject({
      status: 400,
      fields: { booking_opens_at: `행사 마지막 날인 ${shortKoreanDate(last)}까지의 시각을 입력해주세요.` },
    })
    await open(`${last}T23:59:00+01:00`)
  })

  test('keep the instant, whichever offset it was written with', async () => {
    const { message, settings } = await open('2026-11-20T08:00Z')
    expect(message).toBe('예약 접수 설정이 저장되었습니다.')
    expect(settings.booking_opens_at).toBe(NINE)
    expect(await admin.ok(bookingSettings.get, {})).toEqual(settings)
    const { rows } = await app.pool.query('select booking_opens_at from settings')
    expect(rows[0].booking_opens_at.getTime()).toBe(at(TODAY, '09:00'))
  })

  test('a save that would overwrite another change is refused and names that change', async () => {
    const expected = (await open(NINE, 10)).settings
    await open(`${TODAY}T10:00:00+01:00`, 10)
    const body = { ...expected, booking_opens_at: null, expected }
    const refusal = await admin.refused(bookingSettings.change, { body })
    expect(refusal).toMatchObject({ code: 'changed_meanwhile' })
    expect(refusal.error).toContain('예약 시작 11월 20일 (금) 09:00 → 11월 20일 (금) 10:00')
  })

  test.each([
    ['booking_opens_at', '2026-11-20T09:00', '예약을 시작할 날짜와 시각을 확인해주세요.'],
    ['booking_opens_at', '2026-13-20T09:00Z', '예약을 시작할 날짜와 시각을 확인해주세요.'],
    ['booking_closes_minutes', -1, '0분 이상 10080분 이하로 입력해주세요.'],
    ['booking_closes_minutes', 10_081, '0분 이상 10080분 이하로 입력해주세요.'],
    ['auto_approve', 'some', '올바르지 않은 값입니다.'],
  ])('refuse %s %o', async (field, value, text) => {
    const body = {
      booking_opens_at: null,
      booking_closes_minutes: 0,
      auto_approve: 'none' as const,
      [field]: value,
    }
    expect((await admin.refused(bookingSettings.change, { body })).fields).toEqual({ [field]: text })
  })
})
