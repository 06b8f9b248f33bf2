import { spanOf } from '../../../../domain/slot-choice.ts'
import { placesTakenFor, takenTimes } from '../../../../domain/taken-run.ts'
import { lengthsFrom, placesFreeFor, startTimes, type Search } from '../../../../domain/time-first.ts'
import { LOSS_TEXT } from '../../../components/slot-text.ts'
import { isPast } from '../../../../domain/slot.ts'
import { useOwnTimes } from '../../components/own-times/use-own-times.ts'
import { useLostSelection } from '../../components/use-lost-selection.ts'
import { PLACE_KEYS } from '../../../paths.ts'
import type { Alert } from '../selection.ts'
import type { DayProps } from '../use-day-choice.ts'
import { useManyChoice } from '../use-many-choice.ts'

export function useByTime(props: DayProps) {
  const { day, kind, places, choice: wish, change, now } = props
  const choice = useManyChoice(props)
  const search = { date: day.date, member: choice.member, now }
  const times = startTimes(places, search)
  const line = useLine(props, search)
  // Another view's selection counts too.
  const start = [...times, ...(wish.is_start_taken ? line.times : [])].find(
    ({ time }) => time === (choice.selected[0]?.time ?? wish.start),
  )?.time
  const wished = wish.start ?? null
  const loss = useLostSelection(
    // An own booking is not lost.
    wish.slot_ids ?? [],
    wished !== null && start === undefined,
    () => LOSS_TEXT[isPast(day.date, wished!, now) ? 'past' : 'taken'],
    () => change({ start: null }),
  )
  const wanted = choice.selected.length > 0 ? spanOf(choice.selected).minutes : wish.minutes
  const lengths = start && kind === 'room' ? lengthsFrom(places, start, search, wanted) : []
  const length = lengths.find(({ minutes }) => minutes === wanted) ?? lengths[0]
  const foundFor = (minutes: number | null) =>
    start ? placesFreeFor(places, { time: start, minutes }, search) : []
  const found = foundFor(length?.minutes ?? null)
  const missing: Alert = !start ? 'no_time' : kind === 'tour' ? 'no_docent' : 'no_room'
  return {
    choice: {
      ...choice,
      /** Clears the place, not the time before it. */
      clear: () => change({ slot_ids: [], start: start ?? null, [PLACE_KEYS[kind]]: undefined }),
    },
    times: withTaken(times, line.times),
    start,
    lengths,
    length,
    found,
    taken: start ? line.takenFor({ time: start, minutes: length?.minutes ?? null }) : [],
    missing,
    loss: loss.text,
    chooseStart: (time: string | null) => {
      loss.forget()
      const isFree = times.some((each) => each.time === time)
      change({ start: time, slot_ids: [], is_start_taken: time !== null && !isFree })
    },
    /** Keeps the room if it is free for the new length. */
    chooseLength(minutes: number) {
      const same = foundFor(minutes).find(({ place }) => place.id === choice.place?.id)
      change({ start: start ?? null, minutes, slot_ids: same?.slots.map(({ id }) => id) ?? [] })
    },
    choosePlace(id: number) {
      const { place, slots } = found.find((each) => each.place.id === id)!
      choice.choose(
        place,
        slots.map((slot) => slot.id),
      )
      // Preserves the search if the room is taken.
      change({ start: start ?? null, minutes: length?.minutes ?? null })
    },
  }
}

/** That the member waits for or could wait for. */
function useLine({ places }: DayProps, search: Search) {
  const own = useOwnTimes()
  const open = places.map((place) => ({
    ...place,
    slots: place.slots.filter((slot) => own.lineOf(slot, true) !== undefined),
  }))
  const wait = { ...search, ownSlots: own.slots }
  return {
    times: takenTimes(open, wait).map((time) => ({ time, places: 0 })),
    takenFor: (wanted: { time: string; minutes: number | null }) =>
      placesTakenFor(open, wanted, wait).map((found) => ({
        ...found,
        line: Math.max(...found.slots.map((slot) => own.lineOf(slot, true) ?? 0)),
      })),
  }
}

type Start = { time: string; places: number }

const withTaken = (free: readonly Start[], taken: readonly Start[]) =>
  [...free, ...taken.filter(({ time }) => !free.some((start) => start.time === time))].sort((a, b) =>
    a.time.localeCompare(b.time),
  )
