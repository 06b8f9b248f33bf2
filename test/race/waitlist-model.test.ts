import { afterAll, beforeAll, expect, test } from 'vitest'
import { decideReservations } from '../../contract/admin/bulk-decisions.ts'
import { changeMember, deleteMember } from '../../contract/admin/members.ts'
import { moveReservation } from '../../contract/admin/moves.ts'
import { changeSettings, getSettings } from '../../contract/admin/settings.ts'
import { deleteRoomSlot, deleteTourSlot } from '../../contract/admin/slot-deletions.ts'
import { lockRoomSlots, lockTourSlots } from '../../contract/admin/slots.ts'
import { changeWaitlistSettings } from '../../contract/admin/waitlist.ts'
import { reserveMeeting, reserveTour } from '../../contract/booking.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endMeeting } from '../../contract/meeting.ts'
import type { Member } from '../../contract/member.ts'
import { actOnReservation, requestCancellation } from '../../contract/reservation-action.ts'
import { waitForMeeting, waitForTour } from '../../contract/waitlist-requests.ts'
import { leaveWaitlist } from '../../contract/waitlist.ts'
import { login } from '../../contract/login.ts'
import type { AdminAction } from '../../domain/reservation.ts'
import { startTestApp, TODAY, type Client, type TestApp } from '../app.ts'
import {
  makeAdmin,
  makeDocent,
  makeEventDate,
  makeRoom,
  makeRoomSlots,
  makeTourSlots,
  makeVisitor,
} from '../make.ts'
import { cancelRequest, decision } from '../make-reservation.ts'
import { meetingForm, tourForm } from '../make-waiting.ts'
import { endOf, Model, type ModelMember, type ModelReservation, type ModelSlot } from './waitlist-model.ts'

// Random bookings, joins and releases of all kinds, by two servers with connections of their own on one database, and after
// each the whole of what is stored against what the model says.

const SEEDS = 20
const AT_ONCE = 5
/** The clock stands at each of these for so many steps. */
const HOURS = ['09:00', '10:05', '10:15']
const STEPS = 18
const MAX_RESERVATIONS = 3
const MAX_ENTRIES = 3

const servers: TestApp[] = []
const admins: Client[] = []
let day: { id: number; date: string }
beforeAll(async () => {
  const first = await startTestApp()
  const database = { connectionString: first.connectionString, drop: async () => {} }
  servers.push(first, await startTestApp({ database }))
  for (const server of servers) admins.push((await makeAdmin(server)).browser)
  day = await makeEventDate(first.db)
  const settings = await admins[0]!.ok(getSettings, {})
  await admins[0]!.ok(changeSettings, { body: { ...settings, max_reservations: MAX_RESERVATIONS } })
  await admins[0]!.ok(changeWaitlistSettings, { body: { max_waitlist_entries: MAX_ENTRIES } })
})
afterAll(async () => {
  for (const server of servers.toReversed()) await server.stop()
})

