import { beforeAll, expect, test } from 'vitest'
import { moveReservation } from '../../contract/admin/moves.ts'
import { deleteEventDate } from '../../contract/admin/event-dates.ts'
import { deleteTourSlot } from '../../contract/admin/slot-deletions.ts'
import { reserveTour } from '../../contract/booking.ts'
import { actOnReservation } from '../../contract/reservation-action.ts'
import type { Client } from '../app.ts'
import { useEventDate, useTestApp } from '../fixture.ts'
import { makeAdmin, makeDocent, makeEventDate, makeTourSlots, makeVisitor, tourParty } from '../make.ts'
import { decision, makeReservation } from '../make-reservation.ts'
import { withoutHolders } from './without-holders.ts'
import { countWaiting } from '../waiting.ts'

const ROUNDS = 15

const app = useTestApp()
const day = useEventDate(app)
let first: Client
let second: Client
let visitor: Client

beforeAll(async () => {
  first = (await makeAdmin(app)).browser
  second = (await makeAdmin(app)).browser
  visitor = (await makeVisitor(app)).browser
})

type Id = { id: number }
const tour = () => makeReservation(app, first, day, { status: 'APPROVED' })
const freeSlot = async (): Promise<Id> =>
  (await makeTourSlots(app.db, day, await makeDocent(app.db), '11:00'))[0]!
const move = (admin: Client, { id }: Id, to: Id) =>
  admin.send(moveReservation, {
    params: { id: String(id) },
    body: { type: 'VIP_TOUR', available_tour_id: to.id, event_date_id: day.id },
  })

const slotsOf = async ({ id }: Id) => {
  const slots = await app.db.selectFrom('slots').select('id').where('reservation_id', '=', id).execute()
  return slots.map((slot) => slot.id)
}
/** Active reservations that hold other slots than those of their times. */
const findMismatched = async () => {
  const { rows } = await app.pool.query(`
    select r.id from reservations r where r.status in ('PENDING', 'APPROVED', 'CANCEL_REQUESTED') and
      (select array_agg(t.slot_id order by t.slot_id) from reservation_slots t where t.reservation_id = r.id)
      is distinct from (select array_agg(s.id order by s.id) from slots s where s.reservation_id = r.id)`)
  return rows
}

async function wantOneSlot() {
  const [a, b, target] = [await tour(), await tour(), await freeSlot()]
  const answers = await Promise.all([move(first, a.reservation, target), move(second, b.reservation, target)])
  return { answers: answers.map(({ statusCode }) => statusCode).toSorted((x, y) => x - y), a, b, target }
}

test('two administrators move reservations onto one slot: one succeeds, the other is unchanged', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { answers, a, b, target } = await wantOneSlot()
    expect(answers).toEqual([200, 409])
    const held = [await slotsOf(a.reservation), await slotsOf(b.reservation)].flat()
    expect(held).toHaveLength(2)
    expect(held).toContain(target.id)
  }
  expect(await findMismatched()).toEqual([])
})

test('control: when a slot no longer has one holder, both get it', async () => {
  await withoutHolders(app.pool, async () => {
    expect((await wantOneSlot()).answers).toEqual([200, 200])
  })
})

test('a move and the booking of a visitor want one slot: one gets it', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [{ reservation }, target] = [await tour(), await freeSlot()]
    const booking = () =>
      visitor.send(reserveTour, {
        body: { available_tour_id: target.id, event_date_id: day.id, visitor: tourParty },
      })
    const moving = () => move(first, reservation, target)
    const answers = await Promise.all(round % 2 ? [booking(), moving()] : [moving(), booking()])
    const done = answers.filter(({ statusCode }) => statusCode < 300)
    expect(done).toHaveLength(1)
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(1)
  }
  expect(await findMismatched()).toEqual([])
})

test('a move and a cancellation at once: the reservation is cancelled and holds no slot', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [{ reservation }, target] = [await tour(), await freeSlot()]
    const cancelling = () => second.send(actOnReservation, decision(reservation, 'cancel'))
    const moving = () => move(first, reservation, target)
    const [moved, cancelled] = await Promise.all(
      round % 2 ? [moving(), cancelling()] : [cancelling(), moving()].toReversed(),
    )
    expect([200, 409]).toContain(moved!.statusCode)
    expect(cancelled!.statusCode).toBe(200)
    expect(await slotsOf(reservation)).toEqual([])
  }
})

