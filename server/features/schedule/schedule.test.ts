import { beforeEach, describe, expect, test } from 'vitest'
import { reserveTour } from '../../../contract/booking.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { getSchedule } from '../../../contract/schedule.ts'
import { TODAY } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp, useVisitor } from '../../../test/fixture.ts'
import {
  makeDocent,
  makeEventDate,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  makeVisitor,
  tourParty,
} from '../../../test/make.ts'

const TOMORROW = '2026-11-21'

const app = useTestApp()
const day = useEventDate(app)
const visitor = useVisitor(app)
const admin = useAdmin(app)

beforeEach(() => {
  app.server.snapshots.keep(false)
})

const readSchedule = (date = TODAY) => visitor.ok(getSchedule, { query: { date } })

async function toursOf(docent: { id: number }) {
  const { tour_schedule } = await readSchedule()
  return tour_schedule.find((row) => row.docent.id === docent.id)!.time_slots
}

const isAvailable = async (docent: { id: number }) => (await toursOf(docent)).map((slot) => slot.is_available)

async function book(slot: { id: number }) {
  const body = { available_tour_id: slot.id, event_date_id: day.id, visitor: tourParty }
  return (await visitor.ok(reserveTour, { body })).reservation
}

const decide = ({ id }: { id: number }, action: 'approve' | 'reject') =>
  admin.ok(actOnReservation, {
    params: { id: String(id) },
    body: { type: 'VIP_TOUR', action, reason: '점검' },
  })

describe('the schedule of a day', () => {
  test('lists docents and rooms with their slots in order of time', async () => {
    const other = await makeEventDate(app.db, TOMORROW)
    const docent = await makeDocent(app.db, { is_vip: true })
    const room = await makeRoom(app.db)
    await makeTourSlots(app.db, other, docent, '14:00', '09:30', '11:00')
    await makeRoomSlots(app.db, other, room, '10:10', '10:00')
    await makeTourSlots(app.db, day, docent, '16:00')
    const { date, tour_schedule, room_schedule } = await readSchedule(TOMORROW)
    expect(date).toBe(TOMORROW)
    const tours = tour_schedule.find((row) => row.docent.id === docent.id)!
    expect(tours.docent).toEqual(docent)
    expect(tours.time_slots.map((slot) => slot.time)).toEqual(['09:30', '11:00', '14:00'])
    expect(tours.time_slots[0]).toEqual({
      id: expect.any(Number),
      time: '09:30',
      end_time: '09:55',
      duration: 25,
      is_available: true,
      is_locked: false,
      reservation: null,
    })
    const meetings = room_schedule.find((row) => row.room.id === room.id)!
    expect(meetings.room).toEqual(room)
    expect(meetings.time_slots.map((slot) => slot.time)).toEqual(['10:00', '10:10'])
  })

  test.each(['2026-12-24', '1000-01-01', '9999-12-31'])(
    'is 404 for %s, which is not a date of the event',
    async (date) => {
      expect(await visitor.refused(getSchedule, { query: { date } })).toMatchObject({
        status: 404,
        code: 'no_schedule_data',
        error: '설정된 행사기간이 아닙니다.',
      })
    },
  )

  test.each(['2026-02-30', '20261120', '2026-11-20T08:00', 'today', ''])(
    'refuses the invalid date %j',
    async (date) => {
      const refusal = await visitor.refused(getSchedule, { query: { date } })
      expect(refusal).toMatchObject({ status: 400, code: 'invalid_input' })
      expect(refusal.fields).toEqual({ date: '유효하지 않은 날짜입니다.' })
    },
  )

  test('requires exactly one date', async () => {
    for (const url of ['/api/user/schedule/', `/api/user/schedule/?date=${TODAY}&date=${TOMORROW}`]) {
      const response = await app.server.inject({ url, cookies: Object.fromEntries(visitor.jar) })
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ fields: { date: '유효하지 않은 날짜입니다.' } })
    }
  })
})

