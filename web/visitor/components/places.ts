import type { Schedule, ScheduleSlot } from '../../../contract/schedule.ts'
import type { TierFlags } from '../../../domain/tier.ts'
import type { ChosenPlace, Kind } from '../../paths.ts'

export type Place = TierFlags & {
  id: number
  name: string
  /** The fact beside the name in lists, and the other. */
  facts: readonly [string, string]
  slots: readonly ScheduleSlot[]
  chosen: ChosenPlace
}

export const factsOf = ({ kind, place }: ChosenPlace): readonly [string, string] =>
  kind === 'tour'
    ? [place.language, `시작 위치 ${place.start_point}`]
    : [`${place.floor}층`, `최대 ${place.size}명`]

const placeOf = (chosen: ChosenPlace, slots: readonly ScheduleSlot[]): Place => ({
  ...chosen.place,
  facts: factsOf(chosen),
  slots,
  chosen,
})

export function placesOf(schedule: Schedule | undefined, kind: Kind): Place[] {
  if (!schedule) return []
  return kind === 'tour'
    ? schedule.tour_schedule.map(({ docent, time_slots }) => placeOf({ kind, place: docent }, time_slots))
    : schedule.room_schedule.map(({ room, time_slots }) => placeOf({ kind, place: room }, time_slots))
}
