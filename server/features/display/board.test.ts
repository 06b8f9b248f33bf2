import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { reserveMeeting } from '../../../contract/booking.ts'
import { eventSettings } from '../../../contract/admin/event-settings.ts'
import { bookingSettings } from '../../../contract/admin/settings.ts'
import { getRoomBoard, listDisplayRooms } from '../../../contract/display.ts'
import { editVisitor } from '../../../contract/admin/reservation-edits.ts'
import { endMeeting } from '../../../contract/meeting.ts'
import { actOnReservation } from '../../../contract/reservation-action.ts'
import { deleteEventDate } from '../../../contract/admin/event-dates.ts'
import { deleteRoom } from '../../../contract/admin/places.ts'
import { deleteRoomSlots } from '../../../contract/admin/slot-deletions.ts'
import type { DisplayNames, DisplayTitles } from '../../../domain/board-name.ts'
import { boardDay } from '../../../domain/room-board.ts'
import { roomAt } from '../../../domain/room-state.ts'
import type { Status } from '../../../domain/reservation.ts'
import { TODAY, type Client } from '../../../test/app.ts'
import { useAdmin, useEventDate, useTestApp } from '../../../test/fixture.ts'
import { cancelAll, makeEventDate, makeRoom, makeRoomSlots, meetingParty } from '../../../test/make.ts'
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
  // Tests write directly to the database, as another process would.
  app.server.snapshots.keep(true)
})

