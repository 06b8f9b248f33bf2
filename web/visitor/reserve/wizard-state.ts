import type { EventDate } from '../../../contract/event-date.ts'
import { PLACE_KEYS, type ChosenPlace, type ChosenSlot, type DashboardState, type Kind } from '../../paths.ts'

export type Step = 1 | 2 | 3 | 4 | 5

/** From the address or the dashboard, not chosen yet. */
export type Wanted = {
  date?: string | undefined
  place?: number | undefined
  slots?: readonly number[] | undefined
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
  return { ...choicesBefore(kept, step), ...choicesOf(kept, step), ...(wanted && { wanted }), step }
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
  return isShown ? { date, place: shown?.[key], slots: shown?.slot_ids } : { date }
}

/** Drops later choices, which depended on this one. */
export function choose(state: WizardState, choice: Choices): WizardState {
  const wanted = wantedAfter(state)
  const { step } = state
  return { ...choicesBefore(state, step), ...choice, ...(wanted && { wanted }), step }
}

/** Each wish counts once, so that coming back means choosing again. */
function wantedAfter({ step, hour, wanted: { place, slots } = {} }: WizardState): Wanted | undefined {
  if (step === 1 && place) return { place, slots }
  return slots && (step === 2 || (step === 3 && hour === undefined)) ? { slots } : undefined
}

/** Null if the current step has no choice or is the last. */
export function advanced(state: WizardState): WizardState | null {
  const next = STEPS.find((step) => step > state.step)
  return next && hasChoice(state, state.step) ? { ...state, step: next } : null
}

function choicesBefore(choices: Choices, step: Step): Choices {
  return Object.assign({}, ...STEPS.filter((each) => each < step).map((each) => choicesOf(choices, each)))
}

const choicesOf = (choices: Choices, step: Step): Choices =>
  Object.fromEntries(CHOICES[step].flatMap((name) => (name in choices ? [[name, choices[name]]] : [])))

/** Only what the booking screen shows and sends. */
export const chosenSlot = ({ id, time, end_time, duration }: ChosenSlot): ChosenSlot => ({
  id,
  time,
  end_time,
  duration,
})
