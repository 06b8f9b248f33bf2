import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reserveMeeting } from '../../../contract/booking.ts'
import { getRoomBoard, listDisplayRooms } from '../../../contract/display.ts'
import { endMeeting } from '../../../contract/meeting.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { changeSettings } from '../../../contract/admin/settings.ts'
import type { DisplayNames } from '../../../domain/board-name.ts'
import type { Status } from '../../../domain/reservation.ts'
import { TODAY, type Client } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { makeRoom, makeRoomSlots, meetingParty } from '../../../test/make.ts'
import { decision, makeReservation } from '../../../test/make-reservation.ts'

const TOMORROW = '2026-11-21'

const app = useTestApp()
const day = useEventDate(app)
const tomorrow = useEventDate(app, TOMORROW)
const admin = useAdmin(app)
let screen: Client

beforeAll(async () => {
  screen = app.client()
})
beforeEach(async () => {
  await setNames('full')
  // Real rows that tests write past the server are seen as another process's would be.
  app.server.snapshots.keep(true)
})

const setNames = (display_names: DisplayNames) =>
  admin.ok(changeSettings, {
    body: { event_name: '행사', contact_email: 'desk@example.com', display_names },
  })
const make = (given: Parameters<typeof makeReservation>[3] = {}, on = day) =>
  makeReservation(app, admin, on, { kind: 'GROUP_MEETING', status: 'APPROVED', ...given })
const roomOf = ({ reservation }: Awaited<ReturnType<typeof make>>) =>
  reservation.type === 'GROUP_MEETING' ? reservation.room.id! : 0
const board = (id: number) => screen.ok(getRoomBoard, { params: { id: String(id) } })
const ask = (id: number | string, tag = '') =>
  screen.send(getRoomBoard, { params: { id: String(id) } }, { 'if-none-match': tag })

describe('the board of a room', () => {
  test("has its slots of today and today's approved meetings, with nothing that is private", async () => {
    const made = await make()
    const { reservation } = made
    const { id, name, floor, size } = reservation.type === 'GROUP_MEETING' ? reservation.room : ({} as never)
    expect(await board(roomOf(made))).toEqual({
      room_info: { id, name, floor, size },
      date: TODAY,
      time_slots: ['10:00', '10:10', '10:20'].map((time, i) => ({
        time,
        end_time: ['10:10', '10:20', '10:30'][i],
        duration: 10,
      })),
      reservations: [
        {
          time_range: '10:00 ~ 10:30',
          start_time: '10:00',
          end_time: '10:30',
          status: 'APPROVED',
          visitor: { title: '신제품 공급 협의', name: '박지민' },
        },
      ],
    })
  })

  test.each(['PENDING', 'CANCEL_REQUESTED', 'COMPLETED', 'REJECTED', 'CANCELLED'] as Status[])(
    'has no meeting that is %s',
    async (status) => {
      expect((await board(roomOf(await make({ status })))).reservations).toEqual([])
    },
  )

  test('loses a meeting when it ends, by the clock alone and by its member', async () => {
    const made = await make()
    const id = roomOf(made)
    const tag = String((await ask(id)).headers['etag'])
    app.setClock(TODAY, '10:29')
    expect((await ask(id, tag)).statusCode).toBe(304)
    app.setClock(TODAY, '10:30')
    expect((await ask(id, tag)).statusCode).toBe(200)
    expect((await board(id)).reservations).toEqual([])

    app.setClock(TODAY, '08:00')
    const other = await make()
    expect((await board(roomOf(other))).reservations).toHaveLength(1)
    await other.browser.ok(endMeeting, { params: { id: String(other.reservation.id) } })
    expect((await board(roomOf(other))).reservations).toEqual([])
  })

  test('keeps a meeting of two reservations whole until both are over', async () => {
    const first = await make()
    const id = roomOf(first)
    const slots = await makeRoomSlots(app.db, day, { id }, '10:30', '10:40')
    const again = await first.browser.ok(reserveMeeting, {
      body: {
        visitor: meetingParty,
        room_id: id,
        event_date_id: day.id,
        time_slots: slots.map((slot) => ({ available_room_id: slot.id, duration: 10 })),
      },
    })
    await admin.ok(actOnReservation, decision(again.reservation, 'approve'))
    const ranges = async () => (await board(id)).reservations.map(({ time_range }) => time_range)
    app.setClock(TODAY, '10:31')
    expect(await ranges()).toEqual(['10:00 ~ 10:30', '10:30 ~ 10:50'])
    app.setClock(TODAY, '10:50')
    expect(await ranges()).toEqual([])
  })

  test('is another one after midnight in Madrid, also while it is 23:00 elsewhere', async () => {
    const room = await makeRoom(app.db)
    await makeRoomSlots(app.db, day, room, '23:50')
    await makeRoomSlots(app.db, tomorrow, room, '09:00', '09:10')
    app.setClock(TODAY, '23:59')
    expect(await board(room.id)).toMatchObject({ date: TODAY, time_slots: [{ time: '23:50' }] })
    app.setClock(TOMORROW, '00:00')
    expect(await board(room.id)).toMatchObject({
      date: TOMORROW,
      time_slots: [{ time: '09:00' }, { time: '09:10' }],
    })
  })

  test.each([
    ['full', '박지민'],
    ['masked', '박**'],
    ['hidden', ''],
  ] as const)('shows names as the settings say: %s', async (names, shown) => {
    const id = roomOf(await make())
    expect((await board(id)).reservations[0]!.visitor.name).toBe('박지민')
    await setNames(names)
    const { reservations } = await board(id)
    expect(reservations[0]!.visitor).toEqual({ title: '신제품 공급 협의', name: shown })
    if (names !== 'full') expect((await ask(id)).body).not.toContain('박지민')
  })
})