describe('a slot', () => {
  test('can be booked until its start', async () => {
    const docent = await makeDocent(app.db)
    await makeTourSlots(app.db, day, docent, '10:00', '10:30')
    app.server.snapshots.keep(true)
    app.setClock(TODAY, '09:59')
    expect(await isAvailable(docent)).toEqual([true, true])
    app.setClock(TODAY, '10:00')
    expect(await isAvailable(docent)).toEqual([false, true])
    app.setClock(TODAY, '10:29')
    expect(await isAvailable(docent)).toEqual([false, true])
    app.setClock(TODAY, '10:30')
    expect(await isAvailable(docent)).toEqual([false, false])
    app.setClock(TOMORROW, '00:00')
    expect(await isAvailable(docent)).toEqual([false, false])
  })

  test('that is locked cannot be booked, and says so', async () => {
    const docent = await makeDocent(app.db)
    const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
    await app.db.updateTable('slots').set({ is_locked: true }).where('id', '=', slot!.id).execute()
    expect(await toursOf(docent)).toMatchObject([{ is_available: false, is_locked: true, reservation: null }])
  })

  test('is held from the request on, and free again after a rejection', async () => {
    const docent = await makeDocent(app.db)
    const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
    const reservation = await book(slot!)
    expect(await toursOf(docent)).toMatchObject([{ is_available: false, reservation: { status: 'PENDING' } }])
    await decide(reservation, 'reject')
    expect(await toursOf(docent)).toMatchObject([{ is_available: true, reservation: null }])
  })

  test('shows its reservation as completed once that is over', async () => {
    const docent = await makeDocent(app.db)
    const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
    await decide(await book(slot!), 'approve')
    app.server.snapshots.keep(true)
    app.setClock(TODAY, '10:24')
    expect(await toursOf(docent)).toMatchObject([{ reservation: { status: 'APPROVED' } }])
    app.setClock(TODAY, '10:25')
    expect(await toursOf(docent)).toMatchObject([{ reservation: { status: 'COMPLETED' } }])
  })

  test('shows each of its changes, without changing other slots', async () => {
    const [docent, other] = [await makeDocent(app.db), await makeDocent(app.db)]
    const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
    const [same] = await makeTourSlots(app.db, day, other, '10:00')
    const shown = { id: slot!.id, time: '10:00', end_time: '10:25', duration: 25, is_locked: false }
    const expectShown = async (facts: object = { reservation: null, is_available: true }) => {
      expect(await toursOf(docent)).toEqual([{ ...shown, ...facts }])
      expect(await toursOf(other)).toMatchObject([{ id: same!.id, time: '10:00', is_available: true }])
    }
    await expectShown()
    for (const is_locked of [true, false]) {
      await app.db.updateTable('slots').set({ is_locked }).where('id', '=', shown.id).execute()
      Object.assign(shown, { is_locked })
      await expectShown({ reservation: null, is_available: !is_locked })
    }
    for (const [time, end_time] of [
      ['10:00', '10:25'],
      ['10:05', '10:30'],
    ] as const) {
      await app.db.deleteFrom('slots').where('id', '=', shown.id).execute()
      const [made] = await makeTourSlots(app.db, day, docent, time)
      Object.assign(shown, { id: made!.id, time, end_time })
      await expectShown()
    }
    const reservation = await book({ id: shown.id })
    await expectShown({ reservation: { status: 'PENDING' }, is_available: false })
    await decide(reservation, 'approve')
    await expectShown({ reservation: { status: 'APPROVED' }, is_available: false })
  })

  test('follows a clock that is set back, as in a restarted rehearsal', async () => {
    const docent = await makeDocent(app.db)
    await makeTourSlots(app.db, day, docent, '10:00', '10:30')
    for (const [time, available] of [
      ['10:00', [false, true]],
      ['09:59', [true, true]],
      ['10:30', [false, false]],
      ['10:29', [false, true]],
    ] as const) {
      app.setClock(TODAY, time)
      expect(await isAvailable(docent), time).toEqual(available)
    }
  })

  test('never reveals the holder, even to the holder', async () => {
    const { member, browser } = await makeVisitor(app, { name: '비밀손님', company_name: '비밀회사' })
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
    await browser.ok(reserveTour, {
      body: { available_tour_id: slot!.id, event_date_id: day.id, visitor: tourParty, note: '비밀 메모' },
    })
    for (const reader of [browser, visitor]) {
      const { body } = await reader.send(getSchedule, { query: { date: TODAY } })
      for (const secret of [
        member.name,
        member.company_name,
        member.phone,
        ...Object.values(tourParty),
        '비밀',
      ])
        if (typeof secret === 'string') expect(body).not.toContain(secret)
      expect(body).not.toMatch(/"(user|visitor|member|reservation)_?(id)?":\s*\d/)
    }
  })
})
