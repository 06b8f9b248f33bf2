import { describe, expect, test } from 'vitest'
import { decideReservations } from '../../../../contract/admin/bulk-decisions.ts'
import { eventSettings } from '../../../../contract/admin/event-settings.ts'
import { bookingSettings } from '../../../../contract/admin/settings.ts'
import { changeDocent, deleteDocent, changeRoom } from '../../../../contract/admin/places.ts'
import { deleteEventDate } from '../../../../contract/admin/event-dates.ts'
import { deleteSample } from '../../../../contract/admin/go-live.ts'
import { changeMember, deleteMember, deleteMembers } from '../../../../contract/admin/members.ts'
import { moveReservation } from '../../../../contract/admin/moves.ts'
import { listReservationHistory } from '../../../../contract/admin/reservations.ts'
import { deleteRoomSlot, deleteTourSlot } from '../../../../contract/admin/slot-deletions.ts'
import { lockFilteredSlots, lockTourSlots } from '../../../../contract/admin/slots.ts'
import { reserveMeeting, reserveTour } from '../../../../contract/booking.ts'
import { endMeeting } from '../../../../contract/meeting.ts'
import { listMyReservations, type Reservation } from '../../../../contract/reservation.ts'
import { actOnReservation } from '../../../../contract/reservation-action.ts'
import { waitForMeeting, waitForTour } from '../../../../contract/waitlist-requests.ts'
import { listMyWaitlist } from '../../../../contract/waitlist.ts'
import { TODAY, type Client } from '../../../../test/app.ts'
import { useAdmin, useEventDate, useStatementCount, useTestApp } from '../../../../test/fixture.ts'
import {
  makeDocent,
  makeEventDate,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  makeVisitor,
  meetingParty,
  tourParty,
} from '../../../../test/make.ts'
import { decision, makeReservation } from '../../../../test/make-reservation.ts'
import {
  findHolder,
  makeVip,
  meetingForm,
  tourForm,
  waitFor,
  waitForRun,
  waitThenBook,
} from '../../../../test/make-waiting.ts'

const app = useTestApp()
const sent = useStatementCount(app)
const day = useEventDate(app)
const admin = useAdmin(app)

type Id = { id: number }
const one = ({ id }: Id) => ({ params: { id: String(id) } })
type Slot = Id & { event_date_id: number }

async function takenTour(given: Parameters<typeof makeReservation>[3] = {}) {
  const { slots, ...made } = await makeReservation(app, admin, day, given)
  return { ...made, slot: { ...slots[0]!, event_date_id: day.id } }
}
/** A room of four slots from 10:00; each run is a meeting that holds them. */
async function takenRoom(...runs: [first: number, last: number][]) {
  const room = await makeRoom(app.db)
  const slots = await makeRoomSlots(app.db, day, room, '10:00', '10:10', '10:20', '10:30')
  const reservations: Reservation[] = []
  for (const [first, last] of runs) {
    const { browser } = await makeVisitor(app)
    const form = meetingForm(room, slots.slice(first, last + 1))
    reservations.push((await browser.ok(reserveMeeting, form)).reservation)
  }
  return { room, slots, reservations }
}
async function makeLine(slot: Slot, ...tiers: ('normal' | 'VIP' | 'VVIP')[]) {
  const people: Awaited<ReturnType<typeof makeVisitor>>[] = []
  for (const tier of tiers) {
    const person = tier === 'normal' ? await makeVisitor(app) : await makeVip(app, tier)
    await waitFor(person.browser, slot)
    app.passMinutes(1)
    people.push(person)
  }
  return people
}
const entriesOf = async ({ browser }: { browser: Client }) => (await browser.ok(listMyWaitlist, {})).entries
const statesOf = async (...people: { browser: Client }[]) =>
  (await Promise.all(people.map(entriesOf))).map(([entry]) => entry!.state)
const holderOf = (slot: Id) => findHolder(app, slot)
const mailsTo = async ({ member }: { member: { email: string } }) =>
  (await app.mails()).flatMap(({ to_address, kind }) => (to_address === member.email ? kind : []))
