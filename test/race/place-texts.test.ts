import type pg from 'pg'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decideReservations } from '../../contract/admin/bulk-decisions.ts'
import { changeDocent, changeRoom } from '../../contract/admin/places.ts'
import { addTourSlots } from '../../contract/admin/slots.ts'
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
import { DOCENT_LOCK, withWeakerBooking } from './weaker-booking.ts'
import type { Mail } from '../../server/mail/mail.ts'
import { writeMail } from '../../server/mail/write-mail.ts'
import { countWaiting } from '../waiting.ts'

const VISITORS = 8
const ROUNDS = 10
const CHANGES = 5

const app = useTestApp()
// Before the first connection, so that it covers all of them.
beforeAll(() => void app.pool.on('connect', watchConnection))
const day = useEventDate(app)
let visitors: Client[]
let desk: Client
let approver: Client
let editor: Client
let guest: { id: number }
let deadlocks = 0
/** Control: a change locks its reservations in reverse. */
let turnOrder = false
/** Runs once, before the first matching statement. */
let interruption: { statement: RegExp; work: () => Promise<void> } | null = null
/** A booking locks, and then reads. */
const LOCKING = /^\s*with bookings as/

beforeAll(async () => {
  await app.db.updateTable('settings').set({ max_minutes_per_day: 1440 }).execute()
  visitors = []
  for (let n = 0; n < VISITORS; n += 1) visitors.push((await makeVisitor(app)).browser)
  desk = (await makeAdmin(app)).browser
  approver = (await makeAdmin(app)).browser
  editor = (await makeAdmin(app)).browser
  guest = await makeMember(app.db)
})
beforeEach(() => {
  turnOrder = false
  interruption = null
})

function watchConnection(client: pg.PoolClient) {
  const send = client.query.bind(client) as (...args: unknown[]) => unknown
  const counting = async (sent: unknown) => {
    try {
      return await sent
    } catch (error) {
      // The service would retry, but must not have to.
      if ((error as { code?: string }).code === '40P01') deadlocks += 1
      throw error
    }
  }
  // Keeps statements in sequence when one of them is interrupted.
  let turn = Promise.resolve()
  const query = async (text: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string') return counting(send(text, ...rest))
    turn = turn.then(() => interrupt(`${text} ${String(rest[0])}`))
    await turn
    return counting(send(withoutGuards(text), ...rest))
  }
  client.query = query as typeof client.query
}

async function interrupt(statement: string) {
  if (!interruption?.statement.test(statement)) return
  const { work } = interruption
  interruption = null
  await work()
}

function withoutGuards(text: string) {
  if (turnOrder && text.endsWith(' for no key update of "r"'))
    return text.replace(' order by "r"."id"', ' order by "r"."id" desc')
  return text
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

const tourForm = ({ tours }: Places, n: number) => ({
  available_tour_id: tours[n]!.id,
  event_date_id: day.id,
  visitor: tourParty,
})
const meetingForm = ({ room, meetings }: Places, n: number) => ({
  room_id: room.id,
  event_date_id: day.id,
  visitor: meetingParty,
  time_slots: [{ available_room_id: meetings[n]!.id }],
})

const ask = async (places: Places, n: number) => {
  const browser = visitors[n % VISITORS]!
  const { reservation } =
    n % 2
      ? await browser.ok(reserveMeeting, { body: meetingForm(places, n) })
      : await browser.ok(reserveTour, { body: tourForm(places, n) })
  return reservation
}

const askAndApprove = async (places: Places, n: number) =>
  approver.ok(actOnReservation, decision(await ask(places, n), 'approve'))

const walkIn = (places: Places, n: number) =>
  n % 2
    ? desk.ok(bookMeetingFor, { body: { ...meetingForm(places, n), user_id: guest.id } })
    : desk.ok(bookTourFor, { body: { ...tourForm(places, n), user_id: guest.id } })

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

/** The stored texts of each reservation, and those of the last mail about it. */
const textsOf = async ({ docent, room }: Places) => {
  const { rows } = await app.pool.query<{
    kind: string
    status: string
    place: string
    mail: Mail
  }>(
    `select r.kind, r.status, coalesce(place ->> 'start_point', place ->> 'floor') as place, to_json(m) as mail
    from reservations r, lateral (
      select * from mails where reservation_id = r.id order by id desc limit 1) as m
    where docent_id = $1 or room_id = $2`,
    [docent.id, room.id],
  )
  return rows.map(({ mail, ...row }) => ({ ...row, ...writeMail(mail) }))
}

test('requests, desk bookings and approvals during changes of docent and room end with the final texts', async () => {
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
    const told = await textsOf(places)
    expect(told).toHaveLength(3 * VISITORS)
    for (const { kind, status, place, text, calendar } of told) {
      const isTour = kind === 'VIP_TOUR'
      expect(status).toBe('APPROVED')
      expect(place).toBe(isTour ? moved.docent.start_point : String(moved.room.floor))
      expect(text).toContain(
        isTour ? `시작 위치: ${moved.docent.start_point}\n` : ` · ${moved.room.floor}층\n`,
      )
      expect(calendar?.content).toContain(isTour ? moved.docent.start_point : `(${moved.room.floor}층)`)
    }
  }
  expect(deadlocks).toBe(0)
})

/** Returns whether the work has ended, or else waits for a lock. */
async function endOrWait(work: Promise<unknown>) {
  let isDone = false
  void work.finally(() => (isDone = true))
  await expect.poll(async () => isDone || (await countWaiting(app.pool)) > 0, { interval: 5 }).toBe(true)
  return isDone
}

