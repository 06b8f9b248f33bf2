import { beforeAll, describe, expect, test } from 'vitest'
import { changeDocent } from '../../contract/admin/places.ts'
import { deleteMembers } from '../../contract/admin/members.ts'
import { reserveMeeting, reserveTour } from '../../contract/booking.ts'
import { listMyReservations, type Reservation } from '../../contract/reservation.ts'
import { actOnReservation } from '../../contract/reservation-action.ts'
import { waitForTour } from '../../contract/waitlist-requests.ts'
import { listMyWaitlist } from '../../contract/waitlist.ts'
import { inTransaction } from '../../server/database/transaction.ts'
import { serveWaitlist } from '../../server/features/reservations/commands.ts'
import { postMail } from '../../server/outbox/post-mail.ts'
import type { Client } from '../app.ts'
import { useAdmin, useEventDate, useTestApp } from '../fixture.ts'
import { makeRoom, makeRoomSlots, makeVisitor } from '../make.ts'
import { decision, makeReservation } from '../make-reservation.ts'
import { findHolder, meetingForm, tourForm, waitFor, waitForRun } from '../make-waiting.ts'
import { countWaiting } from '../waiting.ts'
import { useWatchedConnections } from './watched-connections.ts'

const app = useTestApp()
const watched = useWatchedConnections(app)
const day = useEventDate(app)
const admin = useAdmin(app)
const second = useAdmin(app)

type Id = { id: number }
const one = ({ id }: Id) => ({ params: { id: String(id) } })
async function takenTour() {
  const { slots, ...made } = await makeReservation(app, admin, day)
  return { ...made, slot: { ...slots[0]!, event_date_id: day.id } }
}
const holderOf = (slot: Id) => findHolder(app, slot)
async function holding(statement: string, values: unknown[] = []) {
  const holder = await app.pool.connect()
  await holder.query('begin')
  await holder.query(statement, values)
  return async () => {
    await holder.query('rollback')
    holder.release()
  }
}

describe('fifty visitors book while a slot with a waiting member is freed', () => {
  const POLLERS = 50
  let pollers: Client[]
  beforeAll(async () => {
    pollers = []
    for (let n = 0; n < POLLERS; n += 1) pollers.push((await makeVisitor(app)).browser)
  })

  /** Returns whether the first in the waiting list gets the slot of a reservation rejected in bulk. */
  async function giveBack(
    release: (
      made: Awaited<ReturnType<typeof takenTour>>,
      othersTry: () => Promise<void>,
    ) => Promise<unknown>,
  ) {
    const made = await takenTour()
    const { browser, member } = await makeVisitor(app)
    await waitFor(browser, made.slot)
    const rush = { isOver: false }
    let tries = 0
    const polling = pollers.map(async (poller) => {
      while (!rush.isOver) {
        const { statusCode } = await poller.send(reserveTour, tourForm(made.slot))
        tries += 1
        if (statusCode === 201) return
      }
    })
    const othersTry = async () => {
      const before = tries
      await expect.poll(() => tries, { interval: 5 }).toBeGreaterThan(before + POLLERS)
    }
    await othersTry()
    await release(made, othersTry)
    await othersTry()
    rush.isOver = true
    await Promise.all(polling)
    return (await holderOf(made.slot)) === member.id
  }

  test('the first in line has it, each time', async () => {
    for (let round = 0; round < 4; round += 1)
      expect(
        await giveBack(({ reservation }) => admin.ok(actOnReservation, decision(reservation, 'reject'))),
      ).toBe(true)
  })

  test('control: if served after the commit, another visitor gets it', async () => {
    const served: boolean[] = []
    for (let round = 0; round < 5 && !served.includes(false); round += 1) {
      const isServed = await giveBack(async ({ reservation, slot }, othersTry) => {
        watched.naively = (text) =>
          text.includes('join waitlist_slots w on') ? text.replace('group by', 'where false group by') : text
        await admin.ok(actOnReservation, decision(reservation, 'reject'))
        watched.naively = (text) => text
        await othersTry()
        const context = { db: app.db, postMail, publicUrl: 'http://localhost:3000' }
        await inTransaction(app.db, async (tx) => {
          await tx.selectFrom('slots').select('id').where('id', '=', slot.id).forUpdate().execute()
          await serveWaitlist(context, tx, [{ slot_id: slot.id, member_id: null }], app.now())
        })
      })
      served.push(isServed)
    }
    expect(served).toContain(false)
  })
})

describe('a member joins the waiting list while the slot is freed', () => {
  /** Joining sees the slot as taken and pauses before it writes; the slot is released in between. */
  async function joinWhileReleasing() {
    const { reservation, slot } = await takenTour()
    const { browser, member } = await makeVisitor(app)
    const letGo = await holding('lock table waitlist_entries in share mode')
    const joining = browser.send(waitForTour, tourForm(slot))
    await expect.poll(() => countWaiting(app.pool), { interval: 5 }).toBe(1)
    const releasing = admin.send(actOnReservation, decision(reservation, 'reject'))
    // It waits for the slot too, or without the lock is done.
    let isDone = false
    void releasing.then(() => (isDone = true))
    await expect.poll(async () => isDone || (await countWaiting(app.pool)) === 2, { interval: 5 }).toBe(true)
    await letGo()
    expect((await joining).statusCode).toBe(201)
    expect((await releasing).statusCode).toBe(200)
    return (await holderOf(slot)) === member.id
  }

  test('the release waits, and the member is served', async () => {
    expect(await joinWhileReleasing()).toBe(true)
  })

  test('control: without the slot’s lock, the member waits for a free slot', async () => {
    watched.naively = (text) => text.replace('order by id for share', 'order by id')
    expect(await joinWhileReleasing()).toBe(false)
  })

  test('whatever the timing, the member is served or asked to book', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { reservation, slot } = await takenTour()
      const { browser, member } = await makeVisitor(app)
      const join = () => browser.send(waitForTour, tourForm(slot))
      const reject = () => admin.send(actOnReservation, decision(reservation, 'reject'))
      const [joined] = await Promise.all(round % 2 ? [join(), reject()] : [reject(), join()].toReversed())
      expect(await holderOf(slot)).toBe(joined!.statusCode === 201 ? member.id : null)
      if (joined!.statusCode !== 201) expect(joined!.json()).toMatchObject({ code: 'slot_free' })
    }
  })
})