const reject = (reservation: Reservation) => admin.ok(actOnReservation, decision(reservation, 'reject'))

describe('when a time becomes free', () => {
  test('the first entry becomes a normal request with mail and history, and links to it', async () => {
    const { reservation, slot } = await takenTour()
    const { browser, member } = await makeVisitor(app)
    await browser.ok(waitForTour, tourForm(slot, { note: '휠체어 이용' }))
    app.passMinutes(5)
    await reject(reservation)
    const { tours } = await browser.ok(listMyReservations, {})
    expect(tours).toMatchObject([
      {
        status: 'PENDING',
        available_tour: { id: slot.id, time: '10:00' },
        visitor: tourParty,
        note: '휠체어 이용',
        user: { id: member.id },
        created_at: `${TODAY}T08:05:00+01:00`,
      },
    ])
    expect(await entriesOf({ browser })).toMatchObject([
      { state: 'served', place: null, reservation_id: tours[0]!.id, ended_at: `${TODAY}T08:05:00+01:00` },
    ])
    const mails = (await app.mails()).filter(({ reservation_id }) => reservation_id === tours[0]!.id)
    // The subject says that the waiting list made the request.
    const subject = expect.stringContaining('자리가 나서 투어 예약이 신청되었습니다')
    expect(mails).toMatchObject([
      { kind: 'request_received', to_address: member.email, status: 'queued', subject },
    ])
    expect(await admin.ok(listReservationHistory, one(tours[0]!))).toMatchObject([
      { action: 'create', actor: '서비스', reason: '자리 대기 중이던 시간에 자리가 나서 접수되었습니다.' },
    ])
    const { browser: late } = await makeVisitor(app)
    expect(await late.refused(reserveTour, tourForm(slot))).toMatchObject({ code: 'slot_taken' })
  })

  test('VVIP come before VIP before the rest, and of one tier those who came first', async () => {
    const { reservation, slot } = await takenTour()
    const [late, vip, vvip, later] = await makeLine(slot, 'normal', 'VIP', 'VVIP', 'VIP')
    let current: Reservation = reservation
    for (const person of [vvip!, vip!, later!, late!]) {
      await reject(current)
      expect(await holderOf(slot)).toBe(person.member.id)
      current = (await person.browser.ok(listMyReservations, {})).tours[0]!
    }
    await reject(current)
    expect(await holderOf(slot)).toBeNull()
  })

  test('nothing happens without waiting members, at the cost of one query', async () => {
    const [plain, waiting] = [await takenTour(), await takenTour()]
    await makeLine(waiting.slot, 'normal')
    app.setClock(TODAY, '10:00')
    const countOf = async (reservation: Reservation) => {
      const before = sent.statements
      await reject(reservation)
      return sent.statements - before
    }
    // The slot has begun, so its waiting list entries have ended.
    expect(await countOf(plain.reservation)).toBe(await countOf(waiting.reservation))
    expect(await holderOf(waiting.slot)).toBeNull()
  })
})

const WAYS: Record<string, (made: Awaited<ReturnType<typeof takenTour>>) => Promise<unknown>> = {
  'is rejected': ({ reservation }) => reject(reservation),
  'is cancelled': ({ reservation }) => admin.ok(actOnReservation, decision(reservation, 'cancel')),
  'is rejected with others': ({ reservation }) =>
    admin.ok(decideReservations, {
      body: { reservation_ids: [reservation.id], action: 'reject', reason: '전시장 사정' },
    }),
  'goes with its member': ({ member }) => admin.ok(deleteMember, one(member)),
  'is moved away': async ({ reservation }) => {
    const [target] = await makeTourSlots(app.db, day, await makeDocent(app.db), '11:00')
    await admin.ok(moveReservation, {
      ...one(reservation),
      body: { type: 'VIP_TOUR', available_tour_id: target!.id, event_date_id: day.id },
    })
  },
}

