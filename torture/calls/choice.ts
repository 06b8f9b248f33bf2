import type { Caller, Wanted } from '../client.ts'
import type { Slot, View } from '../lookout.ts'
import type { Step } from '../plan.ts'

/** One step: caller, view and mark. */
export type Moment = { view: View; caller: Caller; picks: Step['picks']; mark: string }
/** Undefined when nothing in the view fits. */
export type Maker = (moment: Moment) => Wanted | undefined

/** `pick` is 0 to 1. */
export const pickOf = <T>(all: readonly T[], pick: number): T | undefined =>
  all[Math.floor(pick * all.length)]

/** Usually a free slot, sometimes any. */
function chooseSlot(slots: readonly Slot[], [where, , how]: Step['picks']): Slot | undefined {
  const free = slots.filter(({ reservation_id, is_locked }) => reservation_id === null && !is_locked)
  // The square concentrates callers on the first slots.
  return pickOf(how < 0.85 && free.length > 0 ? free : slots, where * where)
}

/** Usually a taken slot, sometimes any; several callers wait for the first ones. */
export const chooseTaken = (slots: readonly Slot[], [where, , how]: Step['picks']): Slot | undefined => {
  const taken = slots.filter(({ reservation_id, is_locked }) => reservation_id !== null || is_locked)
  return pickOf(how < 0.95 && taken.length > 0 ? taken : slots, where ** 3)
}

/** Up to four adjacent slots of one room. */
export function chooseRun(
  view: View,
  picks: Step['picks'],
  choose: typeof chooseTaken = chooseSlot,
  length = 1 + Math.floor(picks[1] * 4),
): Slot[] {
  const ofRooms = view.slots.filter(({ room_id }) => room_id !== null)
  const first = choose(ofRooms, picks)
  const run = first ? [first] : []
  for (let last = first; last && run.length < length;) {
    const { room_id, event_date_id, end_time } = last
    last = ofRooms.find(
      (slot) => slot.room_id === room_id && slot.event_date_id === event_date_id && slot.time === end_time,
    )
    if (last) run.push(last)
  }
  return run
}

export const chooseTour = (
  view: View,
  picks: Step['picks'],
  choose: typeof chooseTaken = chooseSlot,
): Slot | undefined =>
  choose(
    view.slots.filter(({ docent_id }) => docent_id !== null),
    picks,
  )

const PHONE = '010-2345-6789'

/** The visitor's name contains the mark. */
export const tourBody = ({ id, event_date_id }: Slot, mark: string) => ({
  available_tour_id: id,
  event_date_id,
  visitor: { company: '한빛전자', name: mark, phone: PHONE, count: 2 },
})

export const meetingBody = (run: readonly Slot[], mark: string) => ({
  room_id: run[0]!.room_id!,
  event_date_id: run[0]!.event_date_id,
  time_slots: run.map(({ id }) => ({ available_room_id: id, duration: 10 })),
  visitor: { ...meetingVisitor, name: mark },
})

const meetingVisitor = {
  title: '신규 부품 협의',
  company: '한빛전자',
  manager_name: '김도윤',
  phone: PHONE,
  count: 2,
}

/** Keeps the booking's mark in the name. */
export const correctedVisitor = (kind: string, name: string, mark: string) =>
  kind === 'VIP_TOUR'
    ? { company: mark, name, phone: PHONE, count: 3 }
    : { ...meetingVisitor, company: mark, name, count: 3 }