async function whileHeld<T>(lock: string, work: () => Promise<T>): Promise<T> {
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query(lock)
  try {
    return await work()
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

/**
 * Control: the docent moves after the booking has read it and before it writes. Returns the texts in the
 * booking.
 */
async function bookWhileMoving() {
  const places = await makePlaces()
  const { id, ...form } = places.docent
  const both = await whileHeld('lock table reservations in share mode', async () => {
    const booking = ask(places, 0)
    await expect.poll(() => countWaiting(app.pool), { interval: 5 }).toBe(1)
    const changing = editor.ok(changeDocent, {
      params: params({ id }),
      body: { ...form, start_point: '정문' },
    })
    let isChanged = false
    void changing.then(() => (isChanged = true))
    await expect
      .poll(async () => isChanged || (await countWaiting(app.pool)) === 2, { interval: 5 })
      .toBe(true)
    return [booking, changing]
  })
  await Promise.all(both)
  return (await textsOf(places)).map(({ place }) => place)
}

test('a change waits for a booking that has read the old text, and then updates it', async () => {
  expect(await bookWhileMoving()).toEqual(['정문'])
})

test('control: a booking that does not lock its docent keeps the old text', async () => {
  expect(await withWeakerBooking(DOCENT_LOCK, bookWhileMoving)).toEqual(['안내 데스크'])
})

test('bookings with one docent do not wait for each other', async () => {
  const places = await makePlaces()
  // The change finishes while the booking is paused.
  const first = await whileHeld(
    `select from slots where id = ${places.tours[0]!.id} for update`,
    async () => {
      const booking = ask(places, 0)
      await expect.poll(() => countWaiting(app.pool), { interval: 5 }).toBe(1)
      await ask(places, 2)
      return { booking }
    },
  )
  await first.booking
  expect(await textsOf(places)).toHaveLength(2)
})

test('a booking does not wait for slots that are being added', async () => {
  const places = await makePlaces()
  let booking: Promise<unknown> | undefined
  let hasEnded = false
  const work = async () => {
    booking = ask(places, 0)
    hasEnded = await endOrWait(booking)
  }
  interruption = { statement: /^\s*insert into slots /, work }
  const plan = { start_time: '07:00', end_time: '07:50', interval_minutes: 10, duration: 10 }
  await editor.ok(addTourSlots, { body: { docent_id: places.docent.id, event_date_id: day.id, ...plan } })
  await booking
  expect(hasEnded).toBe(true)
})

test('an approval waits for a change that has read its reservation, and mails the new place', async () => {
  const places = await makePlaces()
  const reservation = await ask(places, 0)
  let approving: Promise<unknown> | undefined
  let hasEnded: boolean | undefined
  const work = async () => {
    approving = approver.ok(actOnReservation, decision(reservation, 'approve'))
    hasEnded = await endOrWait(approving)
  }
  // The change writes what it has read.
  interruption = { statement: /^\s*with wanted as/, work }
  const { id, ...form } = places.docent
  await editor.ok(changeDocent, { params: params({ id }), body: { ...form, start_point: '정문' } })
  await approving
  expect(hasEnded).toBe(false)
  const [told] = await textsOf(places)
  expect(told).toMatchObject({ status: 'APPROVED', place: '정문' })
  expect(told!.text).toContain('시작 위치: 정문\n')
})

describe('a booking checks the place as it is once locked', () => {
  const asVvip = ({ docent: { id, ...form } }: Places) =>
    editor.ok(changeDocent, { params: params({ id }), body: { ...form, is_vvip: true } })
  const asSmaller = ({ room: { id, ...form } }: Places) =>
    editor.ok(changeRoom, { params: params({ id }), body: { ...form, size: meetingParty.count - 1 } })

  test.each([
    [
      'a visitor, of a tour that is for VVIP now',
      () => visitors[0]!,
      reserveTour,
      0,
      asVvip,
      'tier_required',
    ],
    ['the desk, of such a tour', () => desk, bookTourFor, 0, asVvip, 'tier_required'],
    [
      'a visitor, of a room that takes fewer now',
      () => visitors[0]!,
      reserveMeeting,
      1,
      asSmaller,
      'invalid_input',
    ],
    ['the desk, of such a room', () => desk, bookMeetingFor, 1, asSmaller, 'invalid_input'],
  ] as const)('%s', async (_who, browser, endpoint, n, change, code) => {
    const places = await makePlaces()
    interruption = { statement: LOCKING, work: async () => void (await change(places)) }
    const wish = n ? meetingForm(places, n) : tourForm(places, n)
    const body = { ...wish, ...(browser() === desk && { user_id: guest.id }) }
    expect(await browser().refused(endpoint, { body })).toMatchObject({ code })
    expect(await textsOf(places)).toEqual([])
  })
})

/**
 * Approves and moves the same reservations while a third session holds the middle one. Returns the number of
 * deadlocks.
 */
async function approveWhileMoving() {
  const places = await makePlaces()
  const ids: number[] = []
  for (const n of [0, 2, 4]) ids.push((await ask(places, n)).id)
  const before = deadlocks
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query('select from reservations where id = $1 for update', [ids[1]])
  const { id, ...form } = places.docent
  const both = [
    editor.ok(changeDocent, { params: params({ id }), body: { ...form, start_point: '정문' } }),
    approver.ok(decideReservations, { body: { reservation_ids: ids.toReversed(), action: 'approve' } }),
  ]
  await expect.poll(() => countWaiting(app.pool), { interval: 5 }).toBe(2)
  await holder.query('rollback')
  holder.release()
  // One of them may exhaust its retries.
  await Promise.allSettled(both)
  return deadlocks - before
}

test('a change and a bulk decision do not deadlock', async () => {
  expect(await approveWhileMoving()).toBe(0)
})

test('control: a change that locks in another order does', async () => {
  turnOrder = true
  expect(await approveWhileMoving()).toBeGreaterThan(0)
})