test('a cancellation that waits for a move answers and mails the time that it was moved to', async () => {
  const [{ reservation }, target] = [await tour(), await freeSlot()]
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query('select from reservations where id = $1 for update', [reservation.id])
  const waiting = () => countWaiting(app.pool)
  const moving = move(first, reservation, target)
  await expect.poll(waiting, { interval: 5 }).toBe(1)
  const cancelling = second.send(actOnReservation, decision(reservation, 'cancel'))
  await expect.poll(waiting, { interval: 5 }).toBe(2)
  await holder.query('rollback')
  holder.release()
  expect((await moving).statusCode).toBe(200)
  const moved = { available_tour: { id: target.id, time: '11:00' } }
  expect((await cancelling).json()).toMatchObject({ reservation: moved })
  const mail = app.db.selectFrom('mails').select('facts').where('reservation_id', '=', reservation.id)
  expect((await mail.where('kind', '=', 'cancelled').executeTakeFirstOrThrow()).facts).toMatchObject({
    reservation: moved,
  })
})

test('two moves onto each other’s slots: both are refused, and nothing is lost', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [a, b] = [await tour(), await tour()]
    const answers = await Promise.all([
      move(first, a.reservation, b.slots[0]!),
      move(second, b.reservation, a.slots[0]!),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 409])
    expect(await slotsOf(a.reservation)).toEqual([a.slots[0]!.id])
    expect(await slotsOf(b.reservation)).toEqual([b.slots[0]!.id])
  }
})

test('a move away from a slot that is being deleted succeeds, or the reservation is cancelled', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [{ reservation, slots }, target] = [await tour(), await freeSlot()]
    const deleting = () => second.send(deleteTourSlot, { params: { id: String(slots[0]!.id) } })
    const moving = () => move(first, reservation, target)
    const [moved, deleted] = await Promise.all(
      round % 2 ? [moving(), deleting()] : [deleting(), moving()].toReversed(),
    )
    expect(deleted!.statusCode).toBe(200)
    expect([200, 409]).toContain(moved!.statusCode)
    expect(await slotsOf(reservation)).toEqual(moved!.statusCode === 200 ? [target.id] : [])
  }
  expect(await findMismatched()).toEqual([])
})

test('a move onto a slot that is being deleted is refused, or the reservation is cancelled', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [{ reservation, slots }, target] = [await tour(), await freeSlot()]
    const deleting = () => second.send(deleteTourSlot, { params: { id: String(target.id) } })
    const moving = () => move(first, reservation, target)
    const [moved, deleted] = await Promise.all(
      round % 2 ? [moving(), deleting()] : [deleting(), moving()].toReversed(),
    )
    expect(deleted!.statusCode).toBe(200)
    expect([200, 409]).toContain(moved!.statusCode)
    expect(await slotsOf(reservation)).toEqual(moved!.statusCode === 200 ? [] : [slots[0]!.id])
  }
  expect(await findMismatched()).toEqual([])
})

test('a move onto a date that is being deleted, during a decision: no deadlock', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const other = await makeEventDate(app.db, '2026-11-29')
    const { reservation, slots } = await tour()
    const [target] = await makeTourSlots(app.db, other, await makeDocent(app.db), '11:00')
    const body = { type: 'VIP_TOUR' as const, available_tour_id: target!.id, event_date_id: other.id }
    const [moved, deleted, cancelled] = await Promise.all([
      first.send(moveReservation, { params: { id: String(reservation.id) }, body }),
      second.send(deleteEventDate, { body: { date: '2026-11-29' } }),
      second.send(actOnReservation, decision(reservation, 'cancel')),
    ])
    expect(deleted.statusCode).toBe(200)
    expect([200, 409]).toContain(moved.statusCode)
    // The deletion may have cancelled it before.
    expect([200, 409]).toContain(cancelled.statusCode)
    expect(await slotsOf(reservation)).toEqual([])
    const row = await app.db
      .selectFrom('slots')
      .select('reservation_id')
      .where('id', '=', slots[0]!.id)
      .execute()
    expect(row).toEqual([{ reservation_id: null }])
  }
  expect(await findMismatched()).toEqual([])
})