describe('a time becomes free when its reservation', () => {
  test.each(Object.keys(WAYS))('%s', async (way) => {
    const made = await takenTour()
    const [first, second] = await makeLine(made.slot, 'normal', 'normal')
    await WAYS[way]!(made)
    expect(await holderOf(made.slot)).toBe(first!.member.id)
    expect(await statesOf(first!, second!)).toEqual(['served', 'waiting'])
  })

  test('is given up: its cancellation is approved', async () => {
    const made = await takenTour({ status: 'CANCEL_REQUESTED' })
    const [first] = await makeLine(made.slot, 'normal')
    await admin.ok(actOnReservation, decision(made.reservation, 'approve_cancellation'))
    expect(await holderOf(made.slot)).toBe(first!.member.id)
  })

  test('ends early, by its member or an administrator: times that have not begun', async () => {
    for (const how of ['member', 'admin']) {
      app.setClock(TODAY, '08:00')
      const { browser, reservation, slots } = await makeReservation(app, admin, day, {
        kind: 'GROUP_MEETING',
        status: 'APPROVED',
      })
      const room = { id: (reservation as Reservation & { type: 'GROUP_MEETING' }).room.id! }
      const run = slots.map((slot) => ({ ...slot, event_date_id: day.id }))
      const [whole, last] = [await makeVisitor(app), await makeVisitor(app)]
      await waitForRun(whole.browser, room, run.slice(0, 2))
      await waitForRun(last.browser, room, run.slice(1, 3))
      app.setClock(TODAY, '10:05')
      if (how === 'member') await browser.ok(endMeeting, one(reservation))
      else await admin.ok(actOnReservation, decision(reservation, 'complete'))
      expect(await Promise.all(run.map(holderOf))).toEqual([
        reservation.user!.id,
        last.member.id,
        last.member.id,
      ])
      expect(await statesOf(whole, last)).toEqual(['expired', 'served'])
    }
  })

  test('has another slot deleted: the remaining slots are served', async () => {
    const { room, slots } = await takenRoom([0, 2])
    const [a, b, c] = [await makeVisitor(app), await makeVisitor(app), await makeVisitor(app)]
    await waitForRun(a.browser, room, slots.slice(0, 1))
    await waitForRun(b.browser, room, slots.slice(0, 2))
    await waitForRun(c.browser, room, slots.slice(1, 3))
    await admin.ok(deleteRoomSlot, one(slots[0]!))
    expect(await statesOf(a, b, c)).toEqual(['time_deleted', 'time_deleted', 'served'])
    expect(await holderOf(slots[1]!)).toBe(c.member.id)
  })

  test('is deleted with the sample event, while a real member waits for a real slot', async () => {
    const { reservation, slot, member } = await takenTour()
    const [first] = await makeLine(slot, 'normal')
    await app.db.updateTable('members').set({ is_sample: true }).where('id', '=', member.id).execute()
    await admin.ok(deleteSample, {})
    expect(await holderOf(slot)).toBe(first!.member.id)
    const { rows } = await app.pool.query('select from reservations where id = $1', [reservation.id])
    expect(rows).toEqual([])
  })
})

describe('and when it is unlocked', () => {
  test.each(['by choice', 'with all others'])('%s', async (how) => {
    const docent = await makeDocent(app.db)
    const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
    await admin.ok(lockTourSlots, { body: { time_slot_ids: [slot!.id], action: 'lock' } })
    const [first] = await makeLine(slot!, 'normal')
    if (how === 'by choice')
      await admin.ok(lockTourSlots, { body: { time_slot_ids: [slot!.id], action: 'unlock' } })
    else {
      const all = { type: 'tour', action: 'unlock', resource_id: null, date: null } as const
      await admin.ok(lockFilteredSlots, { body: all })
    }
    expect(await holderOf(slot!)).toBe(first!.member.id)
  })

  test('but not while a reservation holds it, nor when a reservation on a locked slot ends', async () => {
    const { reservation, slot } = await takenTour()
    const [first] = await makeLine(slot, 'normal')
    const chosen = { time_slot_ids: [slot.id] }
    await admin.ok(lockTourSlots, { body: { ...chosen, action: 'lock' } })
    await reject(reservation)
    expect(await statesOf(first!)).toEqual(['waiting'])
    await admin.ok(lockTourSlots, { body: { ...chosen, action: 'unlock' } })
    expect(await statesOf(first!)).toEqual(['served'])
    await admin.ok(lockTourSlots, { body: { ...chosen, action: 'unlock' } })
    expect(await holderOf(slot)).toBe(first!.member.id)
  })
})

