// An independent model of the rules for slots and waiting list, without code of the service.

export type ModelMember = { id: number; rank: number; isGone: boolean }
export type ModelSlot = {
  id: number
  place: string
  starts: number
  needs: number
  isLocked: boolean
  isGone: boolean
  holder: ModelReservation | null
}
type Status = 'PENDING' | 'APPROVED' | 'CANCEL_REQUESTED' | 'OVER'
export type ModelReservation = {
  id: number | null
  member: ModelMember
  slots: ModelSlot[]
  status: Status
}
type Outcome = 'served' | 'left' | 'booked' | 'time_deleted' | null
export type ModelEntry = {
  id: number
  member: ModelMember
  slots: ModelSlot[]
  /** By the clock of the server that took it; entries of the same time are in sequence. */
  since: number
  outcome: Outcome
}

/** Room slots last ten minutes, tours 25. */
export const endOf = (slots: readonly ModelSlot[]) =>
  slots.at(-1)!.starts + (slots[0]!.place === 'room' ? 10 : 25)

export class Model {
  readonly reservations: ModelReservation[] = []
  readonly entries: ModelEntry[] = []
  readonly maxReservations: number
  readonly maxEntries: number
  now: number

  constructor(now: number, maxReservations: number, maxEntries: number) {
    this.now = now
    this.maxReservations = maxReservations
    this.maxEntries = maxEntries
  }

  liveOf(member: ModelMember) {
    return this.reservations.filter(
      (r) => r.member === member && r.status !== 'OVER' && endOf(r.slots) > this.now,
    )
  }

  waits(entry: ModelEntry) {
    return entry.outcome === null && !entry.member.isGone && entry.slots[0]!.starts > this.now
  }

  private holdsOwn(entry: ModelEntry) {
    return entry.slots.some((slot) => slot.holder?.member === entry.member)
  }

  private mayHave(member: ModelMember, slots: ModelSlot[]) {
    return slots.every((slot) => !slot.isGone && slot.starts > this.now && member.rank >= slot.needs)
  }

  isFree(slots: ModelSlot[]) {
    return slots.every((slot) => slot.holder === null && !slot.isLocked)
  }

  canBook(member: ModelMember, slots: ModelSlot[]) {
    return (
      this.mayHave(member, slots) && this.isFree(slots) && this.liveOf(member).length < this.maxReservations
    )
  }

  book(member: ModelMember, slots: ModelSlot[], id: number | null) {
    const reservation: ModelReservation = { id, member, slots, status: 'PENDING' }
    this.reservations.push(reservation)
    for (const slot of slots) slot.holder = reservation
  }

  canJoin(member: ModelMember, slots: ModelSlot[]) {
    const own = this.entries.filter((entry) => entry.member === member && this.waits(entry))
    const really = own.filter((entry) => !this.holdsOwn(entry))
    return (
      this.mayHave(member, slots) &&
      !this.isFree(slots) &&
      !slots.some((slot) => slot.holder?.member === member) &&
      !really.some((entry) => entry.slots.some((slot) => slots.includes(slot))) &&
      really.length < this.maxEntries &&
      this.liveOf(member).length < this.maxReservations
    )
  }

  join(member: ModelMember, slots: ModelSlot[], id: number) {
    for (const entry of this.entries)
      if (entry.member === member && this.waits(entry) && entry.slots.some((slot) => slots.includes(slot)))
        entry.outcome = 'booked'
    this.entries.push({ id, member, slots, since: 0, outcome: null })
  }

  /** `also` are slots that are free for another reason. */
  end(ended: ModelReservation[], also: ModelSlot[] = []) {
    const givers = new Map<ModelSlot, ModelMember>()
    for (const reservation of ended) {
      reservation.status = 'OVER'
      for (const slot of reservation.slots)
        if (slot.holder === reservation) {
          slot.holder = null
          givers.set(slot, reservation.member)
        }
    }
    this.serve(givers, also)
  }

  move(reservation: ModelReservation, slots: ModelSlot[]) {
    const givers = new Map<ModelSlot, ModelMember>()
    for (const slot of reservation.slots.filter((each) => !slots.includes(each))) {
      slot.holder = null
      givers.set(slot, reservation.member)
    }
    reservation.slots = slots
    for (const slot of slots) slot.holder = reservation
    this.serve(givers, [])
  }

  private serve(givers: ReadonlyMap<ModelSlot, ModelMember>, also: ModelSlot[]) {
    const freed = [...givers.keys(), ...also]
    const line = this.entries
      .filter((entry) => this.waits(entry) && entry.slots.some((slot) => freed.includes(slot)))
      .toSorted((a, b) => a.since - b.since)
    for (const entry of line)
      if (entry.slots.some((slot) => givers.get(slot) === entry.member)) entry.outcome = 'booked'
    for (const rank of [2, 1, 0])
      for (const entry of line) {
        if (entry.member.rank !== rank || entry.outcome !== null) continue
        if (!this.canBook(entry.member, entry.slots)) continue
        this.book(entry.member, entry.slots, null)
        entry.outcome = 'served'
      }
  }

  deleteSlot(slot: ModelSlot) {
    const { holder } = slot
    for (const entry of this.entries)
      if (this.waits(entry) && entry.slots.includes(slot)) entry.outcome = 'time_deleted'
    slot.isGone = true
    if (holder) this.end([holder])
  }

  deleteMember(member: ModelMember) {
    member.isGone = true
    this.end(this.reservations.filter((r) => r.member === member && r.status !== 'OVER'))
  }
}