describe('both slots of an entry are freed at once by two administrators', () => {
  async function giveBackBoth() {
    const room = await makeRoom(app.db)
    const slots = await makeRoomSlots(app.db, day, room, '10:00', '10:10')
    const reservations: Reservation[] = []
    for (const slot of slots) {
      const { browser } = await makeVisitor(app)
      reservations.push((await browser.ok(reserveMeeting, meetingForm(room, [slot]))).reservation)
    }
    const { browser, member } = await makeVisitor(app)
    await waitForRun(browser, room, slots)
    const reject = (by: Client, n: number) => by.send(actOnReservation, decision(reservations[n]!, 'reject'))
    // Pauses both before they decide, when each has released one of the two slots.
    const letGo = await holding('lock table mails in share mode')
    const answers = [reject(admin, 0), reject(second, 1)]
    await expect.poll(() => countWaiting(app.pool), { interval: 5 }).toBe(2)
    await letGo()
    for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBe(200)
    return (await holderOf(slots[0]!)) === member.id && (await holderOf(slots[1]!)) === member.id
  }

  test('one of them sees both free, and the entry is served', async () => {
    for (let round = 0; round < 10; round += 1) expect(await giveBackBoth()).toBe(true)
  })

  test('control: without the lock on all needed slots, nobody is served', async () => {
    watched.naively = (text) =>
      text.includes('skip locked) as locked') && !text.includes('members')
        ? 'select cardinality($1::int[]) as locked'
        : text
    const served: boolean[] = []
    for (let round = 0; round < 10; round += 1) served.push(await giveBackBoth())
    expect(served).toContain(false)
  })
})

describe('serving never waits for locks, so it cannot deadlock', () => {
  /**
   * A slot is released while another session holds a row that serving needs and waits for the reservation.
   */
  async function cross(
    made: Awaited<ReturnType<typeof takenTour>>,
    other: () => Promise<{ statusCode: number }>,
  ) {
    const before = watched.deadlocks
    const letGo = await holding('select from reservations where id = $1 for update', [made.reservation.id])
    const rejecting = admin.send(actOnReservation, decision(made.reservation, 'reject'))
    await expect.poll(() => countWaiting(app.pool), { interval: 5 }).toBe(1)
    const doing = other()
    await expect.poll(() => countWaiting(app.pool), { interval: 5 }).toBe(2)
    await letGo()
    // A reservation that the other session has cancelled cannot be rejected.
    expect([200, 409]).toContain((await rejecting).statusCode)
    expect((await doing).statusCode).toBe(200)
    return watched.deadlocks - before
  }

  async function changeItsDocent() {
    const made = await takenTour()
    const { browser, member } = await makeVisitor(app)
    await waitFor(browser, made.slot)
    const { docent } = (made.reservation as typeof made.reservation & { type: 'VIP_TOUR' }).available_tour
    const body = { ...docent, start_point: '정문', is_vip: false, is_vvip: false }
    const count = await cross(made, () => second.send(changeDocent, { ...one({ id: docent.id! }), body }))
    expect(await holderOf(made.slot)).toBe(member.id)
    const { tours } = await browser.ok(listMyReservations, {})
    expect(tours).toMatchObject([{ available_tour: { docent: { start_point: '정문' } } }])
    return count
  }

  async function deleteWhoWaits() {
    const made = await takenTour()
    const [gone, next] = [await makeVisitor(app), await makeVisitor(app)]
    await waitFor(gone.browser, made.slot)
    await waitFor(next.browser, made.slot)
    const count = await cross(made, () =>
      second.send(deleteMembers, { body: { user_ids: [gone.member.id, made.member.id] } }),
    )
    expect(await holderOf(made.slot)).toBe(next.member.id)
    return count
  }

  test('of a docent who is being changed', async () => {
    expect(await changeItsDocent()).toBe(0)
  })

  test('for a member who is being deleted', async () => {
    expect(await deleteWhoWaits()).toBe(0)
  })

  const waiting = (text: string) => text.replaceAll(' skip locked', '')

  test('control: waiting for the docent deadlocks', async () => {
    watched.naively = waiting
    expect(await changeItsDocent()).toBeGreaterThan(0)
  })

  test('control: waiting for the member deadlocks', async () => {
    watched.naively = waiting
    expect(await deleteWhoWaits()).toBeGreaterThan(0)
  })
})

describe('one member joins twice at once', () => {
  const askTwice = async () => {
    const { slot } = await takenTour()
    const { browser } = await makeVisitor(app)
    const answers = await Promise.all([1, 2].map(() => browser.send(waitForTour, tourForm(slot))))
    expect((await browser.ok(listMyWaitlist, {})).entries).toHaveLength(1)
    return answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)
  }

  test('and is put in line once', async () => {
    for (let round = 0; round < 10; round += 1) expect(await askTwice()).toEqual([201, 409])
  })

  test('also if both had checked at once: a unique index allows one active entry', async () => {
    watched.naively = (text) =>
      text.includes('from "members"') ? text.replace(' for no key update', '') : text
    for (let round = 0; round < 10; round += 1) expect(await askTwice()).toEqual([201, 409])
  })
})