describe('a run of a room needs all of its times', () => {
  test('an entry with a slot still taken is skipped, and served once that is free too', async () => {
    const { room, slots, reservations } = await takenRoom([0, 1], [2, 3])
    const [long, short] = [await makeVip(app, 'VVIP'), await makeVisitor(app)]
    await waitForRun(long.browser, room, slots.slice(1, 3))
    await waitForRun(short.browser, room, slots.slice(0, 1))
    await reject(reservations[0]!)
    expect(await statesOf(long, short)).toEqual(['waiting', 'served'])
    expect(await holderOf(slots[1]!)).toBeNull()
    await reject(reservations[1]!)
    expect(await statesOf(long)).toEqual(['served'])
    expect(await Promise.all(slots.map(holderOf))).toEqual([
      short.member.id,
      long.member.id,
      long.member.id,
      null,
    ])
    expect((await long.browser.ok(listMyReservations, {})).meetings).toMatchObject([
      { status: 'PENDING', time_range: '10:10 ~ 10:30', visitor: meetingParty },
    ])
  })

  test('one release can serve several entries', async () => {
    const { room, slots, reservations } = await takenRoom([0, 3])
    const [a, b, c] = [await makeVisitor(app), await makeVisitor(app), await makeVip(app, 'VIP')]
    await waitForRun(a.browser, room, slots.slice(0, 2))
    await waitForRun(b.browser, room, slots.slice(3, 4))
    await waitForRun(c.browser, room, slots.slice(1, 3))
    await reject(reservations[0]!)
    expect(await statesOf(a, b, c)).toEqual(['waiting', 'served', 'served'])
    expect(await holderOf(slots[0]!)).toBeNull()
  })
})

