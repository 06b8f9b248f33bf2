import type pg from 'pg'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { decideReservations } from '../../contract/admin/bulk-decisions.ts'
import { changeDocent } from '../../contract/admin/docents.ts'
import { changeRoom } from '../../contract/admin/rooms.ts'
import { bookMeetingFor, bookTourFor } from '../../contract/admin/walk-ins.ts'
import { reserveMeeting, reserveTour } from '../../contract/booking.ts'
import { actOnReservation } from '../../contract/reservation-action.ts'
import type { Client } from '../app.ts'
import { useEventDate, useTestApp } from '../fixture.ts'
import {
  makeAdmin,
  makeDocent,
  makeMember,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  makeVisitor,
  meetingParty,
  tourParty,
} from '../make.ts'
import { decision } from '../make-reservation.ts'

const VISITORS = 8
const ROUNDS = 10
const CHANGES = 5

const app = useTestApp()
// The listener is added before the first connection, so that it reaches all of them.
beforeAll(() => void app.pool.on('connect', watchConnection))
const day = useEventDate(app)
let visitors: Client[]
let desk: Client
let approver: Client
let editor: Client
let guest: { id: number }
let deadlocks = 0
/** Whether a booking reads the texts without holding them. */
let removeGuard = false
/** Runs between a booking's reading of the texts and its writing. */
let meanwhile: (() => Promise<void>) | null = null

beforeAll(async () => {
  visitors = []
  for (let n = 0; n < VISITORS; n += 1) visitors.push((await makeVisitor(app)).browser)
  desk = (await makeAdmin(app)).browser
  approver = (await makeAdmin(app)).browser
  editor = (await makeAdmin(app)).browser
  guest = await makeMember(app.db)
})
beforeEach(() => {
  removeGuard = false
  meanwhile = null
})

function watchConnection(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const counting = async (sent: unknown) => {
    try {
      return await sent
    } catch (error) {
      // Tried again by the service, and never to be needed here.
      if ((error as { code?: string }).code === '40P01') deadlocks += 1
      throw error
    }
  }
  const query = async (text: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !text.endsWith(' for share')) return counting(send(text, ...rest))
    const found = await send(removeGuard ? text.replace(/ for share$/, '') : text, ...rest)
    await meanwhile?.()
    return found
  }
  client.query = query as typeof client.query
}

const params = ({ id }: { id: number }) => ({ id: String(id) })
const STARTS = Array.from(
  { length: VISITORS * 3 },
  (_, n) => `${String(9 + (n >> 1)).padStart(2, '0')}:${n % 2 ? '30' : '00'}`,
)

async function makePlaces() {
  const { id, name, language, start_point } = await makeDocent(app.db)
  const room = await makeRoom(app.db)
  return {
    docent: { id, name, language, start_point },
    room: { id: room.id, name: room.name, floor: room.floor, size: room.size },
    tours: await makeTourSlots(app.db, day, { id }, ...STARTS),
    meetings: await makeRoomSlots(app.db, day, room, ...STARTS),
  }
}
type Places = Awaited<ReturnType<typeof makePlaces>>

const tourWish = ({ tours }: Places, n: number) => ({
  available_tour_id: tours[n]!.id,
  event_date_id: day.id,
  visitor: tourParty,
})
const meetingWish = ({ room, meetings }: Places, n: number) => ({
  room_id: room.id,
  event_date_id: day.id,
  visitor: meetingParty,
  time_slots: [{ available_room_id: meetings[n]!.id }],
})

/** A visitor's request for a tour or a meeting. */
const ask = async (places: Places, n: number) => {
  const browser = visitors[n % VISITORS]!
  const { reservation } =
    n % 2
      ? await browser.ok(reserveMeeting, { body: meetingWish(places, n) })
      : await browser.ok(reserveTour, { body: tourWish(places, n) })
  return reservation
}

const askAndApprove = async (places: Places, n: number) =>
  approver.ok(actOnReservation, decision(await ask(places, n), 'approve'))

