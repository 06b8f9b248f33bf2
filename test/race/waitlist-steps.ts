import { decideReservations } from '../../contract/admin/bulk-decisions.ts'
import { changeMember, deleteMember } from '../../contract/admin/members.ts'
import { moveReservation } from '../../contract/admin/moves.ts'
import { deleteRoomSlot, deleteTourSlot } from '../../contract/admin/slot-deletions.ts'
import { lockRoomSlots, lockTourSlots } from '../../contract/admin/slots.ts'
import { reserveMeeting, reserveTour } from '../../contract/booking.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { endMeeting } from '../../contract/meeting.ts'
import { actOnReservation, requestCancellation } from '../../contract/reservation-action.ts'
import { waitForMeeting, waitForTour } from '../../contract/waitlist-requests.ts'
import { leaveWaitlist } from '../../contract/waitlist.ts'
import type { AdminAction } from '../../domain/reservation.ts'
import type { Client } from '../app.ts'
import { cancelRequest, decision } from '../make-reservation.ts'
import { endOf, type Model, type ModelReservation, type ModelSlot } from './waitlist-model.ts'
import { TIERS, type Person } from './waitlist-world.ts'

const byId = (id: number | null) => ({ params: { id: String(id) } })

type World = {
  model: Model
  slots: ModelSlot[]
  people: Person[]
  admins: Client[]
  random: () => number
  below: (count: number) => number
  pick: <T>(list: readonly T[]) => T | undefined
  pickSlots: () => ModelSlot[]
  form: (wanted: ModelSlot[]) => { body: object }
  /** Calls one of the servers, and compares its success with the model. */
  send: (
    by: Client[],
    endpoint: Endpoint,
    input: object,
    isRight: boolean,
  ) => Promise<Record<'reservation' | 'entry', { id: number }>>
}

/** All possible steps: each calls the service and updates the model. */
export function makeSteps({
  model,
  slots,
  people,
  admins,
  random,
  below,
  pick,
  pickSlots,
  form,
  send,
}: World) {
  const there = () => people.filter(({ isGone }) => !isGone)
  const isMeeting = ({ slots: [slot] }: { slots: ModelSlot[] }) => slot!.place === 'room'
  const typed = (reservation: ModelReservation) => ({
    id: reservation.id!,
    type: isMeeting(reservation) ? ('GROUP_MEETING' as const) : ('VIP_TOUR' as const),
  })
  const isOver = (r: ModelReservation) => endOf(r.slots) <= model.now
  const inState = (...states: ModelReservation['status'][]) =>
    pick(model.reservations.filter((r) => states.includes(r.status) && !r.member.isGone && !isOver(r)))

  async function decide(reservation: ModelReservation | undefined, action: AdminAction) {
    if (!reservation) return
    await send(admins, actOnReservation, decision(typed(reservation), action), true)
    if (action === 'approve') reservation.status = 'APPROVED'
    else if (action === 'reject_cancellation') reservation.status = 'APPROVED'
    else if (action === 'complete') endFromNow(reservation)
    else model.end([reservation])
  }
  /** Slots that have begun are not released. */
  function endFromNow(reservation: ModelReservation) {
    const kept = reservation.slots.filter(({ starts }) => starts <= model.now)
    for (const slot of kept) slot.holder = null
    model.end([reservation])
    for (const slot of kept) slot.holder = reservation
  }

  return [
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
  ] satisfies (() => Promise<void>)[]
}