describe('an entry is skipped but keeps its position', () => {
  test('because the tier is too low now; it may be raised again', async () => {
    const docent = await makeDocent(app.db, { is_vip: true })
    const [slot] = await makeTourSlots(app.db, day, docent, '10:00')
    const holder = await makeVip(app, 'VIP')
    const { reservation } = await holder.browser.ok(reserveTour, tourForm(slot!))
    const [lowered, next] = await makeLine(slot!, 'VVIP', 'VIP')
    const { member } = lowered!
    const flags = { is_vip: false, is_vvip: false }
    await admin.ok(changeMember, { ...one(member), body: { ...member, ...flags } })
    await reject(reservation)
    expect(await statesOf(lowered!, next!)).toEqual(['waiting', 'served'])
    await admin.ok(changeMember, { ...one(member), body: member })
    await reject((await next!.browser.ok(listMyReservations, {})).tours[0]!)
    expect(await statesOf(lowered!)).toEqual(['served'])
  })

  test('because the docent asks for more now', async () => {
    const { reservation, slot } = await takenTour()
    const [first] = await makeLine(slot, 'normal')
    const docent = (reservation as Reservation & { type: 'VIP_TOUR' }).available_tour.docent
    const form = { ...docent, is_vip: true, is_vvip: false }
    await admin.ok(changeDocent, { ...one({ id: docent.id! }), body: form })
    await reject(reservation)
    expect(await statesOf(first!)).toEqual(['waiting'])
    expect(await entriesOf(first!)).toMatchObject([{ passed_over: 'tier_required' }])
  })

  test('because the room takes fewer people now', async () => {
    const { room, slots, reservations } = await takenRoom([0, 1])
    const [large, small] = [await makeVisitor(app), await makeVisitor(app)]
    await waitForRun(large.browser, room, slots.slice(0, 2))
    const party = { visitor: { ...meetingParty, count: 2 } }
    await small.browser.ok(waitForMeeting, meetingForm(room, slots.slice(0, 2), party))
    await admin.ok(changeRoom, { ...one(room), body: { ...room, size: 2 } })
    await reject(reservations[0]!)
    expect(await statesOf(large, small)).toEqual(['waiting', 'served'])
    expect(await entriesOf(large)).toMatchObject([{ passed_over: 'party_size' }])
  })

  test('because they have as many reservations as one may', async () => {
    const settings = await admin.ok(eventSettings.get, {})
    const { reservation, slot } = await takenTour()
    const [full, next] = await makeLine(slot, 'normal', 'normal')
    const [own] = await makeTourSlots(app.db, day, await makeDocent(app.db), '15:00')
    await full!.browser.ok(reserveTour, tourForm(own!))
    await admin.ok(eventSettings.change, { body: { ...settings, max_reservations: 1 } })
    await reject(reservation)
    expect(await statesOf(full!, next!)).toEqual(['waiting', 'served'])
    expect(await entriesOf(full!)).toMatchObject([{ passed_over: 'too_many_reservations' }])
    await admin.ok(eventSettings.change, { body: settings })
  })

  test('because they have an approved reservation at that time; one beside it does not matter', async () => {
    const { reservation, slot } = await takenTour()
    const [busy, next] = await makeLine(slot, 'VVIP', 'normal')
    const room = await makeRoom(app.db)
    const beside = await makeRoomSlots(app.db, day, room, '09:50', '10:20')
    const at = await makeRoomSlots(app.db, day, room, '10:00')
    for (const [person, slots] of [
      [busy!, at],
      [next!, beside.slice(0, 1)],
    ] as const) {
      const { reservation: own } = await person.browser.ok(reserveMeeting, meetingForm(room, slots))
      await admin.ok(actOnReservation, decision(own, 'approve'))
    }
    expect(await entriesOf(busy!)).toMatchObject([{ passed_over: 'has_other' }])
    expect(await entriesOf(next!)).toMatchObject([{ passed_over: null }])
    await reject(reservation)
    expect(await statesOf(busy!, next!)).toEqual(['waiting', 'served'])
  })

  test('because the same release has approved another reservation of theirs at that time', async () => {
    const booking = { booking_opens_at: null, booking_closes_minutes: 0 }
    await admin.ok(bookingSettings.change, { body: { ...booking, auto_approve: 'all' } })
    const docents = [await makeDocent(app.db), await makeDocent(app.db)]
    const made = await Promise.all(docents.map((docent) => makeTourSlots(app.db, day, docent, '10:00')))
    const [one, other] = [made[0]![0]!, made[1]![0]!]
    const lock = { time_slot_ids: [one.id, other.id] }
    await admin.ok(lockTourSlots, { body: { ...lock, action: 'lock' } })
    const [both] = await makeLine(one, 'VIP')
    await waitFor(both!.browser, other)
    const [next] = await makeLine(other, 'normal')
    await admin.ok(lockTourSlots, { body: { ...lock, action: 'unlock' } })
    expect(await holderOf(one)).toBe(both!.member.id)
    expect(await holderOf(other)).toBe(next!.member.id)
    await admin.ok(bookingSettings.change, { body: { ...booking, auto_approve: 'none' } })
  })

  test('two entries of one member, with room for one more: the earlier one', async () => {
    const settings = await admin.ok(eventSettings.get, {})
    const docent = await makeDocent(app.db)
    const slots = await makeTourSlots(app.db, day, docent, '10:00', '11:00')
    const lock = { time_slot_ids: slots.map(({ id }) => id) }
    await admin.ok(lockTourSlots, { body: { ...lock, action: 'lock' } })
    const { browser, member } = await makeVisitor(app)
    await waitFor(browser, slots[1]!)
    app.passMinutes(1)
    await waitFor(browser, slots[0]!)
    await admin.ok(eventSettings.change, { body: { ...settings, max_reservations: 1 } })
    await admin.ok(lockTourSlots, { body: { ...lock, action: 'unlock' } })
    expect(await Promise.all(slots.map(holderOf))).toEqual([null, member.id])
    await admin.ok(eventSettings.change, { body: settings })
  })
})