const setNames = (display_names: DisplayNames, display_titles: DisplayTitles = 'shown') =>
  admin.ok(eventSettings.change, {
    body: { event_name: '행사', contact_email: 'desk@example.com', display_names, display_titles },
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
      closed_until: null,
      time_slots: ['10:00', '10:10', '10:20'].map((time, i) => ({
        time,
        end_time: ['10:10', '10:20', '10:30'][i],
        duration: 10,
        is_locked: false,
        is_held: true,
      })),
      reservations: [
        {
          time_range: '10:00 ~ 10:30',
          start_time: '10:00',
          end_time: '10:30',
          status: 'APPROVED',
          party: 1,
          visitor: { title: '신제품 공급 협의', name: '박지민' },
        },
      ],
    })
  })

  test('shows a visitor by the name that was corrected, while no time of the day changes', async () => {
    const made = await make()
    const id = String(made.reservation.id)
    const nameOnBoard = async () => (await board(roomOf(made))).reservations[0]!.visitor.name
    expect(await nameOnBoard()).toBe('박지민')
    const visitor = { ...meetingParty, name: '최하늘' }
    await admin.ok(editVisitor, { params: { id }, body: { type: 'GROUP_MEETING', visitor } })
    expect(await nameOnBoard()).toBe('최하늘')
  })

  test('is computed once for all boards after a change', async () => {
    const meetings = [await make(), await make(), await make()]
    await setNames('masked')
    const { asked } = app.server.snapshots
    const before = asked.misses
    for (const made of meetings) expect((await board(roomOf(made))).reservations).toHaveLength(1)
    // Today, and the facts of the walls.
    expect(asked.misses - before).toBe(2)
  })

  test.each(['PENDING', 'CANCEL_REQUESTED', 'COMPLETED', 'REJECTED', 'CANCELLED'] as Status[])(
    'has no meeting that is %s',
    async (status) => {
      expect((await board(roomOf(await make({ status })))).reservations).toEqual([])
    },
  )

  test('removes a meeting at its end, and when its member ends it early', async () => {
    const made = await make()
    const id = roomOf(made)
    app.setClock(TODAY, '09:50')
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

  async function makeNext(first: Awaited<ReturnType<typeof make>>, visitor = meetingParty) {
    const id = roomOf(first)
    const slots = await makeRoomSlots(app.db, day, { id }, '10:30', '10:40')
    const time_slots = slots.map((slot) => ({ available_room_id: slot.id, duration: 10 }))
    const body = { visitor, room_id: id, event_date_id: day.id, time_slots }
    const { reservation } = await first.browser.ok(reserveMeeting, { body })
    await admin.ok(actOnReservation, decision(reservation, 'approve'))
    return id
  }

  test('keeps a meeting of two reservations whole until both are over', async () => {
    const id = await makeNext(await make())
    const ranges = async () => (await board(id)).reservations.map(({ time_range }) => time_range)
    app.setClock(TODAY, '10:31')
    expect(await ranges()).toEqual(['10:00 ~ 10:30', '10:30 ~ 10:50'])
    app.setClock(TODAY, '10:50')
    expect(await ranges()).toEqual([])
  })

  test('changes at midnight in Madrid', async () => {
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

  test.each(['full', 'masked', 'hidden'] as const)(
    'does not merge strangers whose names look alike when shown %s, and has no title',
    async (names) => {
      const id = await makeNext(await make(), { ...meetingParty, title: '다른 일', name: '박**' })
      await setNames(names, 'hidden')
      const { reservations } = await board(id)
      expect(reservations.map(({ party, visitor }) => [party, visitor.title])).toEqual([
        [1, ''],
        [2, ''],
      ])
      expect((await ask(id)).body).not.toContain('신제품')
    },
  )

  test('marks consecutive reservations of one group even when names are hidden', async () => {
    const id = await makeNext(await make())
    await setNames('hidden', 'hidden')
    expect((await board(id)).reservations.map(({ party }) => party)).toEqual([1, 1])
  })

  test('is closed when no slot of today remains or all are locked', async () => {
    const room = await makeRoom(app.db)
    const slots = await makeRoomSlots(app.db, day, room, '10:00', '10:10', '10:20')
    const lock = async (ids: number[]) => {
      await app.db.updateTable('slots').set({ is_locked: true }).where('id', 'in', ids).execute()
      app.server.snapshots.drop('event')
    }
    const closedAt = async (time: string) => {
      app.setClock(TODAY, time)
      return (await board(room.id)).closed_until
    }
    await lock([slots[1]!.id])
    for (const time of ['09:00', '10:00', '10:10', '10:20']) expect(await closedAt(time)).toBe(null)
    expect(await closedAt('10:30')).toBe(`${TOMORROW}T00:00:00+01:00`)
    expect((await board(room.id)).time_slots.map(({ is_locked }) => is_locked)).toEqual([false, true, false])
    await lock(slots.map(({ id }) => id))
    expect(await closedAt('09:00')).toBe(`${TOMORROW}T00:00:00+01:00`)
  })

  test('shows slots with a request as taken, without details', async () => {
    const id = roomOf(await make({ status: 'PENDING' }))
    const { time_slots, reservations } = await board(id)
    expect(time_slots.map(({ is_held }) => is_held)).toEqual([true, true, true])
    expect(reservations).toEqual([])
  })
})

describe('there is no board', () => {
  const refused = (id: number | string) => screen.refused(getRoomBoard, { params: { id: String(id) } })

  test('for an unknown room', async () => {
    expect(await refused(999_999)).toMatchObject({
      status: 404,
      code: 'room_not_found',
      error: '존재하지 않는 회의실입니다.',
    })
    expect(await refused('x')).toMatchObject({ status: 404 })
  })

  test('for a room without a slot today, and on a day outside the event', async () => {
    const nothing = { status: 404, code: 'no_schedule_data', error: '설정된 행사기간이 아닙니다.' }
    const room = await makeRoom(app.db)
    await makeRoomSlots(app.db, tomorrow, room, '09:00')
    expect(await refused(room.id)).toMatchObject({ ...nothing, reason: 'no_slots' })
    app.setClock(TOMORROW, '08:00')
    expect((await board(room.id)).time_slots).toHaveLength(1)
    app.setClock('2026-11-22', '08:00')
    expect(await refused(room.id)).toMatchObject({ ...nothing, reason: 'no_event' })
  })
})

describe('what is deleted while its board hangs', () => {
  const LATER = '2026-11-25'
  const remove = {
    room: (id: number) => admin.ok(deleteRoom, { params: { id: String(id) } }),
    'slots of the room': (id: number) => admin.ok(deleteRoomSlots, { query: { room_id: String(id) } }),
    day: () => admin.ok(deleteEventDate, { body: { date: LATER } }),
  }

  test.each([
    ['room', 'room_not_found'],
    ['slots of the room', 'no_schedule_data'],
    ['day', 'no_schedule_data'],
  ] as const)('the %s: it answers %s, and tells no meeting any more', async (what, code) => {
    const made = await make({}, await makeEventDate(app.db, LATER))
    const id = roomOf(made)
    app.setClock(LATER, '09:00')
    const tag = String((await ask(id)).headers['etag'])
    expect((await board(id)).reservations).toHaveLength(1)
    // The administrator's session would have expired by then.
    app.setClock(TODAY, '09:00')
    await remove[what](id)
    app.setClock(LATER, '09:01')
    expect((await ask(id, tag)).json()).toMatchObject({ code })
    await cancelAll(app.db)
    await app.db.deleteFrom('slots').execute()
    await app.db.deleteFrom('event_dates').where('date', '=', LATER).execute()
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
    app.server.snapshots.drop('event')
    const { id, name, floor } = room
    expect(await screen.ok(listDisplayRooms, {})).toContainEqual({
      id,
      name,
      floor,
      size: 12,
      has_available_slots: true,
      state: 'free',
      board: 'available',
      is_open: false,
      until: `${TODAY}T10:00:00+01:00`,
      // Two changes ahead, for walls whose next question comes late.
      coming: [
        ['10:00', true, '10:10'],
        ['10:10', false, '10:30'],
      ].map(([at, is_open, until]) => ({
        at: `${TODAY}T${at}:00+01:00`,
        state: 'free',
        board: 'available',
        is_open,
        until: `${TODAY}T${until}:00+01:00`,
      })),
    })
    app.setClock(TODAY, '10:29')
    expect(await flagOf(room)).toBe(true)
    // Time alone has started the last meeting.
    app.setClock(TODAY, '10:30')
    expect(await flagOf(room)).toBe(false)
  })

  test('promises no start for which booking has closed', async () => {
    const room = await makeRoom(app.db)
    await makeRoomSlots(app.db, day, room, '09:00', '10:00')
    const booking = { booking_opens_at: null, auto_approve: 'none' } as const
    await admin.ok(bookingSettings.change, { body: { ...booking, booking_closes_minutes: 60 } })
    app.setClock(TODAY, '08:30')
    const until = `${TODAY}T10:00:00+01:00`
    expect(await screen.ok(listDisplayRooms, {})).toContainEqual(
      expect.objectContaining({ id: room.id, until }),
    )
    const answer = await board(room.id)
    expect(roomAt(boardDay(answer.date, answer), app.now()).until).toBe(Date.parse(until))
    await admin.ok(bookingSettings.change, { body: { ...booking, booking_closes_minutes: 0 } })
  })

  test('a held slot, a locked one and one of tomorrow are not left', async () => {
    const held = await make()
    const [locked, later, none] = [await makeRoom(app.db), await makeRoom(app.db), await makeRoom(app.db)]
    await makeRoomSlots(app.db, day, locked, '10:00')
    await app.db.updateTable('slots').set({ is_locked: true }).where('room_id', '=', locked.id).execute()
    await makeRoomSlots(app.db, tomorrow, later, '10:00')
    app.server.snapshots.drop('event')
    for (const room of [{ id: roomOf(held) }, locked, later, none]) expect(await flagOf(room)).toBe(false)
    app.setClock(TOMORROW, '00:00')
    expect(await flagOf(later)).toBe(true)
  })

  test('agrees with each room’s board at every time of the day', async () => {
    const id = roomOf(await make())
    const says = async () => {
      const listed = (await screen.ok(listDisplayRooms, {})).find((room) => room.id === id)!
      const answer = await board(id)
      const { meeting: _, next: __, until, ...onBoard } = roomAt(boardDay(answer.date, answer), app.now())
      expect(listed).toMatchObject(onBoard)
      expect(listed.until && Date.parse(listed.until)).toBe(until)
      expect(answer.closed_until !== null).toBe(listed.state === 'closed')
      return `${listed.state} ${listed.board} ${listed.until?.slice(11, 16) ?? '-'}`
    }
    const listTag = async () => String((await screen.send(listDisplayRooms, {})).headers['etag'])
    let tag = ''
    for (const [time, said] of [
      ['09:49', 'free available -'],
      ['09:50', 'soon starting_soon 10:00'],
      ['10:00', 'in_use in_use 10:30'],
      ['10:25', 'soon end_soon 10:30'],
      ['10:30', 'closed available -'],
    ] as const) {
      app.setClock(TODAY, time)
      expect(await says(), time).toBe(said)
      expect(await listTag()).not.toBe(tag)
      tag = await listTag()
    }
    app.setClock(TODAY, '20:00')
    tag = await listTag()
    app.setClock(TODAY, '20:45')
    expect(await listTag()).toBe(tag)
  })
})

test('the list of rooms names nobody, so a browser may keep it and ask whether it has changed', async () => {
  const { headers } = await screen.send(listDisplayRooms, {})
  expect(headers['cache-control']).toBe('no-cache')
})

test('polling screens cost the database one read, and no cache may store the answer', async () => {
  const id = roomOf(await make())
  await board(id)
  let uses = 0
  app.pool.on('acquire', () => (uses += 1))
  const answers = await Promise.all(Array.from({ length: 30 }, () => ask(id)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  expect(answers[0]!.headers).toMatchObject({
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex, nofollow',
  })
  expect(uses).toBe(0)
})
