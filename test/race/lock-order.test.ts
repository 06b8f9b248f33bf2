import { expect, test } from 'vitest'
import { decideReservations } from '../../contract/admin/bulk-decisions.ts'
import { changeDocent, deleteDocent } from '../../contract/admin/places.ts'
import { deleteEventDate } from '../../contract/admin/event-dates.ts'
import { deleteMember } from '../../contract/admin/members.ts'
import { rearrangeReservations } from '../../contract/admin/rearrange.ts'
import { lockFilteredSlots } from '../../contract/admin/slots.ts'
import { reserveTour } from '../../contract/booking.ts'
import { actOnReservation } from '../../contract/reservation-action.ts'
import { addDays } from '../../domain/madrid-time.ts'
import { MASS_WORK } from '../../server/features/reservations/locking/queries.ts'
import { TODAY } from '../app.ts'
import { useAdmin, useEventDate, useTestApp } from '../fixture.ts'
import { makeDocent, makeEventDate, makeTourSlots, makeVisitor, tourParty } from '../make.ts'
import { decision, makeReservation } from '../make-reservation.ts'
import { MEMBER_LOCK, withOtherLocks, withWeakerBooking } from './weaker-booking.ts'
import { useWatchedConnections } from './watched-connections.ts'

// Two works lock the same rows while a third holds one until both wait. Counts deadlocks.

const app = useTestApp()
const watched = useWatchedConnections(app)
const day = useEventDate(app)
const first = useAdmin(app)
const second = useAdmin(app)
let days = 0

type Answer = Promise<{ statusCode: number }>
type Crossing = { hold: string; ids: readonly number[]; works: readonly (() => Answer)[] }

/** Starts the works one after the other while a row is held, and returns the number of deadlocks. */
async function countDeadlocks({ hold, ids, works }: Crossing): Promise<number> {
  const before = watched.deadlocks
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query(hold, [ids])
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid')
  const waiting = () => countWaitingFor(rows[0]!.pid)
  const answers: Answer[] = []
  for (const [n, work] of works.entries()) {
    answers.push(work())
    await expect.poll(waiting, { interval: 5 }).toBe(n + 1)
  }
  await holder.query('rollback')
  holder.release()
  // PostgreSQL rolls one back, and it is retried.
  for (const { statusCode } of await Promise.all(answers))
    expect([200, 201, 401, 404, 409]).toContain(statusCode)
  return watched.deadlocks - before
}

/** Counts sessions that wait for this connection, directly or through another one. */
async function countWaitingFor(holder: number): Promise<number> {
  const { rows } = await app.pool.query(
    `with recursive waiting (pid) as (
       select $1::int
       union
       select a.pid from waiting w join pg_stat_activity a on w.pid = any(pg_blocking_pids(a.pid)))
     select from waiting where pid <> $1`,
    [holder],
  )
  return rows.length
}

const HOLD_SLOT = 'select from slots where id = any($1) for update'
const HOLD_RESERVATION = 'select from reservations where id = any($1) for update'
const params = ({ id }: { id: number }) => ({ id: String(id) })

async function cancelWhileLocking() {
  const { reservation, slots } = await makeReservation(app, first, day, { kind: 'GROUP_MEETING' })
  const lock = { type: 'room', action: 'lock', resource_id: null, date: null } as const
  const works = [
    () => first.send(lockFilteredSlots, { body: lock }),
    () => second.send(actOnReservation, decision(reservation, 'cancel')),
  ]
  return countDeadlocks({ hold: HOLD_SLOT, ids: [slots[1]!.id], works })
}

test('locking all times and a cancellation, which gives several back', async () => {
  expect(await cancelWhileLocking()).toBe(0)
})

test('control: a cancellation that takes them in another order', async () => {
  watched.naively = (text) =>
    text.includes('given_back') ? text.replace('order by id for update', 'order by id desc for update') : text
  expect(await cancelWhileLocking()).toBeGreaterThan(0)
})

async function decideWhileDeleting() {
  const over = await makeReservation(app, first, day, { status: 'REJECTED' })
  const live = await makeReservation(app, first, day)
  const docent = await docentOf(live.slots[0]!)
  await app.db
    .updateTable('reservations')
    .set({ docent_id: docent.id })
    .where('id', '=', over.reservation.id)
    .execute()
  const reservation_ids = [over.reservation.id, live.reservation.id]
  const works = [
    () => first.send(deleteDocent, { params: params(docent) }),
    () => second.send(decideReservations, { body: { reservation_ids, action: 'approve' } }),
  ]
  return countDeadlocks({ hold: HOLD_RESERVATION, ids: [live.reservation.id], works })
}

const docentOf = (slot: { id: number }) =>
  app.db
    .selectFrom('docents')
    .innerJoin('slots', 'slots.docent_id', 'docents.id')
    .select(['docents.id', 'name', 'language', 'start_point'])
    .where('slots.id', '=', slot.id)
    .executeTakeFirstOrThrow()

test('a deletion, which clears links of many reservations, and a bulk decision', async () => {
  expect(await decideWhileDeleting()).toBe(0)
})