describe('never served is an entry', () => {
  test('of a member who is deleted, even by the deletion that frees the slot', async () => {
    const { member, slot, reservation } = await takenTour()
    const [gone, next] = await makeLine(slot, 'VVIP', 'normal')
    await admin.ok(deleteMembers, { body: { user_ids: [member.id, gone!.member.id] } })
    expect(await holderOf(slot)).toBe(next!.member.id)
    const { rows } = await app.pool.query('select from waitlist_entries where member_id = $1', [
      gone!.member.id,
    ])
    expect(rows).toEqual([])
    expect(reservation.id).toBeGreaterThan(0)
  })

  test('of the member who released the slot', async () => {
    const { reservation, slot } = await takenTour()
    const [first, second] = await makeLine(slot, 'VIP', 'normal')
    // A direct change of the database does not serve the waiting list.
    await app.pool.query('update slots set is_locked = true where id = $1', [slot.id])
    await reject(reservation)
    await app.pool.query('update slots set is_locked = false where id = $1', [slot.id])
    await first!.browser.ok(reserveTour, tourForm(slot))
    expect(await statesOf(first!, second!)).toEqual(['booked', 'waiting'])
    await reject((await first!.browser.ok(listMyReservations, {})).tours[0]!)
    expect(await holderOf(slot)).toBe(second!.member.id)
    expect(await statesOf(first!)).toEqual(['booked'])
  })

  test('for a slot that has begun', async () => {
    const { reservation, slot } = await takenTour()
    const [first] = await makeLine(slot, 'normal')
    app.setClock(TODAY, '10:00')
    await reject(reservation)
    expect(await holderOf(slot)).toBeNull()
    expect(await statesOf(first!)).toEqual(['expired'])
  })
})

describe('deleting the slot, its place or its date ends the entry with a mail', () => {
  const NEXT = '2026-11-27'
  let made: Awaited<ReturnType<typeof makeWaiting>>
  async function makeWaiting() {
    const other = await makeEventDate(app.db, NEXT)
    const docent = await makeDocent(app.db)
    const [slot] = await makeTourSlots(app.db, other, docent, '10:00')
    await (await makeVisitor(app)).browser.ok(reserveTour, tourForm(slot!))
    const [first] = await makeLine(slot!, 'normal')
    return { docent, slot: slot!, first: first! }
  }

  test.each<[string, () => Promise<unknown>]>([
    ['slot', () => admin.ok(deleteTourSlot, one(made.slot))],
    ['docent', () => admin.ok(deleteDocent, one(made.docent))],
    ['date', () => admin.ok(deleteEventDate, { body: { date: NEXT } })],
  ])('%s', async (_what, remove) => {
    made = await makeWaiting()
    await remove()
    expect(await statesOf(made.first)).toEqual(['time_deleted'])
    expect(await mailsTo(made.first)).toEqual(['waitlist_joined', 'waitlist_ended'])
    await admin.send(deleteEventDate, { body: { date: NEXT } })
  })

  test('but not of a member who has booked the time: only the reservation is mailed', async () => {
    const [slot] = await makeTourSlots(app.db, day, await makeDocent(app.db), '10:00')
    const holder = await waitThenBook(app, slot!)
    await admin.ok(deleteTourSlot, { ...one(slot!), body: { reason: '전시장 사정' } })
    expect(await mailsTo(holder)).toEqual(['waitlist_joined', 'request_received', 'cancelled'])
    expect(await entriesOf(holder)).toMatchObject([{ state: 'booked', reason: null }])
  })
})