describe('there is no board', () => {
  const refused = (id: number | string) => screen.refused(getRoomBoard, { params: { id: String(id) } })

  test('of a room that there is not', async () => {
    expect(await refused(999_999)).toMatchObject({
      status: 404,
      code: 'room_not_found',
      error: '존재하지 않는 회의실입니다.',
    })
    expect(await refused('x')).toMatchObject({ status: 404 })
  })

  test('of a room without a slot today, and of any room on a day that is none of the event', async () => {
    const nothing = { status: 404, code: 'no_schedule_data', error: '설정된 행사기간이 아닙니다.' }
    const room = await makeRoom(app.db)
    await makeRoomSlots(app.db, tomorrow, room, '09:00')
    expect(await refused(room.id)).toMatchObject(nothing)
    app.setClock(TOMORROW, '08:00')
    expect((await board(room.id)).time_slots).toHaveLength(1)
    app.setClock('2026-11-22', '08:00')
    expect(await refused(room.id)).toMatchObject(nothing)
  })
})

describe('the list of rooms', () => {
  const flagOf = async ({ id }: { id: number }) => {
    const rooms = await screen.ok(listDisplayRooms, {})
    return rooms.find((room) => room.id === id)!.has_available_slots
  }

  test('says what a room is, and whether a slot is left today', async () => {
    const room = await makeRoom(app.db, { size: 12 })
    await makeRoomSlots(app.db, day, room, '10:00', '10:30')
    app.server.snapshots.drop()
    const { id, name, floor } = room
    expect(await screen.ok(listDisplayRooms, {})).toContainEqual({
      id,
      name,
      floor,
      size: 12,
      has_available_slots: true,
    })
    app.setClock(TODAY, '10:29')
    expect(await flagOf(room)).toBe(true)
    // The last one has begun; nobody has written anything.
    app.setClock(TODAY, '10:30')
    expect(await flagOf(room)).toBe(false)
  })

  test('a held slot, a locked one and one of tomorrow are not left', async () => {
    const held = await make()
    const [locked, later, none] = [await makeRoom(app.db), await makeRoom(app.db), await makeRoom(app.db)]
    await makeRoomSlots(app.db, day, locked, '10:00')
    await app.db.updateTable('slots').set({ is_locked: true }).where('room_id', '=', locked.id).execute()
    await makeRoomSlots(app.db, tomorrow, later, '10:00')
    app.server.snapshots.drop()
    for (const room of [{ id: roomOf(held) }, locked, later, none]) expect(await flagOf(room)).toBe(false)
    app.setClock(TOMORROW, '00:00')
    expect(await flagOf(later)).toBe(true)
  })
})

test('screens that poll cost the database one reading, and any cache may keep the answer', async () => {
  const id = roomOf(await make())
  await board(id)
  let uses = 0
  app.pool.on('acquire', () => (uses += 1))
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(id)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  expect(answers[0]!.headers['cache-control']).toBe('no-cache')
  expect(uses).toBe(0)
})
