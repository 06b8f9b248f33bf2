import type { EventDate } from '../../../contract/event-date.ts'
import { PLACE_KEYS, type ChosenPlace, type ChosenSlot, type DashboardState, type Kind } from '../../paths.ts'

export type Step = 1 | 2 | 3 | 4 | 5

/** From the address or the dashboard, not chosen yet. */
export type Wanted = {
  date?: string | undefined
  place?: number | undefined
  slots?: readonly number[] | undefined
  /** Chosen without a place. */
  start?: string | null | undefined
  minutes?: number | null | undefined
}

export type WizardState = {
  step: Step
  wanted?: Wanted
  event_date?: EventDate
  place?: ChosenPlace['place']
  hour?: number
  slots?: readonly ChosenSlot[]
  /** The slots are taken: this is a waiting-list entry. */
  waits?: boolean
}
export type Choices = Omit<WizardState, 'step' | 'wanted'>

const CHOICES: Readonly<Record<Step, readonly (keyof Choices)[]>> = {
  1: ['event_date'],
  2: ['place'],
  3: ['hour'],
  4: ['slots', 'waits'],
  5: [],
}

const STEPS: readonly Step[] = [1, 2, 3, 4, 5]

export function hasChoice(choices: Choices, step: Step): boolean {
  if (step === 5) return true
  return CHOICES[step].some((name) => {
    const chosen = choices[name]
    return Array.isArray(chosen) ? chosen.length > 0 : chosen !== undefined
  })
}

/** Never beyond the first step without a choice. */
export function restored(entry: Partial<WizardState> | null): WizardState {
  const kept = entry ?? {}
  const { step: shown = 1, wanted } = kept
  const step = STEPS.find((each) => each >= shown || !hasChoice(kept, each)) ?? 1
  return { ...choicesUpTo(kept, step), ...(wanted && { wanted }), step }
}

/** Invalid values are ignored; null if there are none. Completed by what the dashboard shows for the date. */
export function wantedIn(search: string, kind: Kind, shown: DashboardState | null): Wanted | null {
  const query = new URLSearchParams(search)
  const key = PLACE_KEYS[kind]
  const date = /^\d{4}-\d\d-\d\d$/.exec(query.get('date') ?? '')?.[0]
  const place = /^[1-9]\d{0,8}$/.exec(query.get(key) ?? '')?.[0]
  if (place) return { date, place: Number(place) }
  if (!date) return null
  const isShown = (shown?.date ?? date) === date && (shown?.kind ?? 'tour') === kind
  if (!isShown) return { date }
  const { slot_ids, start, minutes } = shown ?? {}
  return { date, place: shown?.[key], slots: slot_ids, start, minutes }
}

/** For a taken time, keeps only the start, because its slots cannot be booked. */
export const timesOf = (slots: readonly ChosenSlot[] = [], waits = false) => ({
  slot_ids: waits ? [] : slots.map(({ id }) => id),
  start: waits ? slots[0]!.time : null,
  is_start_taken: waits,
})

/** The dashboard's state after these choices; `shown` is its state before. */
export const afterWizard = (
  kind: Kind,
  { event_date, place, slots, waits }: Choices,
  shown: DashboardState | null,
): DashboardState => ({
  ...shown,
  kind,
  ...(event_date && { date: event_date.date }),
  ...(place && { [PLACE_KEYS[kind]]: place.id }),
  ...timesOf(slots, waits),
})

/** Drops later choices, which depended on this one. */
export function choose(state: WizardState, choice: Choices): WizardState {
  const wanted = wantedAfter(state)
  const { step } = state
  return { ...choicesUpTo(state, step - 1), ...choice, ...(wanted && { wanted }), step }
}

/** Each preselection applies once; going back requires a new choice. */
function wantedAfter({ step, hour, wanted = {} }: WizardState): Wanted | undefined {
  const { date: _, place, ...times } = wanted
  if (step === 1 && (place || times.start)) return { place, ...times }
  const hasTimes = times.slots?.length || times.start
  return hasTimes && (step === 2 || (step === 3 && hour === undefined)) ? times : undefined
}

/** Null if the current step has no choice or is the last. */
export const advanced = (state: WizardState): WizardState | null =>
  state.step < 5 && hasChoice(state, state.step) ? { ...state, step: (state.step + 1) as Step } : null

const choicesUpTo = (choices: Choices, last: number): Choices =>
  Object.fromEntries(
    STEPS.filter((step) => step <= last)
      .flatMap((step) => CHOICES[step])
      .flatMap((name) => (name in choices ? [[name, choices[name]]] : [])),
  )