/** Numbers from 0 to below 1, the same for the same seed. */
function makeRandom(seed: number) {
  let state = seed * 2_654_435_769
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const TIERS = [
  { is_vip: false, is_vvip: false },
  { is_vip: true, is_vvip: false },
  { is_vip: true, is_vvip: true },
]

type Person = ModelMember & { account: Member; browsers: Client[] }

/** A room and a docent, with the people who want them. */
async function makeWorld(seed: number) {
  const random = makeRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  const pick = <T>(list: readonly T[]): T | undefined => list[below(list.length)]
  const { db } = servers[0]!
  const room = await makeRoom(db)
  const docent = await makeDocent(db, TIERS[1])
  const rooms = await makeRoomSlots(db, day, room, '10:00', '10:10', '10:20', '10:30', '10:40', '10:50')
  const tours = await makeTourSlots(db, day, docent, '10:00', '10:30', '11:00')
  const asModel = (slots: typeof rooms, place: string, needs: number): ModelSlot[] =>
    slots.map(({ id, time }) => ({
      id,
      place,
      needs,
      starts: minutesOf(time),
      isLocked: false,
      isGone: false,
      holder: null,
    }))
  const slots = [...asModel(rooms, 'room', 0), ...asModel(tours, 'docent', 1)]
  const people: Person[] = []
  for (let n = 0; n < 7; n += 1) {
    const rank = n % 3
    const { member: account, browser } = await makeVisitor(servers[0]!, TIERS[rank])
    const other = servers[1]!.client()
    await other.ok(login, { body: { phone: account.phone, name: account.name } })
    people.push({ id: account.id, rank, isGone: false, account, browsers: [browser, other] })
  }
  const model = new Model(minutesOf(HOURS[0]!), MAX_RESERVATIONS, MAX_ENTRIES)

  const there = () => people.filter(({ isGone }) => !isGone)
  /** A tour, or one to three times of the room. */
  function pickSlots(): ModelSlot[] {
    if (random() < 0.3) return [pick(slots.slice(6))!]
    const first = below(6)
    return slots.slice(first, Math.min(6, first + 1 + below(3)))
  }
  const form = (wanted: ModelSlot[]) => {
    const named = wanted.map(({ id }) => ({ id, event_date_id: day.id }))
    return wanted[0]!.place === 'room' ? meetingForm(room, named) : tourForm(named[0]!)
  }
  const isMeeting = ({ slots: [slot] }: { slots: ModelSlot[] }) => slot!.place === 'room'
  const typed = (reservation: ModelReservation) => ({
    id: reservation.id!,
    type: isMeeting(reservation) ? ('GROUP_MEETING' as const) : ('VIP_TOUR' as const),
  })
  const isOver = (r: ModelReservation) => endOf(r.slots) <= model.now
  const inState = (...states: ModelReservation['status'][]) =>
    pick(model.reservations.filter((r) => states.includes(r.status) && !r.member.isGone && !isOver(r)))

  /** Sends a call to one of the servers, and compares its success with what the model says. */
  async function send(by: Client[], endpoint: Endpoint, input: object, isRight: boolean) {
    const answer = await by[below(2)]!.send(endpoint, input as never)
    const said = { call: endpoint.path, seed, input, body: answer.body }
    expect({ ...said, isDone: answer.statusCode < 300 }).toEqual({ ...said, isDone: isRight })
    return answer.json<Record<'reservation' | 'entry', { id: number }>>()
  }
  const byId = (id: number | null) => ({ params: { id: String(id) } })

  async function decide(reservation: ModelReservation | undefined, action: AdminAction) {
    if (!reservation) return
    await send(admins, actOnReservation, decision(typed(reservation), action), true)
    if (action === 'approve') reservation.status = 'APPROVED'
    else if (action === 'reject_cancellation') reservation.status = 'APPROVED'
    else if (action === 'complete') endFromNow(reservation)
    else model.end([reservation])
  }
  /** Times that have begun are kept. */
  function endFromNow(reservation: ModelReservation) {
    const kept = reservation.slots.filter(({ starts }) => starts <= model.now)
    for (const slot of kept) slot.holder = null
    model.end([reservation])
    for (const slot of kept) slot.holder = reservation
  }

  const steps: (() => Promise<void>)[] = [
    async function book() {
      const [person, wanted] = [pick(there())!, pickSlots()]
      const right = model.canBook(person, wanted)
      const call = wanted[0]!.place === 'room' ? reserveMeeting : reserveTour
      const { reservation } = await send(person.browsers, call, form(wanted), right)
      if (right) model.book(person, wanted, reservation.id)
    },
    async function join() {
      const [person, wanted] = [pick(there())!, pickSlots()]
      const right = model.canJoin(person, wanted)
      const call = wanted[0]!.place === 'room' ? waitForMeeting : waitForTour
      const { entry } = await send(person.browsers, call, form(wanted), right)
      if (right) model.join(person, wanted, entry.id)
    },
    async function leave() {
      const entry = pick(model.entries.filter((each) => model.waits(each)))
      if (!entry || entry.slots.some(({ holder }) => holder?.member === entry.member)) return
      await send((entry.member as Person).browsers, leaveWaitlist, byId(entry.id), true)
      entry.outcome = 'left'
    },
    () => decide(inState('PENDING'), 'approve'),
    () => decide(inState('PENDING'), 'reject'),
    () => decide(inState('PENDING', 'APPROVED'), 'cancel'),
    () => decide(inState('APPROVED'), 'complete'),
    () =>
      decide(inState('CANCEL_REQUESTED'), random() < 0.8 ? 'approve_cancellation' : 'reject_cancellation'),
    async function askForCancellation() {
      const reservation = inState('APPROVED')
      if (!reservation || reservation.slots[0]!.starts <= model.now) return
      const { browsers } = reservation.member as Person
      await send(browsers, requestCancellation, cancelRequest(typed(reservation)), true)
      reservation.status = 'CANCEL_REQUESTED'
    },
    async function endEarly() {
      const reservation = inState('APPROVED')
      if (!reservation || !isMeeting(reservation)) return
      await send((reservation.member as Person).browsers, endMeeting, byId(reservation.id), true)
      endFromNow(reservation)
    },
    async function rejectMany() {
      const all = model.reservations.filter((r) => r.status === 'PENDING' && !r.member.isGone).slice(0, 3)
      if (all.length === 0) return
      const body = { reservation_ids: all.map(({ id }) => id!), action: 'reject', reason: '전시장 사정' }
      await send(admins, decideReservations, { body }, true)
      model.end(all)
    },
    async function lock() {
      const wanted = pickSlots().filter(({ isGone }) => !isGone)
      if (wanted.length === 0) return
      const action = random() < 0.4 ? 'lock' : 'unlock'
      const call = wanted[0]!.place === 'room' ? lockRoomSlots : lockTourSlots
      await send(admins, call, { body: { time_slot_ids: wanted.map(({ id }) => id), action } }, true)
      for (const slot of wanted) slot.isLocked = action === 'lock'
      if (action === 'unlock')
        model.end(
          [],
          wanted.filter(({ holder }) => holder === null),
        )
    },
    async function move() {
      const reservation = inState('PENDING', 'APPROVED')
      if (!reservation) return
      const wanted = pickSlots()
      const own = (slot: ModelSlot) => slot.holder === reservation
      const right =
        wanted[0]!.place === reservation.slots[0]!.place &&
        reservation.member.rank >= wanted[0]!.needs &&
        wanted.every(
          (slot) =>
            !slot.isGone &&
            (own(slot) || (slot.holder === null && !slot.isLocked && slot.starts > model.now)),
        ) &&
        !(wanted.length === reservation.slots.length && wanted.every(own))
      if (!right) return
      const { visitor: _, note: __, ...where } = form(wanted).body as Record<string, unknown>
      const body = { ...where, type: typed(reservation).type }
      await send(admins, moveReservation, { ...byId(reservation.id), body }, true)
      model.move(reservation, wanted)
    },
    async function changeTier() {
      const person = pick(there())!
      const rank = below(3)
      await send(
        admins,
        changeMember,
        { ...byId(person.id), body: { ...person.account, ...TIERS[rank] } },
        true,
      )
      person.rank = rank
    },
    async function deleteSomething() {
      if (random() < 0.6) return
      if (random() < 0.5 && there().length > 4) {
        const person = pick(there())!
        await send(admins, deleteMember, byId(person.id), true)
        model.deleteMember(person)
        return
      }
      const slot = pick(slots.filter(({ isGone }) => !isGone))!
      if (slots.filter(({ isGone, place }) => !isGone && place === slot.place).length < 3) return
      await send(admins, slot.place === 'room' ? deleteRoomSlot : deleteTourSlot, byId(slot.id), true)
      model.deleteSlot(slot)
    },
  ]

  /** The whole of what is stored, as the model has it; numbers that only the service knows are learned. */
  async function compare() {
    const { rows: held } = await servers[0]!.pool.query<{
      id: number
      reservation_id: number
      member_id: number
    }>(
      `select s.id, s.reservation_id, r.member_id from slots s join reservations r on r.id = s.reservation_id
       where s.id = any($1) order by s.id`,
      [slots.map(({ id }) => id)],
    )
    const expected = slots
      .filter(({ isGone, holder }) => !isGone && holder)
      .map(({ id, holder }) => ({ id, member_id: holder!.member.isGone ? null : holder!.member.id }))
    const said = { seed, now: model.now }
    expect({ ...said, held: held.map(({ id, member_id }) => ({ id, member_id })) }).toEqual({
      ...said,
      held: expected.toSorted((a, b) => a.id - b.id),
    })
    for (const { id, reservation_id } of held)
      slots.find((slot) => slot.id === id)!.holder!.id = reservation_id
    const { rows: entries } = await servers[0]!.pool.query<{ id: number; outcome: string | null }>(
      'select id, outcome from waitlist_entries where member_id = any($1) order by id',
      [people.map(({ id }) => id)],
    )
    const kept = model.entries.filter(({ member }) => !member.isGone)
    expect({ ...said, entries }).toEqual({
      ...said,
      entries: kept.map(({ id, outcome }) => ({ id, outcome })),
    })
  }

  // Most of what happens is wanting.
  const weights = [...Array<number>(8).fill(0), ...Array<number>(9).fill(1), ...steps.map((_, n) => n)]
  return {
    model,
    async step() {
      await steps[pick(weights)!]!()
      await compare()
    },
  }
}

test(`in ${SEEDS} runs whoever must have a time has it, by the rules as a hand would write them`, async () => {
  let served = 0
  for (let seed = 1; seed <= SEEDS; seed += AT_ONCE) {
    for (const server of servers) server.setClock(TODAY, HOURS[0]!)
    const worlds = await Promise.all(Array.from({ length: AT_ONCE }, (_, n) => makeWorld(seed + n)))
    for (const time of HOURS) {
      for (const server of servers) server.setClock(TODAY, time)
      await Promise.all(
        worlds.map(async (world) => {
          world.model.now = minutesOf(time)
          for (let n = 0; n < STEPS; n += 1) await world.step()
        }),
      )
    }
    for (const { model } of worlds)
      served += model.entries.filter(({ outcome }) => outcome === 'served').length
  }
  expect(served).toBeGreaterThan(SEEDS)
}, 300_000)