test('control: a deletion that locks only what it cancels', async () => {
  watched.naively = (text) =>
    text.startsWith('select "id" from "reservations" where "docent_id" = any(') ? `${text} and false` : text
  expect(await decideWhileDeleting()).toBeGreaterThan(0)
})

async function bookWhileBeingDeleted() {
  const { member, browser, reservation, slots } = await makeReservation(app, first, day)
  const [free] = await makeTourSlots(app.db, day, await docentOf(slots[0]!), '15:00')
  const body = { available_tour_id: free!.id, event_date_id: day.id, visitor: tourParty }
  const deleting = () => first.send(deleteMember, { params: params(member) })
  const booking = () => browser.send(reserveTour, { body })
  const lock = { type: 'tour', action: 'lock', resource_id: null, date: null } as const
  const locking = () => second.send(lockFilteredSlots, { body: lock })
  const unlocking = () => second.send(lockFilteredSlots, { body: { ...lock, action: 'unlock' } })
  return { hold: HOLD_RESERVATION, ids: [reservation.id], deleting, booking, locking, unlocking }
}

test('a booking of a member who is being deleted waits before it locks a slot', async () => {
  const { deleting, booking, locking, unlocking, ...held } = await bookWhileBeingDeleted()
  expect(await countDeadlocks({ ...held, works: [deleting, booking] })).toBe(0)
  await Promise.all([locking(), unlocking()])
})

test('control: a booking that locks its slot first deadlocks', async () => {
  const { deleting, booking, locking, unlocking, ...held } = await bookWhileBeingDeleted()
  const crossing = { ...held, works: [deleting, booking, locking] }
  expect(await withWeakerBooking(MEMBER_LOCK, () => countDeadlocks(crossing))).toBeGreaterThan(0)
  await unlocking()
})

async function changeWhileDeleting() {
  const { member, reservation, slots } = await makeReservation(app, first, day, { status: 'APPROVED' })
  const { id, ...form } = await docentOf(slots[0]!)
  const works = [
    () => first.send(deleteMember, { params: params(member) }),
    () => second.send(changeDocent, { params: params({ id }), body: { ...form, start_point: '정문' } }),
  ]
  return countDeadlocks({ hold: HOLD_RESERVATION, ids: [reservation.id], works })
}

test('the deletion of a member and the change of a docent', async () => {
  expect(await changeWhileDeleting()).toBe(0)
})

test('control: two that are not serialized deadlock', async () => {
  watched.naively = (text) => text.replace('select pg_advisory_xact_lock($1)', 'select $1::bigint')
  expect(await changeWhileDeleting()).toBeGreaterThan(0)
})

// Both works take this lock first; in the control they lock a place before it.
const HOLD_MASS_WORK = 'select pg_advisory_xact_lock(unnest($1::bigint[]))'

async function changeWhileRearranging() {
  const { reservation, slots } = await makeReservation(app, first, day, { status: 'APPROVED' })
  const { id, ...form } = await docentOf(slots[0]!)
  const scope = { date: day.date, docent_id: id }
  const body = { act: 'cancel' as const, scope, reason: '도슨트 사정', reservation_ids: [reservation.id] }
  const works = [
    () => first.send(rearrangeReservations, { body }),
    () => second.send(changeDocent, { params: params({ id }), body: { ...form, start_point: '정문' } }),
  ]
  return countDeadlocks({ hold: HOLD_MASS_WORK, ids: [MASS_WORK], works })
}

test('rearranging the reservations of a docent and the change of that docent', async () => {
  expect(await changeWhileRearranging()).toBe(0)
})

test('control: a place that is locked before the mass work deadlocks', async () => {
  watched.naively = (text) =>
    text.replace(
      'select pg_advisory_xact_lock($1)',
      'with place as materialized (select id from docents for share) select pg_advisory_xact_lock($1) from (select count(*) from place) p',
    )
  expect(await changeWhileRearranging()).toBeGreaterThan(0)
})

async function bookWhileDateIsDeleted() {
  const date = await makeEventDate(app.db, addDays(TODAY, (days += 1)))
  const [wanted, held] = await makeTourSlots(app.db, date, await makeDocent(app.db), '10:00', '11:00')
  const { browser } = await makeVisitor(app)
  const body = { available_tour_id: wanted!.id, event_date_id: date.id, visitor: tourParty }
  const works = [
    () => first.send(deleteEventDate, { body: { date: date.date } }),
    () => browser.send(reserveTour, { body }),
  ]
  return countDeadlocks({ hold: HOLD_SLOT, ids: [held!.id], works })
}

test('a booking on a date that is being deleted waits for its slot alone', async () => {
  expect(await bookWhileDateIsDeleted()).toBe(0)
})

test('control: a booking that locks the date before its slot deadlocks', async () => {
  const withDate = (text: string) =>
    text.replace('from docents where id', 'from docents join event_dates d on true where docents.id')
  expect(await withOtherLocks(withDate, bookWhileDateIsDeleted)).toBeGreaterThan(0)
})
