import { describe, expect, test } from 'vitest'
import { rearrangeReservations } from '../../contract/admin/rearrange.ts'
import { actOnReservation, requestCancellation } from '../../contract/reservation-action.ts'
import { reserveTour } from '../../contract/booking.ts'
import { waitForTour } from '../../contract/waitlist-requests.ts'
import { useAdmin, useEventDate, useTestApp } from '../fixture.ts'
import { findMismatched, findUnmailed, makeTours, rearranging } from '../make-rearranging.ts'
import { cancelRequest, decision } from '../make-reservation.ts'
import { tourForm } from '../make-waiting.ts'
import { makeDocent, makeTourSlots, makeVisitor } from '../make.ts'
import { countWaiting } from '../waiting.ts'
import { useWatchedConnections } from './watched-connections.ts'

const ROUNDS = 8
const TIMES = ['10:00', '10:30', '11:00', '11:30']

const app = useTestApp()
const watched = useWatchedConnections(app)
const day = useEventDate(app)
const admin = useAdmin(app)
const second = useAdmin(app)

type Answer = { statusCode: number; json: () => unknown }

/** Starts the first work, which waits for a table with its row locks, then the second one, and then lets both go. */
async function overtake(table: string, first: () => Promise<Answer>, then: () => Promise<Answer>) {
  const holder = await app.pool.connect()
  await holder.query(`begin; lock table ${table} in share mode`)
  const waiting = () => countWaiting(app.pool)
  const one = first()
  await expect.poll(waiting, { interval: 5 }).toBe(1)
  const other = then()
  await expect.poll(waiting, { interval: 5 }).toBe(2)
  await holder.query('rollback')
  holder.release()
  return Promise.all([one, other])
}

/** Entries of the waiting list with other times than their slots. */
const findStaleEntries = async () => {
  const { rows } = await app.pool.query(`select e.id from waitlist_entries e
    join waitlist_slots w on w.entry_id = e.id join slots s on s.id = w.slot_id
    where e.live and (e.time, e.starts_at) is distinct from (s.time, s.starts_at)`)
  return rows
}
const makeConsistent = () =>
  app.pool.query(`
    update reservations r set starts_at = s.starts_at, ends_at = s.ends_at from slots s where s.reservation_id = r.id;
    update reservation_slots t set time = s.time, end_time = s.end_time from slots s where s.id = t.slot_id and t.live;
    delete from waitlist_entries`)

test.each(['move', 'shift', 'cancel'] as const)(
  'bookings, decisions, cancellations and waiting members during a %s: nothing is lost, doubled, unmailed or deadlocked',
  async (act) => {
    const before = watched.deadlocks
    for (let round = 0; round < ROUNDS; round += 1) {
      const { scope, slots, tours } = await makeTours(app, admin, day, TIMES, 3)
      const substitute = await makeDocent(app.db)
      const targets = await makeTourSlots(app.db, day, substitute, ...TIMES)
      const more = { move: { to_docent_id: substitute.id }, shift: { minutes: 30 }, cancel: {} }[act]
      const lock = round % 2 === 0 && act !== 'shift'
      const { body } = await rearranging(admin, { scope, act, lock, only_possible: true, ...more })
      const [booker, rival, waiter] = [await makeVisitor(app), await makeVisitor(app), await makeVisitor(app)]
      const works = [
        () => admin.send(rearrangeReservations, { body }),
        () => booker.browser.send(reserveTour, tourForm(slots[3]!)),
        () => rival.browser.send(reserveTour, tourForm(targets[1]!)),
        () => waiter.browser.send(waitForTour, tourForm(slots[0]!)),
        () => second.send(actOnReservation, decision(tours[0]!.reservation, 'cancel')),
        () => tours[1]!.browser.send(requestCancellation, cancelRequest(tours[1]!.reservation)),
      ]
      const turned = [...works.slice(round % works.length), ...works.slice(0, round % works.length)]
      const answers = await Promise.all(turned.map((work) => work()))
      for (const { statusCode } of answers) expect([200, 201, 409]).toContain(statusCode)
      expect(await findMismatched(app)).toEqual([])
      expect(await findStaleEntries()).toEqual([])
      expect(await findUnmailed(app)).toEqual([])
    }
    expect(watched.deadlocks).toBe(before)
  },
)

describe('a booking that is being written when the day is shifted', () => {
  async function bookDuringShift() {
    const { scope, slots } = await makeTours(app, admin, day, TIMES, 1)
    const { body } = await rearranging(admin, { scope, act: 'shift', minutes: 30 })
    const { browser } = await makeVisitor(app)
    return overtake(
      'reservation_slots',
      () => browser.send(reserveTour, tourForm(slots[3]!)),
      () => admin.send(rearrangeReservations, { body }),
    )
  }

  test('is not forgotten: the shift waits, and says that more is affected now', async () => {
    const [booked, shifted] = await bookDuringShift()
    expect([booked.statusCode, shifted.statusCode]).toEqual([201, 409])
    expect(shifted.json()).toMatchObject({ code: 'changed_meanwhile' })
    expect(await findMismatched(app)).toEqual([])
  })

  test('control: if the shift locked no slots, the booking would keep the former time', async () => {
    watched.naively = (text) => text.replace(/(from "slots" as "s" where .*) for update of "s"$/, '$1')
    const [booked, shifted] = await bookDuringShift()
    expect([booked.statusCode, shifted.statusCode]).toEqual([201, 200])
    expect(await findMismatched(app)).toHaveLength(1)
    await makeConsistent()
  })
})

describe('a member who joins the waiting list when the day is shifted', () => {
  async function joinDuringShift() {
    const { scope, slots } = await makeTours(app, admin, day, TIMES, 1)
    const { body } = await rearranging(admin, { scope, act: 'shift', minutes: 30 })
    const { browser } = await makeVisitor(app)
    const answers = await overtake(
      'waitlist_entries',
      () => browser.send(waitForTour, tourForm(slots[0]!)),
      () => admin.send(rearrangeReservations, { body }),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 200])
  }

  test('waits for the new time', async () => {
    await joinDuringShift()
    expect(await findStaleEntries()).toEqual([])
  })

  test('control: if the join locked no slots, it would wait for the former time', async () => {
    watched.naively = (text) => text.replace(/(select from slots where .*) for share$/, '$1')
    await joinDuringShift()
    expect(await findStaleEntries()).toHaveLength(1)
    await makeConsistent()
  })
})

describe('two administrators who shift the day at once', () => {
  async function shiftTwice(isSeen: boolean) {
    const { scope, tours } = await makeTours(app, admin, day, TIMES, 1)
    const { body } = await rearranging(admin, { scope, act: 'shift', minutes: 30 })
    const { state, ...rest } = body
    const sent = isSeen ? { state, ...rest } : rest
    const answers = await Promise.all(
      [admin, second].map((each) => each.send(rearrangeReservations, { body: sent })),
    )
    const slot = app.db
      .selectFrom('slots')
      .select('time')
      .where('reservation_id', '=', tours[0]!.reservation.id)
    const { time } = await slot.executeTakeFirstOrThrow()
    return { time, answers: answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b) }
  }

  test('shift it once', async () => {
    for (let round = 0; round < ROUNDS; round += 1)
      expect(await shiftTwice(true)).toEqual({ time: '10:30', answers: [200, 409] })
  })

  test('control: if the call did not say which times were shown, they would shift it twice', async () => {
    expect(await shiftTwice(false)).toEqual({ time: '11:00', answers: [200, 200] })
  })
})