const walkIn = (places: Places, n: number) =>
  n % 2
    ? desk.ok(bookMeetingFor, { body: { ...meetingWish(places, n), user_id: guest.id } })
    : desk.ok(bookTourFor, { body: { ...tourWish(places, n), user_id: guest.id } })

/** Moves docent and room, several times each; answers where they are in the end. */
async function moveAbout({ docent, room }: Places, round: number) {
  let moved = { docent, room }
  for (let n = 0; n < CHANGES; n += 1) {
    moved = { docent: { ...docent, start_point: `${round}-${n}번 문` }, room: { ...room, floor: 10 + n } }
    const [{ id: docent_id, ...docentForm }, { id: room_id, ...roomForm }] = [moved.docent, moved.room]
    await Promise.all([
      editor.ok(changeDocent, { params: params({ id: docent_id }), body: docentForm }),
      editor.ok(changeRoom, { params: params({ id: room_id }), body: roomForm }),
    ])
  }
  return moved
}

/** Each reservation's text of where to go, and the last mail of those that are approved. */
const tellings = async ({ docent, room }: Places) => {
  const { rows } = await app.pool.query<{
    kind: string
    status: string
    place: string
    text: string
    calendar: string
  }>(
    `select kind, status, coalesce(place ->> 'start_point', place ->> 'floor') as place, m.text, m.calendar
    from reservations r, lateral (
      select text, calendar from mails where reservation_id = r.id order by id desc limit 1) as m
    where docent_id = $1 or room_id = $2`,
    [docent.id, room.id],
  )
  return rows
}

test('whoever asks, is booked for, or is approved while docent and room move, is told where they are in the end', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const places = await makePlaces()
    const early = []
    for (let n = 0; n < VISITORS; n += 1) early.push((await ask(places, n)).id)
    const [moved] = await Promise.all([
      moveAbout(places, round),
      approver.ok(decideReservations, { body: { reservation_ids: early.toReversed(), action: 'approve' } }),
      ...visitors.map((_, n) => askAndApprove(places, VISITORS + n)),
      ...visitors.map((_, n) => walkIn(places, 2 * VISITORS + n)),
    ])
    const told = await tellings(places)
    expect(told).toHaveLength(3 * VISITORS)
    for (const { kind, status, place, text, calendar } of told) {
      const isTour = kind === 'VIP_TOUR'
      expect(status).toBe('APPROVED')
      expect(place).toBe(isTour ? moved.docent.start_point : String(moved.room.floor))
      expect(text).toContain(
        isTour ? `시작 위치: ${moved.docent.start_point}\n` : ` · ${moved.room.floor}층\n`,
      )
      expect(calendar).toContain(isTour ? moved.docent.start_point : `(${moved.room.floor}층)`)
    }
  }
  expect(deadlocks).toBe(0)
})

const isWaited = async () => {
  const { rows } = await app.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length > 0
}

/** Books a tour whose docent moves between the booking's reading and its writing; answers the texts that it has. */
async function bookWhileMoving() {
  const places = await makePlaces()
  const { id, ...form } = places.docent
  let changing: Promise<unknown> | undefined
  meanwhile = async () => {
    meanwhile = null
    let isDone = false
    changing = editor.ok(changeDocent, { params: params({ id }), body: { ...form, start_point: '정문' } })
    void changing.finally(() => (isDone = true))
    await expect.poll(async () => isDone || (await isWaited()), { interval: 5 }).toBe(true)
  }
  await ask(places, 0)
  await changing
  return (await tellings(places)).map(({ place }) => place)
}

test('a change waits for a booking that has read the old text, and is found by it', async () => {
  expect(await bookWhileMoving()).toEqual(['정문'])
})

test('control: a booking that does not hold what it has read keeps the old text', async () => {
  removeGuard = true
  expect(await bookWhileMoving()).toEqual(['안내 데스크'])
})

test('bookings with one docent do not wait for each other', async () => {
  const places = await makePlaces()
  let other: Promise<unknown> | undefined
  meanwhile = async () => {
    meanwhile = null
    // The second one goes through while the first one stands still.
    await (other = ask(places, 2))
  }
  await ask(places, 0)
  await other
  expect(await tellings(places)).toHaveLength(2)
})
